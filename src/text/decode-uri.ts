/** The text without percent-encoding; unchanged when the encoding is invalid. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
