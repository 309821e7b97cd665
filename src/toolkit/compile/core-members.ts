import data from '../../../templates/record-members.json'
import { asObject } from '../collection/read-shape.js'
import type { JsonValue } from '../model/json.js'
import { nounWords, singularOf } from '../semantics/id-names.js'
import { wordList } from '../semantics/word-list.js'
import { wordsOf } from '../semantics/words.js'
import type { Endpoint } from './endpoint.js'

const listed = (words: string): ReadonlySet<string> => new Set(words.split(', '))

/** The members that say what a record is, whatever its kind. */
const NAMES = listed(data.names)

/** For kinds of records, by the nouns of their paths and titles, the members without which there is no such record. */
const CORE = data.kinds.map(({ nouns, members }) => ({ nouns: listed(nouns), members: listed(members) }))

/** The last word in the name of one id. */
const ID = /^(?:id|uuid|guid)$/

/** First words in names of ids that most records do without. */
const SIDE_ID = wordList('sideIds')

/** Whether a new record needs a member, by its name: a name, its content, the record it belongs to, or the request's own noun. */
export function isCoreMember(key: string, value: JsonValue, { request, intent }: Endpoint): boolean {
  const words = wordsOf(key)
  if (words.length > 1 && ID.test(words.at(-1)!)) return !SIDE_ID.has(words[0]!)
  if (asObject(value)?.id !== undefined) return true
  const path = request.url.path.findLast((segment) => nounWords(segment).length > 0) ?? ''
  const nouns = [...intent.words, ...nounWords(path)].map(singularOf)
  const name = words.join(' ')
  if (NAMES.has(name)) return true
  const [last = ''] = words.slice(-1)
  const before = words.slice(0, -1)
  if (last === 'name' && before.every((word) => nouns.includes(singularOf(word)))) return true
  if (nouns.includes(singularOf(words.join('')))) return true
  return CORE.some((one) => one.members.has(name) && nouns.some((noun) => one.nouns.has(noun)))
}
