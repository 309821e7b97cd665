import { pathVariableOf } from './address.js'
import { isIdName, isPlural, nounBefore, singularOf } from './id-names.js'
import { type LiteralKind, literalKind } from './literal-id.js'
import { ID_WORDS } from './placeholder-text.js'
import { wordsOf } from './words.js'

/** Ids that say where a page begins. */
const CURSOR =
  /^(?:since|after|before|max|min|last|next|prev|previous|from|start|starting|ending|cursor|page)$/

/** Words that begin the names of calls about many records. */
const OF_MANY = /^(?:list|search|find|query|filter|all)$/

/**
 * Whether an id outside of the path says which record the request is about, because the path names none: `id` or `user_id` for `/users`,
 * any id where the path speaks of one (`/profile`). `customer_id` for `/orders` only chooses among many.
 */
export function namesOwnRecord(
  name: string,
  { path, title }: { path: readonly string[]; title: string },
): boolean {
  if (!isIdName(name) || path.some(isRecord) || CURSOR.test(wordsOf(name)[0] ?? '')) return false
  const own = wordsOf(name).filter((word) => !ID_WORDS.has(word))
  const noun = nounBefore([...path], path.length)
  if (own.length === 0) return true
  if (noun.length === 0) return false
  if (own.some((word) => singularOf(word) === singularOf(noun.at(-1)!))) return true
  return !isPlural(noun.at(-1)!) && !OF_MANY.test(wordsOf(title)[0] ?? '')
}

const isRecord = (segment: string): boolean =>
  pathVariableOf(segment) !== undefined || segment.includes('{{') || literalKind(segment) !== undefined

/** The kind of id of a literal value; undefined for a variable, a word, a list, a date, or a value that is not a scalar. */
export function idKind(value: unknown): LiteralKind | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  if (text.includes('{{') || text.includes(',')) return undefined
  const kind = literalKind(text)
  return kind === 'date' || kind === 'email' ? undefined : kind
}
