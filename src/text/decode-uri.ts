/** The text without percent-encoding; unchanged when the encoding is invalid. */
export function decodeUri(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
