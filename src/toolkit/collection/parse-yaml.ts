import { Lexer, Parser, parseDocument } from 'yaml'
import { isTooDeep, MAX_FILE_NESTING } from '../../protocol/nesting.js'
import { lineIndex } from './line-index.js'

/**
 * The value of a YAML text. Throws a `SyntaxError` that names the line for a text that is not YAML, or is nested too
 * deep. A separate module for loading on first use: the package itself, once bundled, has no named exports in a
 * dynamic import.
 */
export function parseYaml(text: string): unknown {
  refuseDepth(text)
  // The package's own line search for errors and its check for repeated keys take quadratic time.
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

/** Stops at the first token that is nested too deep: building a value from all tokens would exhaust the memory. */
function refuseDepth(text: string): void {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    for (const _document of parser.next(lexeme)) {
      // Only open containers are checked.
    }
    // The document itself is the first, and an entry may be open in addition to its container.
    if (parser.stack.length > MAX_FILE_NESTING + 2) throw tooDeep()
  }
}

const tooDeep = () => new SyntaxError(`it is nested more than ${MAX_FILE_NESTING} levels deep`)
