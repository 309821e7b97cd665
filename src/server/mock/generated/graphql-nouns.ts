import { singularOf } from '../../../toolkit/semantics/id-names.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'

/** Members that hold a list or a page of one, whatever the field above them is called. */
export const LIST_MEMBERS = /^(?:edges|nodes|items|results|records|list|rows|data)$/
/** Members of a page. */
export const PAGE_MEMBERS = /^(?:edges|nodes|items|results|records|pageInfo|totalCount|total|count)$/

/** Verbs before the noun of a field, and words after it that describe the query. */
const BEFORE = /^(?:get|list|all|find|search|fetch|create|add|update|edit|delete|remove|upsert|my)$/
const BEHIND = /^(?:list|connection|collection|by|one|many)$/

/** The singular noun of a field: `product` of `createProduct`, `allProducts` and `productsConnection`. */
export function nounOf(name: string, outer: string): string {
  if (LIST_MEMBERS.test(name) || name === 'node') return outer
  const words = wordsOf(name)
  const start = words.length > 1 && BEFORE.test(words[0]!) ? 1 : 0
  const end = words.findIndex((word, index) => index > start && BEHIND.test(word))
  const noun = words.slice(start, end < 0 ? undefined : end)
  return noun.length === 0 ? outer : [...noun.slice(0, -1), singularOf(noun.at(-1)!)].join(' ')
}
