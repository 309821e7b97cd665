import { cutWords } from '../../../languages/cut-words.js'
import type { Language } from '../../../languages/language.js'
import { withoutAccents } from '../../../languages/word-lists.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import { stemsOf } from '../../../toolkit/search/known-stem.js'
import type { Lexicon } from '../../../toolkit/search/lexicon.js'
import { beginningOf } from '../../../toolkit/semantics/words.js'
import { valueAt } from './fill.js'
import { only } from './filling.js'
import { nounOf } from './nouns.js'
import { idOf, isObject, labelOf } from './records.js'
import { type CallResult, itemsOf, thingOf } from './results.js'
import type { Listening, RouterConversation } from './situation.js'
import { thingOfSlot } from './slots.js'
import { quotedIn } from './tokens.js'
import { endingActions } from './verbs.js'

/** A record in the result of an earlier call. */
export interface Known {
  noun: string
  id: string | number
  label?: string
}

/**
 * Replaces words that refer to records: "delete the second one" becomes "delete invoice 2", "delete that invoice" and
 * "delete it" become "delete invoice 2". All later steps then need to understand only such plain sentences.
 */
export function resolveReferences(
  text: string,
  { conversation, ...listening }: Listening & { conversation: RouterConversation },
): string {
  // A quoted text is a value, so nothing in it is a reference.
  const quotes = quotedIn(text)
  const open = quotes.reduce((rest, quoted) => rest.replace(quoted, () => placeholder), text)
  const resolved = resolveOpen(open, { conversation, ...listening })
  return beginningOf(quotes.reduce((rest, quoted) => rest.replace(placeholder, () => quoted), resolved))
}

/** Stands for a quoted text while references are resolved. It is no word. */
const placeholder = '"\uE000"'

function resolveOpen(
  text: string,
  { conversation, ...listening }: Listening & { conversation: RouterConversation },
): string {
  const { language } = listening
  const lists = conversation.results.map((result) => knownThings(result, listening))
  const named = replaceNames(text, { things: lists.flat(), ...listening })
  const placed = replacePlaces(named, { lists, ...listening })
  const thing = thingPointedAt(placed, { conversation, ...listening })
  const pointed = thing ? replacePointers(placed, { thing, ...listening }) : placed
  const isAsked = asksWhichRecord(pointed, listening)
  const single = thing && !isAsked ? pointed.replace(language.pronoun, plain(thing)) : pointed
  const [result] = conversation.results
  if (!result) return single
  const noun = resultNoun(result.tool, listening)
  const plural = single.replace(language.pluralPronoun, () => noun)
  const words = plural.split(' ')
  // "One" stands for the noun of the last result: "the one called develop" becomes "the branch called develop".
  const isStandIn = (word: string, at: number) =>
    language.articles.includes(words[at - 1]?.toLowerCase() ?? '') && language.placeholders.includes(word)
  const standIns = words.map((word, at) => (isStandIn(word, at) ? noun : word)).join(' ')
  return result.isError ? standIns : nameBareId(standIns, { noun, ...listening })
}

/** The records of a result, with their ids. */
export function knownThings(result: CallResult, listening: Listening): Known[] {
  if (result.isError) return []
  const noun = resultNoun(result.tool, listening)
  const items = itemsOf(result.content)?.items ?? [thingOf(result.content) ?? null]
  return items.flatMap((item) => {
    if (!isObject(item)) return isPlainId(item) ? [{ noun, id: item }] : []
    const [id, label] = [idOf(item, noun.split(' ')), labelOf(item)]
    return isPlainId(id) ? [{ noun, id, ...(label !== undefined && { label }) }] : []
  })
}

/** Whether a value can be inserted into the user's sentence as an id. An id with spaces would add words to it. */
const isPlainId = (id: JsonValue | undefined): id is string | number =>
  typeof id === 'number' || (typeof id === 'string' && id.length <= 128 && /^[\p{L}\p{N}._:@/-]+$/u.test(id))

function resultNoun(name: string, { catalog, language }: Listening): string {
  const { one } = nounOf(catalog.find(name), { name, catalog, language })
  const last = one.split(' ').at(-1)!
  // If the titles are in a language that the agent understands but does not speak, a plural noun becomes an English
  // singular: "libri" gives "book".
  const { stem, translate, language: words } = catalog.lexicon
  const [english] = words.matchesBeginnings && words.isPlural(last) ? translate(last) : []
  // The noun by which an id names such a record is enough: a "low stock part" is a part.
  const isNamed = (thing: string[]) =>
    thing.length < one.split(' ').length && stem(thing.at(-1)!) === stem(last)
  const thing = catalog.tools
    .flatMap((tool) => catalog.slots(tool))
    .find((slot) => slot.thing && isNamed(slot.thing))?.thing
  return english ?? thing?.join(' ') ?? one
}

