/**
 * Whether a text consists of these parts in order, with any text between them. For example, `/users/7/items` consists
 * of `/users/` and `/items`. The first part must be at the start of the text, and the last at its end. A single part
 * must be the whole text.
 */
export function isMadeOfParts(text: string, parts: readonly string[]): boolean {
  const [first = '', ...others] = parts
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let from = first.length
  for (const part of others) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return text.length - last.length >= from && text.endsWith(last)
}
