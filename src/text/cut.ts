/**
 * The beginning of a text, at most `maxLength` characters. Never ends with half of a surrogate pair, such as half of an
 * emoji: some servers refuse such a text.
 */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, isLowSurrogate(text, maxLength) ? maxLength - 1 : maxLength)
}

/** Whether the character at a position is the second half of a surrogate pair. */
export function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}

/**
 * The beginning of a text, at most `maxLength` characters, cut between words. If the first word is longer than that,
 * the word itself is cut.
 */
export function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  let end = maxLength
  while (end > 0 && !/\s/.test(text[end - 1]!)) end--
  return end === 0 ? cutText(text, maxLength) : text.slice(0, end).trimEnd()
}

/**
 * The first sentence of a text; undefined if there is none. A sentence ends with a full stop, exclamation mark or
 * question mark that is followed by a space or the end of the text.
 */
export function firstSentence(text: string): string | undefined {
  const end = text.search(/[.!?](?!\S)/)
  return end < 0 ? undefined : text.slice(0, end + 1)
}
