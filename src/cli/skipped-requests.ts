import { singleLine } from '../printable.js'
/** The sentence about requests that no tool could be made of. */
export function skippedRequestsSentence(skipped: readonly { name: string }[]): string {
  return `No tool was made of ${quotedList(skipped.map(({ name }) => name))}: no usable address.`
}

/** The sentence about requests that test a failure. */
export function scenarioSentence(scenarios: readonly { name: string; tool: string }[]): string {
  const names = quotedList(scenarios.map(({ name }) => name))
  return `Left out, since they test a failure: ${names}. \`--allow\` with a name offers one, such as ${scenarios[0]?.tool}.`
}

/** The names in quotes; of many names only the first few. */
export function quotedList(names: readonly string[], limit = 3): string {
  const shown = names.slice(0, limit).map((name) => `"${singleLine(name)}"`)
  return names.length > limit ? `${shown.join(', ')} and ${names.length - limit} more` : shown.join(', ')
}
