/** The text without percent-encoding; unchanged when the encoding is invalid. */
export function decodeUri(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Like {@link decodeUri}, for a form or a query, where `+` stands for a space. */
export function decodeFormText(text: string): string {
  return decodeUri(text.replaceAll('+', ' '))
}
