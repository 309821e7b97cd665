/** A string, an escaped character, or a comment; strings and escapes are matched so that comment signs inside them are left alone. */
const PIECES = /\\[\s\S]|"(?:[^"\\]|\\[\s\S]?)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** Takes `//` and block comments out of JSON text, as Postman does before it sends a raw JSON body. */
export function stripJsonComments(text: string): string {
  if (!text.includes('//') && !text.includes('/*')) return text
  return text.replace(PIECES, (piece, place: number) => {
    if (!piece.startsWith('/')) return piece
    // The line end stays, also the first half of one.
    return piece.startsWith('//') && piece.endsWith('\r') && text[place + piece.length] === '\n' ? '\r' : ''
  })
}
