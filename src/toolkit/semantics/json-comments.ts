/**
 * A string, an escaped character, or a comment. Strings and escapes are matched too, so that `//` and `/*` inside them
 * do not start a comment.
 */
const PIECES = /\\[\s\S]|"(?:[^"\\]|\\[\s\S]?)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/**
 * Removes `//` and block comments from JSON, as Postman does before it sends a raw JSON body. If a `//` comment stands
 * before `\r\n`, the `\r` is removed with it, and the `\n` stays.
 */
export function stripJsonComments(text: string): string {
  return replaceJsonComments(text, () => '')
}

export function replaceJsonComments(text: string, put: (comment: string) => string): string {
  if (!text.includes('//') && !text.includes('/*')) return text
  return text.replace(PIECES, (piece) => (piece.startsWith('/') ? put(piece) : piece))
}
