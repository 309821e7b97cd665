import { memoized } from '../../../text/memoized.js'
import type { JsonValue } from '../../model/json.js'
import { wordList } from '../word-list.js'
import { wordsOf } from '../words.js'
import { namesTrial } from './changed-values.js'
import { actionNames } from './foreign-verbs.js'
import { isGraphqlText } from './graphql-document.js'
import { isMethodOverride } from './nested-request.js'
import { isLikeProse, isSqlText, isWritingProgram, mayBeSql } from './sql-text.js'
import { isComparison, namesSwitch } from './words.js'

/** The kinds of values that decide what a call does. */
export type EffectKind =
  | 'graphql'
  /** A value that selects what runs: the name of an operation in a document, or the id of a stored document. */
  | 'graphql-choice'
  | 'sql'
  /** A text that a server executes: a script, an expression, an aggregation pipeline. */
  | 'script'
  | 'method'
  | 'override'
  /**
   * A value that names an action, such as the value of `action` or `command`. The method and the address of a request
   * in a batch are also of this kind.
   */
  | 'action'
  /** An address that the server calls or redirects users to, `callback_url`, or to which it moves what is meant. */
  | 'callback'
  /** A value that orders something under a name that may mean anything: `type=deleteUser`, `x=delete`. */
  | 'word'

/** Names of values that servers execute, whatever their content is. */
const SQL_NAMES = wordList('sqlNames')
const SCRIPT_NAMES = wordList('scriptNames')

/**
 * Database operators that run code or write: MongoDB's `$where`, `$function`, `$accumulator`, `$out` and `$merge`.
 */
const OPERATORS = wordList('databaseOperators')

/**
 * Names of values that servers may execute. They count only if the text looks like code: `code` may be a country code,
 * and `statement` a bank statement.
 */
const MAYBE_SCRIPT = wordList('maybeScripts')

/** Names of GraphQL documents. A document with such a name may begin with a brace. */
const GRAPHQL_NAMES = wordList('graphqlNames')

const QUERY_NAMES = wordList('queryNames')

/** Whether a name is that of a query in a language such as SQL. */
export const namesQuery = (name: string): boolean => QUERY_NAMES.has(wordsOf(name).at(-1) ?? '')

/** Names in `QUERY_NAMES` that people also give to texts in their own language: "Call back". */
const PROSE_NAMES = new Set(['q', 'text'])

const ACTIONS = wordList('actions')

/**
 * Names that always mean an action. The other words in `ACTIONS` have more meanings: `mode` may be a mode of travel.
 */
const PLAIN_ACTIONS = wordList('plainActions')

/** Names with which a request also chooses what a server runs. They have many other meanings, so their value must say a command. */
const DISPATCHES = wordList('dispatchNames')

/** Whether a name may choose what runs: `type`, `route`, `messageType`. */
export function namesDispatch(name: string): boolean {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  return DISPATCHES.has(words.join('')) || (last.length > 1 && DISPATCHES.has(last))
}

/**
 * The kind of a value by its name; undefined if the name can mean several things. The names `_method` and `method` give
 * undefined, because their kind depends on their position in the request.
 */
export const kindByName: (name: string) => 'sql' | 'script' | 'action' | undefined = memoized((name) => {
  if (OPERATORS.has(name)) return 'script'
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  const joined = words.join('')
  if (words.some((word) => SQL_NAMES.has(word)) || SQL_NAMES.has(joined)) return 'sql'
  if (SCRIPT_NAMES.has(last) || SCRIPT_NAMES.has(joined) || (words[0] === 'script' && isBodyOfText(last)))
    return 'script'
  return (words.length === 1 && ACTIONS.has(last)) || actionNames().has(joined) ? 'action' : undefined
})

const isBodyOfText = (word: string) => /^(?:source|text|body|content|code|fields)$/.test(word)

export const isPlainAction = (name: string): boolean => PLAIN_ACTIONS.has(wordsOf(name).join(' '))

/** Whether a name is that of an action, or ends with the word for one: `action`, `user_action`, `bulkOperation`. */
export function namesAction(name: string): boolean {
  return kindByName(name) === 'action' || PLAIN_ACTIONS.has(wordsOf(name).at(-1) ?? '')
}

