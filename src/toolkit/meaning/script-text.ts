/** A text, a comment or space. What nothing closes ends with its line, a comment with the script. */
const PIECE =
  /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+/g

/** A script without its comments, with one space or line break where several stood; texts that look like comments stay. */
export function withoutComments(code: string): string {
  return code.replace(PIECE, (piece) => {
    if (piece.startsWith('/')) return ''
    if (/^\s/.test(piece)) return piece.includes('\n') ? '\n' : ' '
    return piece
  })
}

/** The place of a value is written in fewer characters; what is longer computes. */
const MAX_EXPRESSION = 1_000

/** A call that sets a variable. */
export interface Setter {
  variable: string
  /** The source of the value. */
  expression: string
}

const SETTER =
  /\b(?:pm\s?\.\s?(?:environment|globals|collectionVariables|variables)\s?\.\s?set|postman\s?\.\s?set(?:Environment|Global)Variable)\s?\(/g

/** Every call that sets a variable whose name is written out. The code comes from {@link withoutComments}. */
export function settersIn(code: string): Setter[] {
  return [...code.matchAll(SETTER)].flatMap((match): Setter[] => {
    const [name, expression] = argumentsAt(code, match.index + match[0].length)
    const variable = /^(["'`])([^"'`$]+)\1$/.exec(name ?? '')?.[2]
    return variable && expression ? [{ variable, expression }] : []
  })
}

/** The arguments of a call, cut at the commas outside of brackets and texts; none when they are too long. */
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

/** Where a text in quotes ends: at its closing quote, else at `end`. */
export function endOfText(code: string, { start, end }: { start: number; end: number }): number {
  const quote = code[start]
  for (let index = start + 1; index < end; index++) {
    if (code[index] === '\\') index++
    else if (code[index] === quote) return index
  }
  return end
}
