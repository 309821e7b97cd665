/** Replaces the `{placeholders}` of a sentence by values. */
export function say(sentence: string, values: Record<string, string | number> = {}): string {
  return sentence
    .replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
    .replace('....', '...')
    .trim()
}

/** Joins items as in a sentence: `["a", "b", "c"]` and the `joint` "and" give "a, b and c". */
export function listing(items: string[], joint: string): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} ${joint} ${items.at(-1)}`
}

/** Cuts a text into groups of a few words, as a language model streams it. The joined groups are the text again. */
export function wordGroups(text: string, size = 4): string[] {
  const words = text.trim() === '' ? [] : text.trimEnd().split(/(?<=\S)(?=\s)/)
  const groups: string[] = []
  for (let at = 0; at < words.length; at += size) groups.push(words.slice(at, at + size).join(''))
  if (groups.length !== 1 || words.length < 2) return groups
  return [words.slice(0, -1).join(''), words.at(-1)!]
}
