import type { JsonValue } from '../../model/json.js'
import { wordsOf } from '../words.js'
import { isGraphqlText } from './graphql-document.js'
import { isSqlText } from './sql-text.js'

/** What a value that decides about the effect of a call is. */
export type EffectKind =
  /** A GraphQL document. */
  | 'graphql'
  /** What belongs to a document and chooses an operation: its name, a stored one. */
  | 'graphql-choice'
  /** SQL, Cypher, SPARQL. */
  | 'sql'
  /** A text that a server runs: a script, an expression, an aggregation pipeline. */
  | 'script'
  /** The method of a remote procedure call. */
  | 'method'
  /** The HTTP method that counts instead of the one that is sent. */
  | 'override'
  /** A value that names what is to be done: `action`, `command`. */
  | 'action'

const list = (words: string) => new Set(words.trim().split(/\s+/))

/** Names of values that servers run, whatever the text looks like. */
const SQL_NAMES = list('sql plsql tsql cypher sparql gremlin hql n1ql sqlquery sqltext')
const SCRIPT_NAMES = list(
  'script scripts javascript groovy painless xquery mapreduce mapfunction reducefunction',
)

/** Operators of stores that run code or write: MongoDB's `$where`, `$function`, `$accumulator`, `$out` and `$merge`. */
const OPERATORS = list('$where $function $accumulator $out $merge $eval')

/** Names of values that servers run when the text looks like it: `code` is also a country's, `statement` also a bank's. */
const MAYBE_SCRIPT = list(
  'code expression statement statements program lambda macro eval js lua bash shell powershell',
)

/** Names of documents, which may begin with a brace alone. */
const GRAPHQL_NAMES = list('query gql graphql document')

/** Names of queries, whose text may be SQL in lower case. */
const QUERY_NAMES = list('query q statement statements sql text command cql soql')

const ACTIONS = list(
  'action actions operation operations op command commands cmd event func function fn mode task verb procedure proc act do instruction',
)

/** Of those, the ones that name what is done and nothing else; the others also name a mode of travel, or events to list. */
const PLAIN_ACTIONS = list(
  'action actions operation operations op command commands cmd func fn verb procedure proc act do instruction',
)

/** What a value is by its name; undefined where the name says nothing. `_method` and `method` are told apart by their places. */
export function kindByName(name: string): 'sql' | 'script' | 'action' | undefined {
  if (OPERATORS.has(name)) return 'script'
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  const joined = words.join('')
  if (words.some((word) => SQL_NAMES.has(word)) || SQL_NAMES.has(joined)) return 'sql'
  if (SCRIPT_NAMES.has(last) || SCRIPT_NAMES.has(joined) || (words[0] === 'script' && isBodyOfText(last)))
    return 'script'
  return words.length === 1 && ACTIONS.has(last) ? 'action' : undefined
}

const isBodyOfText = (word: string) => /^(?:source|text|body|content|code|fields)$/.test(word)

/** Whether a name means what is done and nothing else. */
export const isPlainAction = (name: string): boolean => PLAIN_ACTIONS.has(wordsOf(name).join(' '))

/** What a text is by its content, its name helping where both must agree; undefined for a value like others. */
export function kindByContent(name: string, text: string): 'graphql' | 'sql' | 'script' | undefined {
  const last = wordsOf(name).at(-1) ?? ''
  if (isGraphqlText(text, GRAPHQL_NAMES.has(last))) return 'graphql'
  if (isSqlText(text, QUERY_NAMES.has(last))) return 'sql'
  return MAYBE_SCRIPT.has(last) && looksLikeProgram(text) ? 'script' : undefined
}

/** Whether a list is one of stages, each an object of operators: `[{ "$match": ... }, { "$out": ... }]`. */
export function isPipeline(list: readonly JsonValue[]): boolean {
  return list.length > 0 && list.every(isStage)
}

function isStage(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => key.startsWith('$'))
}

/** More than a word, a number or a sentence: calls, blocks, arrows, comparisons, assignments. */
function looksLikeProgram(text: string): boolean {
  return /\w\s?\(|=>|[;{}]|[=!<>]=|\s=\s/.test(text.slice(0, 4_000))
}
