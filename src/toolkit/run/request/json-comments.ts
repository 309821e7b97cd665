/**
 * A string, an escaped character, or a comment. Strings and escapes are matched because comment signs in them do not
 * count.
 */
const PIECES = /\\[\s\S]|"(?:[^"\\]|\\[\s\S]?)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** Removes `//` and block comments from JSON, as Postman does before it sends a raw JSON body. */
export function stripJsonComments(text: string): string {
  if (!text.includes('//') && !text.includes('/*')) return text
  return text.replace(PIECES, (piece, place: number) => {
    if (!piece.startsWith('/')) return piece
    // The line break stays, including the `\r` of `\r\n`.
    return piece.startsWith('//') && piece.endsWith('\r') && text[place + piece.length] === '\n' ? '\r' : ''
  })
}
