/** A string, a comment or white space. An unclosed string ends with its line, an unclosed comment with the script. */
const PIECE =
  /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+/g

/** A script without its comments and with collapsed white space; strings that look like comments are kept. */
export function withoutComments(code: string): string {
  return code.replace(PIECE, (piece) => {
    if (piece.startsWith('/')) return ''
    if (/^\s/.test(piece)) return piece.includes('\n') ? '\n' : ' '
    return piece
  })
}

/** A longer expression is a computation, not the location of a value. */
const MAX_EXPRESSION = 1_000

/** A call that sets a variable. */
export interface Setter {
  variable: string
  /** The source of the value. */
  expression: string
}

const SETTER =
  /\b(?:pm\s?\.\s?(?:environment|globals|collectionVariables|variables)\s?\.\s?set|postman\s?\.\s?set(?:Environment|Global)Variable)\s?\(/g

/** All calls that set a variable with a literal name. The code comes from {@link withoutComments}. */
export function settersIn(code: string): Setter[] {
  return [...code.matchAll(SETTER)].flatMap((match): Setter[] => {
    const [name, expression] = argumentsAt(code, match.index + match[0].length)
    const variable = /^(["'`])([^"'`$]+)\1$/.exec(name ?? '')?.[2]
    return variable && expression ? [{ variable, expression }] : []
  })
}

/** The arguments of a call, split at the commas outside brackets and strings; empty when they are too long. */
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

/** The end of a quoted string: its closing quote, else `end`. */
export function endOfText(code: string, { start, end }: { start: number; end: number }): number {
  const quote = code[start]
  for (let index = start + 1; index < end; index++) {
    if (code[index] === '\\') index++
    else if (code[index] === quote) return index
  }
  return end
}
