/**
 * The beginning of a text, at most `maxLength` characters, cut between words. If the first word is longer than that,
 * the word itself is cut.
 */
export function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  let end = maxLength
  while (end > 0 && !/\s/.test(text[end - 1]!)) end--
  return end === 0 ? text.slice(0, maxLength) : text.slice(0, end).trimEnd()
}

/**
 * The first sentence of a text; undefined if there is none. A sentence ends with a full stop, exclamation mark or
 * question mark that is followed by a space or the end of the text.
 */
export function firstSentence(text: string): string | undefined {
  const end = text.search(/[.!?](?!\S)/)
  return end < 0 ? undefined : text.slice(0, end + 1)
}
