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

/** Longer arguments compute a value and do not just read it from a response. In characters. */
const MAX_EXPRESSION = 1_000

export interface Setter {
  variable: string
  expression: string
}

const SETTER =
  /\b(?:pm\s?\.\s?(?:environment|globals|collectionVariables|variables)\s?\.\s?set|postman\s?\.\s?set(?:Environment|Global)Variable)\s?\(/g

/** Finds all calls that set a variable whose name is a plain string. `code` must come from {@link withoutComments}. */
export function settersIn(code: string): Setter[] {
  return [...code.matchAll(SETTER)].flatMap((match): Setter[] => {
    const [name, expression] = argumentsAt(code, match.index + match[0].length)
    const variable = /^(["'`])([^"'`$]+)\1$/.exec(name ?? '')?.[2]
    return variable && expression ? [{ variable, expression }] : []
  })
}

/** The arguments from `start`, after the bracket, split at commas outside of brackets and strings. */
export function argumentsAt(code: string, start: number): string[] {
  const pieces: string[] = []
  let from = start
  const end = Math.min(code.length, start + MAX_EXPRESSION)
  for (const { char, at, depth } of outsideStrings(code, start, end)) {
    const isLast = char === ')' && depth < 0
    if (!isLast && (char !== ',' || depth > 0)) continue
    pieces.push(code.slice(from, at).trim())
    from = at + 1
    if (isLast) return pieces
  }
  return []
}

export interface CodeCharacter {
  char: string
  at: number
  depth: number
}

/** The characters outside of strings. `depth` is 0 at `start` and negative at the closing bracket before it. */
export function* outsideStrings(code: string, start = 0, end = code.length): Generator<CodeCharacter> {
  let depth = 0
  for (let at = start; at < end; at++) {
    const char = code[at]!
    if (char === '"' || char === "'" || char === '`') {
      at = endOfString(code, at, end)
      continue
    }
    if (')]}'.includes(char)) depth--
    yield { char, at, depth }
    if ('([{'.includes(char)) depth++
  }
}

function endOfString(code: string, start: number, end: number): number {
  const quote = code[start]
  for (let index = start + 1; index < end; index++) {
    if (code[index] === '\\') index++
    else if (code[index] === quote) return index
  }
  return end
}
