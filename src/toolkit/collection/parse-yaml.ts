import { Composer, type CST, Lexer, Parser } from 'yaml'
import { isTooDeep, MAX_FILE_NESTING } from '../../protocol/nesting.js'
import { lineIndex } from './line-index.js'
import { SourceFault } from './source-fault.js'

const MAX_ALIASES = 10_000
const MAX_VALUES = 5_000_000
/** Marks, words and spaces, of which each takes about 10 microseconds. Usual documents of 10 MB have fewer. */
const MAX_TOKENS = 2_000_000
const SEVERAL = 'It contains several documents, divided by ---'

/**
 * Parses a YAML text. Throws a {@link SourceFault} with the line if the text is not YAML, or if it is nested too deep. Keys
 * `<<` merge another map, as in YAML 1.1, because many documents have them.
 *
 * This function has its own module, so that other modules can import it on first use. They cannot import the package
 * `yaml` on first use: once bundled, this package has no named exports in a dynamic import.
 */
export function parseYaml(text: string): unknown {
  // Two options are off because they take quadratic time: `prettyErrors` finds the line of each error, and `uniqueKeys`
  // compares the keys of a map.
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false, logLevel: 'error', merge: true })
  const [document, second] = composer.compose(tokensOf(text), true, text.length)
  const [error] = document!.errors
  const [offset] = error?.pos ?? second?.range ?? [0]
  if (error || second)
    throw new SourceFault(error ? reasonOf(error) : SEVERAL, offset, lineIndex(text).at(offset))
  const value: unknown = document!.toJS({ maxAliasCount: MAX_ALIASES })
  if (countValues(value, new Map()) > MAX_VALUES)
    throw new SourceFault(`its aliases make more than ${MAX_VALUES} values of it`)
  if (isTooDeep(value, MAX_FILE_NESTING)) throw tooDeep()
  return value
}

/** The reason for an error. The most frequent error gets a clearer sentence than the parser's. */
function reasonOf({ code, message }: { code: string; message: string }): string {
  return code === 'BLOCK_AS_IMPLICIT_KEY' ? 'A value that contains ": " must be in quotes' : message
}

/**
 * The tokens of a text until the first that is wrong, because there may be millions. Throws at the first that is nested too
 * deep: to build the value before this check would exhaust the memory.
 */
function* tokensOf(text: string): Generator<CST.Token> {
  const parser = new Parser()
  let count = 0
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      yield token
      if (token.type === 'error') return yield* parser.end()
    }
    count += 1
    if (count > MAX_TOKENS)
      throw new SourceFault(
        `it has more than ${MAX_TOKENS} words and signs, too many for YAML; give it as JSON`,
      )
    // Two elements of the stack are not levels of nesting: the first may be the document itself, and the last may be an
    // entry of an object or list.
    if (parser.stack.length > MAX_FILE_NESTING + 2) throw tooDeep()
  }
  yield* parser.end()
}

/** The number of values, with an alias counted at each use; infinite for a value that contains itself. */
function countValues(value: unknown, known: Map<object, number>): number {
  if (typeof value !== 'object' || value === null) return 1
  const before = known.get(value)
  if (before !== undefined) return before
  known.set(value, Number.POSITIVE_INFINITY)
  let count = 1
  for (const member of Object.values(value)) count += countValues(member, known)
  known.set(value, count)
  return count
}

const tooDeep = () => new SourceFault(`it is nested more than ${MAX_FILE_NESTING} levels deep`)
