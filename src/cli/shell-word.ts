/** Characters that a shell leaves as they are outside of quotes. On Windows, `\` separates folders. */
const PLAIN = process.platform === 'win32' ? /^[\p{L}\p{N}_.@:/\\+,=-]+$/u : /^[\p{L}\p{N}_.@:/+,=-]+$/u

/**
 * A text as one word of a shell, for a command that a user may copy. A text with spaces is in double quotes. On systems
 * other than Windows, a text with characters that keep their meaning in double quotes is in single quotes.
 */
export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : shellQuoted(text)
}

/** A text in quotes, so that a shell takes it as one word and does not change it. */
export function shellQuoted(text: string): string {
  if (process.platform === 'win32') return `"${text.replaceAll('"', '\\"')}"`
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`
}