/** Words in the names of addresses that a server calls after an event, or to which it redirects users. */
const CALLBACK = wordList('callbacks')
const ADDRESS = /^(?:url|uri|urls|uris|endpoint|address|to|target)$/

/**
 * Whether a value is an address that the server calls. Its name says so, or it is a URL and its name is that of a
 * callback. The name `callback` alone is not enough, because JSONP has a parameter of this name.
 */
export function isCallback(name: string, text: string): boolean {
  const named = callbackIn(name)
  return named === 'address' || (named === 'event' && /^https?:\/\//i.test(text.trim()))
}

/**
 * What the name of a callback says: `address` if it has a word for an address (`callback_url`), else `event`
 * (`on_success`).
 */
const callbackIn: (name: string) => 'address' | 'event' | undefined = memoized((name) => {
  const words = wordsOf(name)
  const index = words.findIndex((word) => CALLBACK.has(word))
  if (index < 0) return undefined
  return words.slice(index + 1).some((word) => ADDRESS.test(word)) ? 'address' : 'event'
})

/**
 * Whether a name alone can show that its value decides the effect. For any other name, only the content of the value
 * shows it.
 */
export const isTellingName: (name: string) => boolean = memoized(
  (name) =>
    name === 'methodName' ||
    isMethodOverride(name) ||
    kindByName(name) !== undefined ||
    callbackIn(name) !== undefined ||
    namesSwitch(name, { isOfRecord: true }) ||
    namesTrial(name) ||
    namesDispatch(name),
)

/** The kind of a text by its content. If the content is not clear, the name must match too. */
export function kindByContent(name: string, text: string): 'graphql' | 'sql' | 'script' | undefined {
  if (isPlainText(text)) return undefined
  const last = wordsOf(name).at(-1) ?? ''
  if (isGraphqlText(text, GRAPHQL_NAMES.has(last))) return 'graphql'
  if (isSqlText(text, QUERY_NAMES.has(last) && !(PROSE_NAMES.has(last) && isLikeProse(text)))) return 'sql'
  // A query with `|>` is in the language Flux (InfluxDB). Some functions of Flux write, so the query counts as a
  // script.
  if (QUERY_NAMES.has(last) && (text.includes('|>') || isWritingProgram(text))) return 'script'
  if (WRITING_STAGE.test(text)) return 'script'
  return MAYBE_SCRIPT.has(last) && looksLikeProgram(text) ? 'script' : undefined
}

/** A stage or an operator of MongoDB that writes or runs code, in a text of JSON: `[{"$out":"users"}]`. */
const WRITING_STAGE = /["']\$(?:out|merge|function|accumulator|eval)["']\s*:/

/**
 * Whether a text is one word, number or id, and therefore not a program. False if the text contains a word that can
 * begin an SQL statement.
 */
export const isPlainText = (text: string): boolean => /^[\w.@:/-]*$/.test(text) && !mayBeSql(text)

/**
 * Whether a list is an aggregation pipeline. Each of its stages is an object with operators as keys:
 * `[{ "$match": ... }, { "$out": ... }]`.
 */
export function isPipeline(list: readonly JsonValue[]): boolean {
  return list.length > 0 && list.every(isStage)
}

function isStage(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => key.startsWith('$'))
}

/** Whether a text looks like code: it contains a function call, a block, an arrow, a comparison or an assignment. */
function looksLikeProgram(text: string): boolean {
  return /\w\s?\(|=>|[;{}]|[=!<>]=|\s=\s/.test(text.slice(0, 4_000))
}

/**
 * Whether a value is an action, if the name of its member is that of an action. Names and numbers are actions; booleans
 * and comparison operators are not. An object is an action only if the name of the member always means an action.
 */
export function isAction(name: string, value: JsonValue | undefined, text: string): boolean {
  if (typeof value === 'boolean') return false
  if (typeof value === 'object' && value !== null) return isPlainAction(name)
  return text.trim() === '' || !isComparison(text)
}
