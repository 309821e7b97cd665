import { memoized } from '../../../text/memoized.js'
import type { JsonValue } from '../../model/json.js'
import { wordsOf } from '../words.js'
import { isGraphqlText } from './graphql-document.js'
import { isSqlText, mayBeSql } from './sql-text.js'
import { isComparison } from './words.js'

/** The kind of a value that determines the effect of a call. */
export type EffectKind =
  /** A GraphQL document. */
  | 'graphql'
  /** A value beside a document that selects an operation: its name, or a stored document. */
  | 'graphql-choice'
  /** SQL, Cypher, SPARQL. */
  | 'sql'
  /** A text that a server executes: a script, an expression, an aggregation pipeline. */
  | 'script'
  /** The method of a remote procedure call. */
  | 'method'
  /** The HTTP method that overrides the sent one. */
  | 'override'
  /** A value that names an action: `action`, `command`; one request of a batch. */
  | 'action'
  /** An address that the server calls or redirects users to: `callback_url`. */
  | 'callback'

const list = (words: string) => new Set(words.trim().split(/\s+/))

/** Names of values that servers execute, regardless of their content. */
const SQL_NAMES = list('sql plsql tsql cypher sparql gremlin hql n1ql sqlquery sqltext')
const SCRIPT_NAMES = list(
  'script scripts javascript groovy painless xquery aql csl kql spl mapreduce mapfunction reducefunction',
)

/**
 * Database operators that run code or write: MongoDB's `$where`, `$function`, `$accumulator`, `$out` and `$merge`.
 */
const OPERATORS = list('$where $function $accumulator $out $merge $eval')

/**
 * Names of values that servers execute if the text looks like code: `code` may also be a country code, `statement` a
 * bank statement.
 */
const MAYBE_SCRIPT = list(
  'code expression statement statements program lambda macro eval js lua bash shell powershell',
)

/** Names of GraphQL documents, which may begin with a brace only. */
const GRAPHQL_NAMES = list('query queries gql graphql document documents')

/** Names of queries, whose text may be SQL in lower case. */
const QUERY_NAMES = list('query queries q statement statements sql text command cql soql')

const ACTIONS = list(
  'action actions operation operations op command commands cmd cmnd event func function fn mode task verb procedure proc act do instruction',
)

/** Names that always mean an action; the others may also name a mode of travel, or events to list. */
const PLAIN_ACTIONS = list(
  'action actions operation operations op command commands cmd cmnd func fn verb procedure proc act do instruction',
)

/**
 * The kind of a value by its name; undefined if the name is ambiguous. `_method` and `method` are distinguished by
 * their locations.
 */
export const kindByName: (name: string) => 'sql' | 'script' | 'action' | undefined = memoized((name) => {
  if (OPERATORS.has(name)) return 'script'
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  const joined = words.join('')
  if (words.some((word) => SQL_NAMES.has(word)) || SQL_NAMES.has(joined)) return 'sql'
  if (SCRIPT_NAMES.has(last) || SCRIPT_NAMES.has(joined) || (words[0] === 'script' && isBodyOfText(last)))
    return 'script'
  return words.length === 1 && ACTIONS.has(last) ? 'action' : undefined
})

const isBodyOfText = (word: string) => /^(?:source|text|body|content|code|fields)$/.test(word)

/** Whether a name always means an action. */
export const isPlainAction = (name: string): boolean => PLAIN_ACTIONS.has(wordsOf(name).join(' '))

/** Whether a name is an action name or ends as one: `action`, `user_action`, `bulkOperation`. */
export function namesAction(name: string): boolean {
  return kindByName(name) === 'action' || PLAIN_ACTIONS.has(wordsOf(name).at(-1) ?? '')
}

/** Names of addresses that a server calls after an event, or to which it sends the response. */
const CALLBACK =
  /^(?:callbacks?|webhooks?|hooks?|postbacks?|notify|notification|notifications|return|redirect|success|failure|cancel|ping)$/
const ADDRESS = /^(?:url|uri|urls|uris|endpoint|address|to|target)$/

/**
 * Whether a value is an address that the server calls: by its name, or as a URL with a callback's name (`callback`
 * alone is JSONP's).
 */
export function isCallback(name: string, text: string): boolean {
  const named = callbackIn(name)
  return named === 'address' || (named === 'event' && /^https?:\/\//i.test(text.trim()))
}

/** Whether a name is that of a callback's address, or of a callback alone. */
const callbackIn: (name: string) => 'address' | 'event' | undefined = memoized((name) => {
  const words = wordsOf(name)
  const index = words.findIndex((word) => CALLBACK.test(word))
  if (index < 0) return undefined
  return words.slice(index + 1).some((word) => ADDRESS.test(word)) ? 'address' : 'event'
})

/**
 * The kind of a text by its content; where the content is ambiguous, the name must agree. Undefined for ordinary
 * values.
 */
export function kindByContent(name: string, text: string): 'graphql' | 'sql' | 'script' | undefined {
  if (isPlainText(text)) return undefined
  const last = wordsOf(name).at(-1) ?? ''
  if (isGraphqlText(text, GRAPHQL_NAMES.has(last))) return 'graphql'
  if (isSqlText(text, QUERY_NAMES.has(last))) return 'sql'
  // Flux, whose functions also write.
  if (QUERY_NAMES.has(last) && text.includes('|>')) return 'script'
  return MAYBE_SCRIPT.has(last) && looksLikeProgram(text) ? 'script' : undefined
}

/** Whether a text is one word, number or id, which is never a program, unless it is a word of SQL. */
const isPlainText = (text: string) => /^[\w.@:/-]*$/.test(text) && !mayBeSql(text)

/**
 * Whether a list is an aggregation pipeline, in which each stage is an object of operators: `[{ "$match": ... }, {
 * "$out": ... }]`.
 */
export function isPipeline(list: readonly JsonValue[]): boolean {
  return list.length > 0 && list.every(isStage)
}

function isStage(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => key.startsWith('$'))
}

/** Whether a text is more than a word, a number or a sentence: calls, blocks, arrows, comparisons, assignments. */
function looksLikeProgram(text: string): boolean {
  return /\w\s?\(|=>|[;{}]|[=!<>]=|\s=\s/.test(text.slice(0, 4_000))
}

/**
 * Whether a value is an action: a name or a number. Comparisons and switches are not actions, and an object is one
 * only if its name always means an action.
 */
export function isAction(name: string, value: JsonValue | undefined, text: string): boolean {
  if (typeof value === 'boolean') return false
  if (typeof value === 'object' && value !== null) return isPlainAction(name)
  return text.trim() === '' || !isComparison(text)
}
