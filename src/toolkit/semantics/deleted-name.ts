import { decodeUri } from '../../text/decode-uri.js'
import { isPlural, nounWords, singularOf, VERBS } from './id-names.js'
import type { LiteralConventions } from './path-conventions.js'
import { wordsOf } from './words.js'

/**
 * Path segments that are not ids, although they are at the position of an id. They mean the user (`me`) or a selection
 * of records (`latest`).
 */
export const WORDS = /^(me|self|mine|my|current|whoami|all|new|latest|default|-|~|\*|index|count)$/i

interface DeletedPlace {
  path: string[]
  index: number
  context: { method: string; title: string; conventions: LiteralConventions }
}

/**
 * Whether the last segment of a DELETE path is the name of a record. It is such a name if the title of the request does
 * not contain it. For example, `chair` in `DELETE /item/chair` is a name if the title is "Delete article".
 *
 * If other requests have a variable at this position, the title must also mention the noun before the segment. For
 * example, the title "Delete target" does not mention an archive, so `storage` in `DELETE /archive/storage` is not the
 * name of a record.
 */
export function isDeletedName({ path, index, context }: DeletedPlace): boolean {
  const { method, title, conventions } = context
  if (method !== 'DELETE' || path.slice(index + 1).some((segment) => segment !== '')) return false
  const own = wordsOf(decodeUri(path[index]!))
  const words = wordsOf(title)
  const before = path[index - 1] ?? ''
  if (words.length < 2) return false
  if (own.length > 1) return isSlug(own, { noun: nounWords(before).at(-1) ?? '', words })
  const isVariable = conventions.namesAfter.has(before.toLowerCase())
  if (isVariable && !nounWords(before).some((noun) => mentions(words, singularOf(noun)))) return false
  const isAfterNoun = nounWords(before).length > 0 && !WORDS.test(before)
  if (!isAfterNoun || nounWords(path[index]!).length === 0 || isPlural(own[0]!)) return false
  return !mentions(words, own[0]!)
}

/** Whether a title has a word or a related word: "Unblock user" mentions `block` and `blocked`. */
export const mentions = (title: readonly string[], word: string) =>
  title.some((one) => {
    const stem = word.slice(0, 4)
    return stem.length < 4 ? one.startsWith(stem) : one.includes(stem)
  }) || title.some((one) => one.endsWith(word) || word.startsWith(one))

/**
 * Whether a segment of several words is the name of a record. For example, `demo-shirt` in `/products/demo-shirt` is
 * such a name if the title is "Delete product". The noun before the segment must be a plural, and the title must
 * contain this noun. False if a word of the segment is a verb or a word of `OF_MANY`, or if the title contains all
 * words of the segment.
 */
function isSlug(
  own: readonly string[],
  { noun, words }: { noun: string; words: readonly string[] },
): boolean {
  const isOfNoun = isPlural(noun) && words.some((word) => singularOf(word) === singularOf(noun))
  return (
    isOfNoun &&
    !own.some((word) => VERBS.has(word) || OF_MANY.test(word)) &&
    !own.every((word) => words.includes(word))
  )
}

/**
 * Words that show that a segment is about several records, or about a part of them, and is not the name of a record.
 */
const OF_MANY = /^(?:all|bulk|batch|many|multiple|selected|expired|old|read|unread|by|my|own|current|cache)$/
