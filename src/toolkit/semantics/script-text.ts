/**
 * A string, a comment or white space. A string in quotes that is not closed ends with its line; a comment in `/*` or a
 * template that is not closed ends with the script.
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

/** Maximum characters of the arguments. Longer ones compute a value and do not just read it from a response. */
const MAX_EXPRESSION = 1_000

/** A function call that sets a variable. */
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

/** A character of a script. `depth` counts the brackets around it; a bracket has the same depth as the text outside. */
export interface CodeCharacter {
  char: string
  at: number
  depth: number
}

/** The characters of a script outside of strings. `depth` starts at 0 and is negative after brackets around `start`. */
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

/** The index of the quote that closes the string at `start`; `end` if there is none. */
function endOfString(code: string, start: number, end: number): number {
  const quote = code[start]
  for (let index = start + 1; index < end; index++) {
    if (code[index] === '\\') index++
    else if (code[index] === quote) return index
  }
  return end
}
