import { hasVariable } from '../template/variables.js'
import { pathVariableOf } from './address.js'
import { isIdName, isPlural, nounBefore, singularOf } from './id-names.js'
import type { Intent } from './intent.js'
import { type LiteralKind, literalKind } from './literal-id.js'
import { ID_WORDS } from './placeholder-text.js'
import { wordList } from './word-list.js'
import { wordsOf } from './words.js'

/**
 * First words in the names of cursors. A cursor is an id that says where a page of a list begins or ends: `after_id`.
 */
const CURSOR = wordList('cursors')

/**
 * Whether an id in the query or body identifies the record that a request reads or changes. For `/users`, this is so
 * for `id` and `user_id`. For `/profile`, which is a single record, it is so for any id. For `/invoices`, it is not so
 * for `customer_id`, which only filters the list. False if the path already has an id.
 */
export function namesOwnRecord(
  name: string,
  { path, intent }: { path: readonly string[]; intent: Intent },
): boolean {
  if (!isIdName(name) || path.some(isRecord) || CURSOR.has(wordsOf(name)[0] ?? '')) return false
  const own = wordsOf(name).filter((word) => !ID_WORDS.has(word))
  const noun = nounBefore([...path], path.length)
  if (own.length === 0) return true
  if (noun.length === 0)
    return own.some((word) => intent.words.some((one) => singularOf(one) === singularOf(word)))
  if (own.some((word) => singularOf(word) === singularOf(noun.at(-1)!))) return true
  return !isPlural(noun.at(-1)!) && !intent.begins('list', 'search')
}

const isRecord = (segment: string): boolean =>
  pathVariableOf(segment) !== undefined || hasVariable(segment) || literalKind(segment) !== undefined

/**
 * The kind of id that a literal value is. Undefined for a variable, a word, a list, a date or an email address, and for
 * values that are neither text nor number.
 */
export function idKind(value: unknown): LiteralKind | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  if (hasVariable(text) || text.includes(',')) return undefined
  const kind = literalKind(text)
  return kind === 'date' || kind === 'email' ? undefined : kind
}
