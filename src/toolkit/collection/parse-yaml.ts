import { Lexer, Parser, parseDocument } from 'yaml'
import { isTooDeep, MAX_FILE_NESTING } from '../../protocol/nesting.js'
import { lineIndex } from './line-index.js'

/**
 * Parses a YAML text. Throws a `SyntaxError` if the text is not YAML (with the line) or is nested too deep. The
 * function has a module of its own so that the module can be loaded on first use. The package `yaml` cannot be loaded
 * directly: once bundled, it has no named exports in a dynamic import.
 */
export function parseYaml(text: string): unknown {
  refuseDepth(text)
  // Off, because both take quadratic time: the search for the line of an error, and the check for repeated keys.
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false, logLevel: 'error' })
  const [error] = document.errors
  if (error) {
    const { line, column } = lineIndex(text).at(error.pos[0])
    throw new SyntaxError(`${reasonOf(error)} at line ${line}, column ${column}`)
  }
  const value: unknown = document.toJS()
  if (isTooDeep(value, MAX_FILE_NESTING)) throw tooDeep()
  return value
}

/** Says what is wrong. The most frequent mistake gets a clearer sentence than that of the parser. */
function reasonOf({ code, message }: { code: string; message: string }): string {
  return code === 'BLOCK_AS_IMPLICIT_KEY' ? 'A value that contains ": " must be in quotes' : message
}

/**
 * Throws at the first token that is nested too deep. To build a value from all tokens first would exhaust the memory.
 */
function refuseDepth(text: string): void {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    for (const _document of parser.next(lexeme)) {
      // The documents are not needed: the check below looks at the containers that are still open.
    }
    // Two more levels: the stack begins with the document itself, and may end with an entry of a container.
    if (parser.stack.length > MAX_FILE_NESTING + 2) throw tooDeep()
  }
}

const tooDeep = () => new SyntaxError(`it is nested more than ${MAX_FILE_NESTING} levels deep`)
