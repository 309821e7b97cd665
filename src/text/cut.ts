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

/** The beginning of a text, at most `maxLength` characters, cut between words. A longer first word is cut inside. */
export function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  let end = maxLength
  while (end > 0 && !/\s/.test(text[end - 1]!)) end--
  return end === 0 ? cutText(text, maxLength) : text.slice(0, end).trimEnd()
}

/**
 * The first sentence: the text up to the first full stop, exclamation or question mark before a space or the end;
 * undefined if there is none.
 */
export function firstSentence(text: string): string | undefined {
  const end = text.search(/[.!?](?!\S)/)
  return end < 0 ? undefined : text.slice(0, end + 1)
}
