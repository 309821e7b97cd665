import { Lexer, Parser, parseDocument } from 'yaml'
import { isTooDeep, MAX_FILE_NESTING } from '../../protocol/nesting.js'
import { lineIndex } from './line-index.js'

/**
 * The value that a YAML text says. Throws a `SyntaxError` that names the line for a text that is not YAML, or is nested too deep. A module of
 * its own to be loaded on first use: the package itself, once bundled, has no named exports when it is imported that late.
 */
export function parseYaml(text: string): unknown {
  refuseDepth(text)
  // Its own search for the lines of errors and for repeated keys takes time with the square of the length.
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false, logLevel: 'error' })
  const [error] = document.errors
  if (error) {
    const { line, column } = lineIndex(text).at(error.pos[0])
    throw new SyntaxError(`${error.message} at line ${line}, column ${column}`)
  }
  const value: unknown = document.toJS()
  if (isTooDeep(value, MAX_FILE_NESTING)) throw tooDeep()
  return value
}

/** Ends at the first token that stands too deep: to build a value of all of them would take the whole memory. */
function refuseDepth(text: string): void {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    for (const _document of parser.next(lexeme)) {
      // Only what is still open is looked at.
    }
    // The document itself is the first, and an entry may stand open beside what holds it.
    if (parser.stack.length > MAX_FILE_NESTING + 2) throw tooDeep()
  }
}

const tooDeep = () => new SyntaxError(`it is nested more than ${MAX_FILE_NESTING} levels deep`)
