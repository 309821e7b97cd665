/**
 * A string, an escaped character, or a comment. Strings and escapes are matched so that comment signs in them are
 * ignored.
 */
const PIECES = /\\[\s\S]|"(?:[^"\\]|\\[\s\S]?)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** Removes `//` and block comments from JSON text, as Postman does before it sends a raw JSON body. */
export function stripJsonComments(text: string): string {
  if (!text.includes('//') && !text.includes('/*')) return text
  return text.replace(PIECES, (piece, place: number) => {
    if (!piece.startsWith('/')) return piece
    // Keeps the line end, including the `\r` of `\r\n`.
    return piece.startsWith('//') && piece.endsWith('\r') && text[place + piece.length] === '\n' ? '\r' : ''
  })
}
