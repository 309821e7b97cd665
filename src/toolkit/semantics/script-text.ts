/** A string, a comment or white space. An open string ends with its line, an open template or comment with the script. */
const PIECE =
  /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+/g

/** Removes the comments of a script and collapses its white space. A string that looks like a comment stays. */
export function withoutComments(code: string): string {
  return code.replace(PIECE, (piece) => {
    if (piece.startsWith('/')) return ''
    if (/^\s/.test(piece)) return piece.includes('\n') ? '\n' : ' '
    return piece
  })
}

/** Calls that set a variable, also of Postman's older names, and the name of the variable if it is a plain text. */
const SETTERS =
  /(?:\b(?:environment|globals|collectionVariables|variables)\s?\.\s?set|\bset(?:Next)?(?:Environment|Global)Variable)\s*\(\s*(?:["'`]([^"'`]+)["'`])?/g

/** A quick test whether a script may set a variable. */
export const setsVariables = (code: string): boolean => code.search(SETTERS) >= 0

/** The variables that a script may set, by plain names, also in comments. */
export const variablesSetIn = (code: string): string[] =>
  Array.from(code.matchAll(SETTERS), ([, name]) => name).filter((name) => name !== undefined)
