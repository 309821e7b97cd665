import { hasVariable } from '../template/variables.js'
import { pathVariableOf } from './address.js'
import { isOrder } from './effect/words.js'
import { isIdName, isPlural, nounBefore, nounWords, singularOf } from './id-names.js'
import type { Intent } from './intent.js'
import { type LiteralKind, literalKind } from './literal-id.js'
import { ID_WORDS } from './placeholder-text.js'
import { wordList } from './word-list.js'
import { wordsOf } from './words.js'

/** First words of cursors, which say where a page begins or ends: `after_id`. */
const CURSOR = wordList('cursors')

/** Whether an id identifies the record of the request: `user_id` for `/users`, any for `/profile`; not `customer_id` for `/invoices`. */
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
  // Before an act, as in `/forum/toggle-votes`, the path names the record: `forumId`.
  const last = path.findLast((segment) => segment !== '') ?? ''
  const nouns = isOrder(wordsOf(last)[0] ?? '') ? path.flatMap(nounWords) : noun.slice(-1)
  if (own.some((word) => nouns.some((one) => singularOf(one) === singularOf(word)))) return true
  return !isPlural(noun.at(-1)!) && !intent.begins('list', 'search')
}

const isRecord = (segment: string): boolean =>
  pathVariableOf(segment) !== undefined || hasVariable(segment) || literalKind(segment) !== undefined

/** The kind of a literal id; undefined for anything else, also dates and email addresses. */
export function idKind(value: unknown): LiteralKind | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  if (hasVariable(text) || text.includes(',')) return undefined
  const kind = literalKind(text)
  return kind === 'date' || kind === 'email' ? undefined : kind
}
