/** The beginning of a text, at most `maxLength` characters, cut between words. A longer first word is cut inside. */
export function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  let end = maxLength
  while (end > 0 && !/\s/.test(text[end - 1]!)) end--
  return end === 0 ? text.slice(0, maxLength) : text.slice(0, end).trimEnd()
}

/**
 * The first sentence: the text up to the first full stop, exclamation or question mark before a space or the end;
 * undefined if there is none.
 */
export function firstSentence(text: string): string | undefined {
  const end = text.search(/[.!?](?!\S)/)
  return end < 0 ? undefined : text.slice(0, end + 1)
}
