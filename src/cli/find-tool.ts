import { VoiceError } from '../errors.js'

/** The tool with this name. Throws `unknown-tool`, which lists similar names. */
export function findToolByName<T extends { name: string }>(name: string, tools: readonly T[]): T {
  const tool = tools.find((one) => one.name === name)
  if (tool) return tool
  const close = tools.filter((one) => shares(one.name, name)).slice(0, 3)
  const hint = close.length > 0 ? ` Did you mean ${close.map((one) => one.name).join(' or ')}?` : ''
  throw new VoiceError('unknown-tool', `There is no tool "${name}".${hint} List them with \`voice tools\`.`)
}

/** Whether two names have a word of three letters in common. */
function shares(left: string, right: string): boolean {
  const words = new Set(left.split('_'))
  return right
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => words.has(word) && word.length >= 3)
}
