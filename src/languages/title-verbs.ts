import data from '../../templates/title-verbs.json'
import { phrases } from './word-lists.js'

/** English verbs of titles, each with the verb that every language has: `change` for "edit" and "modify". */
export const titleVerbs: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(data.verbs).flatMap(([verb, line]) => phrases([line]).map((word) => [word, verb])),
)

/** Verbs of `titleVerbs` that are more often nouns in the name of a record: "order" in "Order cancel". */
export const nounVerbs: ReadonlySet<string> = new Set(phrases(data.nouns))

/** Verbs that every language has whose object is new, or new in its place: "sends a reminder", but "cancels the order". */
export const bringingVerbs: ReadonlySet<string> = new Set(phrases(data.bringing))

/** English nouns without an article that are no plurals. */
export const uncountable: ReadonlySet<string> = new Set(phrases(data.uncountable))

/** Words of the address and the name of a request that only proves who a user is, besides the verbs of log-ins and checks. */
export const provingWords: ReadonlySet<string> = new Set(phrases(data.proving))

/** Words of names of personal data: `parts` only beside `data`; `beside` are the other words that such a request may have. */
export const identityWords: Readonly<Record<'data' | 'parts' | 'beside', ReadonlySet<string>>> = {
  data: new Set(phrases(data.identity.data)),
  beside: new Set(phrases(data.identity.beside)),
  parts: new Set(phrases(data.identity.parts)),
}

/** The third person of a verb, in which some have forms of their own: "verifies" for "verify", "calls off" for "call off". */
export const thirdPerson =
  (irregular: Readonly<Record<string, string>>) =>
  (verb: string): string => {
    if (Object.hasOwn(irregular, verb)) return irregular[verb]!
    const [first = '', ...particles] = verb.split(' ')
    if (particles.length > 0) return [thirdPerson(irregular)(first), ...particles].join(' ')
    if (/(?:s|x|z|ch|sh|[^aeiou]o)$/.test(verb)) return `${verb}es`
    return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`
  }
