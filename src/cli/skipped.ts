import { singleLine } from '../printable.js'
/** What to say about requests that no tool could be made of. */
export function skippedSentence(skipped: readonly { name: string }[]): string {
  return `No tool was made of ${quotedList(skipped.map(({ name }) => name))}: no usable address.`
}

/** Names in quotes, the first few of many. */
export function quotedList(names: readonly string[], limit = 3): string {
  const shown = names.slice(0, limit).map((name) => `"${singleLine(name)}"`)
  return names.length > limit ? `${shown.join(', ')} and ${names.length - limit} more` : shown.join(', ')
}