function replaceNames(text: string, { things, catalog, language }: Listening & { things: Known[] }): string {
  let resolved = text
  for (const thing of things) {
    const label = thing.label?.trim()
    if (!label || label.length < 2 || catalog.lexicon.isStopWord(label.toLowerCase())) continue
    // `findName` is slow, and most names of a long list are not in the text.
    const found = resolved.toLowerCase().includes(label.toLowerCase()) && findName(resolved, label)
    if (!found) continue
    const head = resolved.slice(0, found.start).trimEnd()
    const before = head.split(/[^\p{L}]+/u).at(-1)!
    const word = before.toLowerCase()
    // "called Rex" and "to Rex" give this name to a record, so it refers to none.
    if (catalog.lexicon.language.naming.has(word) || language.renaming.has(word) || word === 'is') continue
    const repeats = before !== '' && word === thing.noun.split(' ').at(-1)
    const start = repeats ? head.length - before.length : found.start
    resolved = resolved.slice(0, start) + plain(thing) + resolved.slice(found.end)
  }
  return resolved
}

/**
 * The position of a name in a text, including an `'s` after it, whatever the case. Undefined if the name is part of
 * another word, or in quotes, because it then is a value and refers to no record.
 */
export function findName(text: string, name: string): { start: number; end: number } | undefined {
  const [folded, wanted] = [withoutCase(text), withoutCase(name)]
  for (let start = folded.indexOf(wanted); start >= 0; start = folded.indexOf(wanted, start + 1)) {
    const end = start + wanted.length
    const own = /^['’]s/i.exec(text.slice(end, end + 2))?.[0] ?? ''
    const ends = [end + own.length, end].filter((at) => !/^[\p{L}\p{N}"']/u.test(text.slice(at, at + 2)))
    if (ends[0] !== undefined && !/[\p{L}\p{N}"']$/u.test(text.slice(Math.max(0, start - 2), start)))
      return { start, end: ends[0] }
  }
  return undefined
}

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
    const next = words[at + 1]
    if (number === undefined || isTime(next?.[0] ?? '', language)) continue
    const list = listAt(next?.[0].toLowerCase(), { lists, catalog })
    const things = [...language.placeholders, ...new Set(list.map(({ noun }) => noun))]
    const isSaid = next && list[0] && isNounFor(next[0].toLowerCase(), list[0].noun, catalog.lexicon)
    const end = isSaid
      ? next.index + next[0].length
      : endOfPlace(text, { from: word.index + word[0].length, things })
    if (end < 0) continue
    const article = words[at - 1]
    const hasArticle = article !== undefined && language.articles.includes(article[0].toLowerCase())
    const thing = list.at(number > 0 ? number - 1 : number)
    return { thing, start: hasArticle ? article.index : word.index, end }
  }
  return undefined
}

/** Whether a word means a time or a page: "Monday" in "last Monday", "week" in "the first week". */
function isTime(word: string, { weekdays, months, periods, pages }: Language): boolean {
  const lower = word.toLowerCase()
  return (
    periods.has(lower) ||
    pages.has(lower) ||
    weekdays.includes(lower) ||
    months.some((forms) => forms.includes(lower))
  )
}

/** Whether a word and the noun of a record are forms or translations of the same word. */
function isNounFor(word: string, noun: string, lexicon: Lexicon): boolean {
  const own = stemsOf(noun.split(' ').at(-1)!, lexicon)
  return stemsOf(withoutAccents(word), lexicon).some((stem) => own.includes(stem))
}

/**
 * The list that "the second invoice" refers to: the latest list whose records have the noun after the ordinal, else the
 * latest list with more than one record. Empty if the noun means records that were not listed.
 */
function listAt(
  next: string | undefined,
  { lists, catalog: { lexicon, vocabulary } }: Pick<Listening, 'catalog'> & { lists: readonly Known[][] },
): Known[] {
  const named = next && lists.find((list) => list[0] && isNounFor(next, list[0].noun, lexicon))
  if (named) return named
  const isOther = next !== undefined && stemsOf(withoutAccents(next), lexicon).some(vocabulary.isThing)
  return isOther ? [] : (lists.find((list) => list.length > 1) ?? lists[0] ?? [])
}

/** The position after "second invoice" or just "second". -1 if the ordinal belongs to another phrase. */
function endOfPlace(text: string, { from, things }: { from: number; things: string[] }): number {
  const behind = text.slice(from)
  const next = behind.trimStart().toLowerCase()
  const space = behind.length - behind.trimStart().length
  const ends = things
    .filter((thing) => space > 0 && next.startsWith(thing.toLowerCase()))
    .map((thing) => from + space + thing.length)
  return [...ends, from].find((end) => /^\s*(?:[.,;!?]|$)|^\s\s*\p{L}/u.test(text.slice(end))) ?? -1
}

/** Whether a sentence asks for another record with a pronoun at its end: "which customer is it?" after an invoice. */
function asksWhichRecord(text: string, { language, catalog: { lexicon, vocabulary } }: Listening): boolean {
  const words = cutWords(text)
  const [before = '', last = ''] = words.slice(-2)
  if (!language.assigning.has(before) || !(language.pronouns.has(last) || language.pronoun.test(last)))
    return false
  return words.slice(0, -2).some((word) => vocabulary.isThing(lexicon.stem(word)))
}

/** Replaces "that invoice" and "this one" by the last record, and "its" before another word by "invoice 7's". */
function replacePointers(text: string, { thing, language, catalog }: Listening & { thing: Known }): string {
  const words = text.split(' ')
  const at = words.findIndex(
    (word, index) => index < words.length - 1 && language.pronouns.has(word.toLowerCase()),
  )
  if (at < 0) return text
  const next = cutWords(words[at + 1]!).at(-1) ?? ''
  // "extend that to Friday"
  if (language.renaming.has(next))
    return [...words.slice(0, at), plain(thing), ...words.slice(at + 1)].join(' ')
  if (next !== '' && isNounFor(next, thing.noun, catalog.lexicon)) {
    const end = words[at + 1]!.split(/\p{L}/u).at(-1)!
    return [...words.slice(0, at), plain(thing) + end, ...words.slice(at + 2)].join(' ')
  }
  const stem = catalog.lexicon.stem(next)
  const isField = catalog.tools.some((tool) =>
    catalog
      .slots(tool)
      .some((slot) => slot.route.length > 1 && catalog.lexicon.stems(slot.words).includes(stem)),
  )
  const isOwn = isField && !language.pronoun.test(words[at]!)
  return isOwn ? [...words.slice(0, at), `${plain(thing)}'s`, ...words.slice(at + 1)].join(' ') : text
}

/** Inserts the noun of the last result before an id: with the noun "warehouse", "remove W61" names a warehouse. */
function nameBareId(text: string, { noun, catalog }: Listening & { noun: string }): string {
  const { lexicon, vocabulary } = catalog
  if (cutWords(text).some((word) => vocabulary.isThing(lexicon.stem(word)))) return text
  const code = only(text.split(' ').filter((word) => /^\p{L}[\p{L}_-]*\d[\p{L}\d_-]*[.!?]?$/u.test(word)))
  if (code === undefined) return text
  const before = cutWords(text.slice(0, text.indexOf(code))).at(-1) ?? ''
  const stem = lexicon.stem(before)
  // The word before the id may be its noun already: "invite I42" can name an invite. Then, no noun is inserted.
  const isNoun = vocabulary.isSubject(stem) && !vocabulary.isVerb(stem)
  if (isNoun || !(lexicon.isActionWord(before) || lexicon.isStopWord(before))) return text
  return text.replace(code, () => `${noun} ${code}`)
}

/**
 * The record that "it" is. Nothing is removed that the user may not have meant: after a list, "delete it" is no record,
 * though a read took the list from a record.
 */
function thingPointedAt(
  text: string,
  { conversation, ...listening }: Listening & { conversation: RouterConversation },
): Known | undefined {
  const [result] = conversation.results
  const isEnding = listening.catalog.lexicon.actionsIn(text).some((action) => endingActions.has(action))
  const isList = result !== undefined && (itemsOf(result.content)?.items.length ?? 0) > 1
  return isEnding && isList ? undefined : lastThing(conversation, listening)
}

/** The record that was mentioned last. */
export const lastThing = ({ results: [result] }: RouterConversation, listening: Listening) =>
  result && thingIn(result, listening)

/**
 * The record that a result is about. If the path of the call ends with an id, it is the record with this id. Otherwise,
 * it is the only record in the result, or else the record that the arguments identify.
 */
export function thingIn(result: CallResult, listening: Listening): Known | undefined {
  const tool = listening.catalog.find(result.tool)
  const asked = fromInput(result, listening)
  // "/quotes/job/{id}" ends with an id, but lists quotes.
  const isList = itemsOf(result.content) !== undefined
  if (asked && tool && !isList && listening.catalog.facts(tool).resource.single) return asked
  const things = knownThings(result, listening)
  if (things.length !== 1) return asked
  return asked && isIdOf(asked, things[0]!.id, result.content) ? asked : things[0]
}

/** Whether the id in a result is that of another record: `{ "shelfId": 4, "weight": 12 }` has the id of a shelf. */
function isIdOf({ noun }: Known, id: Known['id'], content: JsonValue): boolean {
  const named = `${cutWords(noun).join('')}id`
  return Object.entries(thingOf(content) ?? {}).some(
    ([name, value]) => value === id && cutWords(name).join('') === named,
  )
}

function fromInput({ tool: name, input }: CallResult, { catalog, language }: Listening): Known | undefined {
  const tool = catalog.find(name)
  for (const slot of tool ? catalog.slots(tool) : []) {
    const id = slot.thing && valueAt(input, slot.route)
    if (slot.thing && isPlainId(id)) return { noun: thingOfSlot(slot, language)!, id }
  }
  return undefined
}

/** A record as text: `invoice 7`. An id that looks like a word is quoted: `tag "new"`. */
function plain({ noun, id }: Known): string {
  return /^[\w-]+$/.test(String(id)) && /\d/.test(String(id)) ? `${noun} ${id}` : `${noun} "${id}"`
}
