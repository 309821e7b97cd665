import { cutWords } from '../../../languages/cut-words.js'
import type { Language } from '../../../languages/language.js'
import { withoutAccents } from '../../../languages/word-lists.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { stemsOf } from '../../../toolkit/search/known-stem.js'
import type { Lexicon } from '../../../toolkit/search/lexicon.js'
import { beginningOf } from '../../../toolkit/semantics/words.js'
import type { Catalog } from './catalog.js'
import { only } from './filling.js'
import { idOf, labelOf } from './labels.js'
import { nounOf } from './nouns.js'
import type { CallResult } from './results.js'
import { isObject, itemsOf, thingOf } from './results.js'
import type { Listening, RouterConversation } from './situation.js'
import { thingOfSlot } from './slots.js'

/** A record in the result of an earlier call. */
export interface Known {
  noun: string
  id: string | number
  label?: string
}

/**
 * Replaces words that refer to records: "delete the second one" becomes "delete invoice 2", "rename it" becomes "rename
 * invoice 2". All later steps then need to understand only such plain sentences.
 */
export function resolveReferences(
  text: string,
  { conversation, ...listening }: Listening & { conversation: RouterConversation },
): string {
  const lists = conversation.results.map((result) => knownThings(result, listening))
  const named = replaceNames(text, { things: lists.flat(), ...listening })
  const placed = replacePlaces(named, { lists, ...listening })
  const [result] = conversation.results
  const thing = lastThing(conversation, listening)
  const single = replacePronouns(placed, { thing, ...listening })
  if (!result) return beginningOf(single)
  const noun = resultNoun(result.tool, listening)
  const plural = single.replace(listening.language.pluralPronoun, () => noun)
  const standIns = replaceStandIns(plural, { noun, ...listening })
  return beginningOf(result.isError ? standIns : nameBareId(standIns, { noun, ...listening }))
}

function knownThings(result: CallResult, listening: Listening): Known[] {
  if (result.isError) return []
  const noun = resultNoun(result.tool, listening)
  const items = itemsOf(result.content)?.items ?? [thingOf(result.content) ?? null]
  return items.flatMap((item) => known(item, noun))
}

function known(item: JsonValue, noun: string): Known[] {
  if (!isObject(item)) return isPlainId(item) ? [{ noun, id: item }] : []
  const id = idOf(item, noun.split(' '))
  const label = labelOf(item)
  return isPlainId(id) ? [{ noun, id, ...(label !== undefined && { label }) }] : []
}

const longestId = 128

/**
 * Whether a value can be inserted into the user's sentence as an id. An id with spaces would add words to the sentence.
 */
function isPlainId(id: JsonValue | undefined): id is string | number {
  return (
    typeof id === 'number' ||
    (typeof id === 'string' && id.length <= longestId && /^[\p{L}\p{N}._:@/-]+$/u.test(id))
  )
}

function resultNoun(name: string, { catalog, language }: Listening): string {
  const { one } = nounOf(catalog.find(name), { name, catalog, language })
  const last = one.split(' ').at(-1)!
  // If the titles are in a language that the agent understands but does not speak, a plural noun is translated to an
  // English singular: "libri" gives "book".
  const { isPlural, matchesBeginnings } = catalog.lexicon.language
  const [english] = matchesBeginnings && isPlural(last) ? catalog.lexicon.translate(last) : []
  return english ?? one
}

function replaceNames(text: string, { things, catalog, language }: Listening & { things: Known[] }): string {
  let resolved = text
  for (const thing of things) {
    const label = thing.label?.trim()
    if (!label || label.length < 2 || catalog.lexicon.isStopWord(label.toLowerCase())) continue
    // `findName` is slow. It is called only if the text contains the name. Most names of a long list are not in the
    // text.
    if (!resolved.toLowerCase().includes(label.toLowerCase())) continue
    const found = findName(resolved, label)
    if (!found) continue
    const head = resolved.slice(0, found.start).trimEnd()
    const before = head.split(/[^\p{L}]+/u).at(-1)!
    if (givesName(before.toLowerCase(), { catalog, language })) continue
    const repeats = before !== '' && before.toLowerCase() === thing.noun.split(' ').at(-1)
    const start = repeats ? head.length - before.length : found.start
    resolved = resolved.slice(0, start) + plain(thing) + resolved.slice(found.end)
  }
  return resolved
}

/**
 * Whether the word before a name shows that a record gets this name ("called Rex", "to Rex"). The name then refers to
 * no existing record.
 */
function givesName(word: string, { catalog, language }: Pick<Listening, 'catalog' | 'language'>): boolean {
  return catalog.lexicon.language.naming.has(word) || language.renaming.has(word) || word === 'is'
}

