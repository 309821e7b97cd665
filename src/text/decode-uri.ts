/** Decodes the percent-encoding of a text. Returns the text unchanged if its encoding is invalid. */
export function decodeUri(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Like {@link decodeUri}, but also decodes `+` to a space, as forms and queries need it. */
export function decodeFormText(text: string): string {
  return decodeUri(text.replaceAll('+', ' '))
}

/** The name of a form field. Unlike {@link decodeFormText}, it decodes what it can beside invalid escapes. */
export function decodedName(name: string): string {
  return [...new URLSearchParams(`${name}=`).keys()][0] ?? name
}
