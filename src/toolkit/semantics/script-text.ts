/**
 * A string, a comment or white space. A string that is not closed ends with its line, an open comment with the script.
 */
const PIECE =
  /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+/g

/** A script without comments, with white space collapsed. A string that looks like a comment stays. */
export function withoutComments(code: string): string {
  return code.replace(PIECE, (piece) => {
    if (piece.startsWith('/')) return ''
    if (/^\s/.test(piece)) return piece.includes('\n') ? '\n' : ' '
    return piece
  })
}

/** Maximum characters of the arguments. Longer ones are computations and do not say where a value is. */
const MAX_EXPRESSION = 1_000

/** A call that sets a variable. */
export interface Setter {
  variable: string
  /** The expression for the value. */
  expression: string
}

const SETTER =
  /\b(?:pm\s?\.\s?(?:environment|globals|collectionVariables|variables)\s?\.\s?set|postman\s?\.\s?set(?:Environment|Global)Variable)\s?\(/g

/** All calls that set a variable whose name is a plain string. `code` comes from {@link withoutComments}. */
export function settersIn(code: string): Setter[] {
  return [...code.matchAll(SETTER)].flatMap((match): Setter[] => {
    const [name, expression] = argumentsAt(code, match.index + match[0].length)
    const variable = /^(["'`])([^"'`$]+)\1$/.exec(name ?? '')?.[2]
    return variable && expression ? [{ variable, expression }] : []
  })
}

/**
 * The arguments of the call whose bracket opens before `start`, split at the commas outside of brackets and strings.
 * Empty if they are too long.
 */
export function argumentsAt(code: string, start: number): string[] {
  const pieces: string[] = []
  let depth = 0
  let from = start
  const end = Math.min(code.length, start + MAX_EXPRESSION)
  for (let index = start; index < end; index++) {
    const char = code[index]!
    if (char === '"' || char === "'" || char === '`') index = endOfText(code, { start: index, end })
    else if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char) && depth > 0) depth--
    else if (char === ')' || (char === ',' && depth === 0)) {
      pieces.push(code.slice(from, index).trim())
      from = index + 1
      if (char === ')') return pieces
    }
  }
  return []
}

/** The index of the quote that closes the string at `start`; `end` if there is none. */
export function endOfText(code: string, { start, end }: { start: number; end: number }): number {
  const quote = code[start]
  for (let index = start + 1; index < end; index++) {
    if (code[index] === '\\') index++
    else if (code[index] === quote) return index
  }
  return end
}