/**
 * The position of a name in a text, including an `'s` after it. Upper and lower case are the same. Undefined if the
 * name is not found or is part of another word. Also undefined for a name in quotes, because it is a value and refers
 * to no record.
 */
export function findName(text: string, name: string): { start: number; end: number } | undefined {
  const [folded, wanted] = [withoutCase(text), withoutCase(name)]
  for (let start = folded.indexOf(wanted); start >= 0; start = folded.indexOf(wanted, start + 1)) {
    const end = start + wanted.length
    const own = /^['’]s/i.exec(text.slice(end, end + 2))?.[0] ?? ''
    const ends = [end + own.length, end].filter((place) => !touchesWord.test(text.slice(place, place + 2)))
    if (ends[0] !== undefined && !/[\p{L}\p{N}"']$/u.test(text.slice(Math.max(0, start - 2), start)))
      return { start, end: ends[0] }
  }
  return undefined
}

const touchesWord = /^[\p{L}\p{N}"']/u

/** The text in lower case, but with the same length. A character whose lower case is longer stays unchanged. */
function withoutCase(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from(text, (char) =>
    char.toLowerCase().length === char.length ? char.toLowerCase() : char,
  ).join('')
}

/** Replaces a position in a list by the record there: "the second one" or "the second invoice" becomes "invoice 7". */
function replacePlaces(
  text: string,
  { lists, ...listening }: Listening & { lists: readonly Known[][] },
): string {
  const place = findPlace(text, { lists, ...listening })
  return place?.thing
    ? `${text.slice(0, place.start).trimEnd()} ${plain(place.thing)}${text.slice(place.end)}`
    : text
}

/** The first phrase that names a position in a list, such as "the second one", with the record at this position. */
export function findPlace(
  text: string,
  { lists, language, catalog }: Pick<Listening, 'language' | 'catalog'> & { lists: readonly Known[][] },
): { thing: Known | undefined; start: number; end: number } | undefined {
  const words = [...text.matchAll(/[\p{L}\p{N}_'’-]+/gu)]
  for (const [at, word] of words.entries()) {
    const place = withoutAccents(word[0].toLowerCase())
    const number = Object.hasOwn(language.ordinals, place) ? language.ordinals[place]! : undefined
    if (number === undefined || isTime(words[at + 1]?.[0] ?? '', language)) continue
    const list = listAt(words[at + 1]?.[0].toLowerCase(), { lists, catalog })
    const things = [...language.placeholders, ...new Set(list.map(({ noun }) => noun))]
    const said = nounAt(words[at + 1], { list, catalog })
    const end = said ?? endOfPlace(text, { from: word.index + word[0].length, things })
    if (end < 0) continue
    const thing = list.at(number > 0 ? number - 1 : number)
    const article = words[at - 1]
    const hasArticle = article !== undefined && language.articles.includes(article[0].toLowerCase())
    return { thing, start: hasArticle ? article.index : word.index, end }
  }
  return undefined
}

/** Whether a word means a time: "Monday" in "last Monday", "week" in "the first week". */
function isTime(word: string, { weekdays, months, periods }: Language): boolean {
  const lower = word.toLowerCase()
  return periods.has(lower) || weekdays.includes(lower) || months.some((forms) => forms.includes(lower))
}

/** Whether a word and the noun of a record are forms or translations of the same word. */
function isNounFor(word: string, { noun, lexicon }: { noun: string; lexicon: Lexicon }): boolean {
  const own = stemsOf(noun.split(' ').at(-1)!, lexicon)
  return stemsOf(withoutAccents(word), lexicon).some((stem) => own.includes(stem))
}

/**
 * The list that "the second invoice" refers to. It is the latest list whose records have the noun after the ordinal. If
 * there is none, it is the latest list with more than one record. Empty if the noun means records that were not listed.
 */
function listAt(
  next: string | undefined,
  { lists, catalog: { lexicon, vocabulary } }: { lists: readonly Known[][]; catalog: Catalog },
): Known[] {
  const named = next && lists.find((list) => list[0] && isNounFor(next, { noun: list[0].noun, lexicon }))
  if (named) return named
  const isOther = next !== undefined && stemsOf(withoutAccents(next), lexicon).some(vocabulary.isThing)
  return isOther ? [] : (lists.find((list) => list.length > 1) ?? lists[0] ?? [])
}

/** The position after the word behind an ordinal, if this word is a form of the list's noun: "libro" for "libri". */
function nounAt(
  next: RegExpExecArray | undefined,
  { list: [first], catalog: { lexicon } }: { list: Known[]; catalog: Catalog },
): number | undefined {
  if (!next || !first || !isNounFor(next[0].toLowerCase(), { noun: first.noun, lexicon })) return undefined
  return next.index + next[0].length
}

/**
 * The position after a phrase such as "second invoice" or just "second". -1 if the ordinal belongs to another phrase.
 */
function endOfPlace(text: string, { from, things }: { from: number; things: string[] }): number {
  const behind = text.slice(from)
  const space = behind.length - behind.trimStart().length
  const next = behind.trimStart().toLowerCase()
  const ends = things
    .filter((thing) => space > 0 && next.startsWith(thing.toLowerCase()))
    .map((thing) => from + space + thing.length)
  return [...ends, from].find((end) => /^\s*(?:[.,;!?]|$)|^\s\s*\p{L}/u.test(text.slice(end))) ?? -1
}

function replacePronouns(
  text: string,
  { thing, language }: Listening & { thing: Known | undefined },
): string {
  return thing ? text.replace(language.pronoun, plain(thing)) : text
}

/**
 * Replaces "one" by the noun of the last result. With the noun "branch", "the one called develop" becomes "the branch
 * called develop".
 */
function replaceStandIns(text: string, { noun, language }: Listening & { noun: string }): string {
  const words = text.split(' ')
  const isStandIn = (word: string, at: number) =>
    language.articles.includes(words[at - 1]?.toLowerCase() ?? '') && language.placeholders.includes(word)
  return words.map((word, at) => (isStandIn(word, at) ? noun : word)).join(' ')
}

/**
 * Inserts the noun of the last result before an id. With the noun "warehouse", "remove W61" becomes "remove warehouse
 * W61".
 */
function nameBareId(text: string, { noun, catalog }: Listening & { noun: string }): string {
  const { lexicon, vocabulary } = catalog
  if (cutWords(text).some((word) => vocabulary.isThing(lexicon.stem(word)))) return text
  const code = only(text.split(' ').filter((word) => /^\p{L}[\p{L}_-]*\d[\p{L}\d_-]*[.!?]?$/u.test(word)))
  if (code === undefined) return text
  const before = cutWords(text.slice(0, text.indexOf(code))).at(-1) ?? ''
  const stem = lexicon.stem(before)
  // The word before the id may be its noun already: "invite I42" can name an invite. In that case, no noun is inserted.
  const isNoun = vocabulary.isSubject(stem) && !vocabulary.isVerb(stem)
  if (isNoun || !(lexicon.isActionWord(before) || lexicon.isStopWord(before))) return text
  return text.replace(code, () => `${noun} ${code}`)
}

/**
 * The record that was mentioned last. If the path of the last call ends with an id, it is the record with this id.
 * Otherwise, it is the only record in the result, or else the record that the arguments identify.
 */
export function lastThing(conversation: RouterConversation, listening: Listening): Known | undefined {
  const [result] = conversation.results
  if (!result) return undefined
  const tool = listening.catalog.find(result.tool)
  const asked = fromInput(result, listening)
  if (asked && tool && listening.catalog.facts(tool).resource.single) return asked
  const things = knownThings(result, listening)
  if (things.length !== 1) return asked
  return asked && isIdOf(asked, { id: things[0]!.id, content: result.content }) ? asked : things[0]
}

/** Whether the id in a result is that of another record: `{ "shelfId": 4, "weight": 12 }` has the id of a shelf. */
function isIdOf({ noun }: Known, { id, content }: { id: Known['id']; content: JsonValue }): boolean {
  const named = `${cutWords(noun).join('')}id`
  return Object.entries(thingOf(content) ?? {}).some(
    ([name, value]) => value === id && cutWords(name).join('') === named,
  )
}

function fromInput(result: CallResult, { catalog, language }: Listening): Known | undefined {
  const tool = catalog.find(result.tool)
  if (!tool) return undefined
  for (const slot of catalog.slots(tool)) {
    const id = slot.thing && valueAt(result.input, slot.route)
    if (!slot.thing || !isPlainId(id)) continue
    return { noun: thingOfSlot(slot, language)!, id }
  }
  return undefined
}

function valueAt(input: JsonObject, route: string[]): JsonValue | undefined {
  let at: JsonValue | undefined = input
  for (const step of route) at = isObject(at) ? at[step] : undefined
  return at
}

/** A record as text: `invoice 7`. An id that looks like a word is quoted: `tag "new"`. */
function plain({ noun, id }: Known): string {
  return /^[\w-]+$/.test(String(id)) && /\d/.test(String(id)) ? `${noun} ${id}` : `${noun} "${id}"`
}
