/** The first characters of a text, without half of a surrogate pair at the end, which some servers refuse. */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, isLowSurrogate(text, maxLength) ? maxLength - 1 : maxLength)
}

export function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}

/** The first characters of a text, cut between words, or inside a first word that is longer. */
export function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  let end = maxLength
  while (end > 0 && !/\s/.test(text[end - 1]!)) end--
  return end === 0 ? cutText(text, maxLength) : text.slice(0, end).trimEnd()
}

/** The first sentence: up to a full stop, exclamation or question mark before a space or the end; undefined if none. */
export function firstSentence(text: string): string | undefined {
  const end = text.search(/[.!?](?!\S)/)
  return end < 0 ? undefined : text.slice(0, end + 1)
}
