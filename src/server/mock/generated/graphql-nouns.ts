import { singularOf } from '../../../toolkit/semantics/id-names.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'

/** Names of members that are lists or pages. Their records are of the kind that the field above them names. */
export const LIST_MEMBERS = /^(?:edges|nodes|items|results|records|list|rows|data)$/
/** Names of members that only a page of a list has. */
export const PAGE_MEMBERS = /^(?:edges|nodes|items|results|records|pageInfo|totalCount|total|count)$/

/** Verbs before the noun in a field name, and words after the noun that describe the query. */
const BEFORE = /^(?:get|list|all|find|search|fetch|create|add|update|edit|delete|remove|upsert|my)$/
const BEHIND = /^(?:list|connection|collection|by|one|many)$/

/**
 * The singular noun in a field name: `product` for `createProduct`, `allProducts` and `productsConnection`. `outer`
 * is the noun of the field above, which is used if the name has none.
 */
export function nounOf(name: string, outer: string): string {
  if (LIST_MEMBERS.test(name) || name === 'node') return outer
  const words = wordsOf(name)
  const start = words.length > 1 && BEFORE.test(words[0]!) ? 1 : 0
  const end = words.findIndex((word, index) => index > start && BEHIND.test(word))
  const noun = words.slice(start, end < 0 ? undefined : end)
  return noun.length === 0 ? outer : [...noun.slice(0, -1), singularOf(noun.at(-1)!)].join(' ')
}
