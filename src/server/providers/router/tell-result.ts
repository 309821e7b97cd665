import { cutWords } from '../../../languages/cut-words.js'
import type { Language } from '../../../languages/language.js'
import { capitalize, uncapitalize } from '../../../text/capitalize.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isIdName } from '../../../toolkit/semantics/id-names.js'
import type { Catalog } from './catalog.js'
import { extremeOf } from './extremes.js'
import type { AskedFor } from './labels.js'
import { brief, fieldsOf, fieldWords, isSayable, isText, labelField, labelOf, toldFields } from './labels.js'
import type { Noun } from './nouns.js'
import { nounOf, spokenNoun } from './nouns.js'
import { listing, say } from './render.js'
import type { CallResult } from './results.js'
import { isObject, isPagingOfNone, itemsOf, thingOf } from './results.js'
import { cut, humanize, speakable } from './spoken-values.js'
import { tellFailure } from './tell-failure.js'
import { isWrite, tellWrite } from './tell-write.js'
import type { Telling } from './telling.js'
import { askedFor, counts, fieldKinds, saysOne, spokenFields } from './telling.js'

const listed = 5
const fieldLimit = 3
const longestText = 400

/** Returns the text that tells the user the outcome of a tool call: a sentence or a short list. */
export function tellResult(
  result: CallResult,
  { catalog, language, text }: { catalog: Catalog; language: Language; text: string },
): string {
  const tool = catalog.find(result.tool)
  const found = nounOf(tool, { name: result.tool, catalog, language })
  const noun = spokenNoun(found, { tool, text, catalog, language })
  if (result.isError) return tellFailure(result, { tool, noun: noun.one, language })
  const telling = {
    tool,
    catalog,
    language,
    text,
    noun,
    asked: askedFor(text, { catalog, language, noun, input: result.input }),
  }
  const told =
    tool !== undefined && isWrite(tool, catalog)
      ? tellWrite(result, { ...telling, tool })
      : readContent(result, telling)
  return [capitalize(told), ...notes(result, telling)].filter(Boolean).join(' ')
}

function notes({ content, truncated, hasNext, unplaced = [] }: CallResult, telling: Telling): string[] {
  const { sentences } = telling.language
  const unused =
    unplaced.length > 0 ? [say(sentences.notUsed, { list: listing(unplaced, sentences.or) })] : []
  if (counts(telling)) return unused
  if (truncated && !itemsOf(content))
    return [...unused, say(sentences.partial, { kept: truncated.kept, total: truncated.total })]
  return hasNext ? [...unused, sentences.next] : unused
}

function readContent({ content, truncated, hasNext }: CallResult, telling: Telling): string {
  const { noun, language } = telling
  const { sentences } = language
  const list = itemsOf(content)
  if (list) {
    const items = list.items.map((item) => (isObject(item) ? spokenFields(item, telling) : item))
    const total = truncated ? Math.max(truncated.total, list.total ?? 0) : list.total
    const isWhole = !truncated && !hasNext
    const best = isWhole && !counts(telling) && extremeOf(list.items, telling)
    const item = best && brief(best.item, { language, asked: (name) => name === best.field })
    if (item) return say(sentences.extreme, { count: list.items.length, things: noun.many, item })
    return readList({ ...list, items, total, isPart: hasNext && total === undefined }, telling)
  }
  const thing = thingOf(content)
  if (thing && isPagingOfNone(thing)) return say(sentences.foundNone, { things: noun.many })
  if (thing && isFile(thing)) return sentences.unreadable
  if (thing) return readThing(spokenFields(thing, telling), telling)
  if (typeof content === 'string' && /^\s*[<{[]/.test(content)) return sentences.unreadable
  const plain = speakable(typeof content === 'string' ? cut(content, longestText) : content, language)
  if (!plain) return say(sentences.foundNone, { things: noun.many })
  return isSayable(plain) ? say(sentences.answer, { text: plain }) : sentences.unreadable
}

/**
 * Whether a result is only the description of a file: its media type and its size. Tool calls return this for a
 * downloaded file.
 */
const isFile = ({ type, bytes, ...others }: JsonObject) =>
  typeof bytes === 'number' && String(type).includes('/') && Object.keys(others).length === 0

/**
 * A sentence about one record. If the user has asked a question, the sentence answers it: "Yes, the status of Rex is
 * available."
 */
function readThing(thing: JsonObject, telling: Telling): string {
  const { noun, language, asked } = telling
  const { sentences } = language
  const label = labelOf(thing)
  const named = say(sentences.theThing, { thing: noun.one })
  const verdict = verdictOn(thing, telling)
  if (verdict)
    return capitalize(
      `${verdict.isTrue ? sentences.yes : sentences.no}, ${uncapitalize(factOf(verdict.field, { thing, ...telling }))}`,
    )
  const wanted = Object.entries(thing).filter(
    ([name, value]) => asked(name) && speakable(value, language) && isSayable(value),
  )
  // A name such as `arrived_at` is no noun, so it cannot be in the sentence "The ... of Rex is ...".
  if (wanted.length === 1 && !/(_at|At|_on|On)$/.test(wanted[0]![0]))
    return capitalize(factOf(wanted[0]!, { thing, ...telling }))
  if (wanted.length === 0 && saysOne(fieldKinds(language), telling.text))
    return say(sentences.notTold, {
      thing: cut(label ?? say(sentences.theThing, { thing: sentences.thing })),
    })
  if (label !== undefined && isText(thing) && wanted.length === 0)
    return say(sentences.says, { thing: capitalize(named), text: cut(label, longestText) })
  const others = Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== label))
  const [only, ...more] = toldFields(others, asked)
  if (only && more.length === 0 && label === undefined && typeof only[1] !== 'boolean')
    return capitalize(factOf(only, { thing, ...telling }))
  const fields = fieldsOf(others, { language, limit: fieldLimit, asked })
  if (fields !== '') return say(sentences.one, { thing: cut(label ?? named), fields })
  if (label !== undefined)
    return say(sentences.called, { name: isNumbered(label, noun) ? named : cut(label) })
  const isThing = Object.values(thing).some((value) => typeof value === 'object' && value !== null)
  return isThing ? say(sentences.called, { name: named }) : sentences.unreadable
}

/**
 * A sentence about one field of a record:
 * - usually "The price of Rex is 120."
 * - for a boolean, "Active." or "Not active."
 * - if the field has the same name as the record, "Here is the balance: 5000."
 */
function factOf(
  [name, value]: [string, JsonValue],
  { thing, noun, language }: Telling & { thing: JsonObject },
): string {
  const { sentences, search } = language
  const words = humanize(name)
  const label = labelOf(thing)
  const about = noun.one.endsWith(` ${words}`) ? noun.one.slice(0, -words.length - 1) : noun.one
  const isNamed = label !== undefined && value !== label && !isText(thing)
  if (typeof value === 'boolean') return `${fieldWords([name, value], language)}.`
  const said = speakable(value, language) ?? ''
  const owner = isNamed ? cut(label) : say(sentences.theThing, { thing: about })
  if (!isNamed && about === words) return say(sentences.one, { thing: owner, fields: said })
  const sentence = search.isPlural(words.split(' ').at(-1)!) ? sentences.facts : sentences.fact
  return say(sentence, { name: words, thing: owner, value: said })
}

/**
 * Answers a yes-or-no question about a record, such as "is it still active?". Returns the field that has the answer,
 * and whether the answer is yes. Undefined for other questions.
 */
function verdictOn(
  thing: JsonObject,
  { text, language, catalog, asked }: Telling,
): { field: [string, JsonValue]; isTrue: boolean } | undefined {
  const { lexicon } = catalog
  const words = cutWords(text)
  if (!language.yesNoQuestions.has(words.find((word) => !language.fillers.has(word)) ?? '')) return undefined
  const said = new Set(words.map(lexicon.stem))
  const says = (value: JsonValue) => {
    const own = cutWords(String(value))
    return own.length > 0 && own.every((word) => said.has(lexicon.stem(word)))
  }
  for (const field of Object.entries(thing)) {
    const [name, value] = field
    if (typeof value === 'boolean' && (asked(name) || says(humanize(name).replace(/^(is|has) /, ''))))
      return { field, isTrue: value }
    if (typeof value !== 'string' || !isSayable(value) || isIdName(name)) continue
    if (says(value)) return { field, isTrue: true }
    const choices = catalog.tools
      .flatMap((tool) => catalog.slots(tool))
      .filter((slot) => slot.name === name)
      .flatMap((slot) => slot.choices)
    if (choices.includes(value) && choices.some(says)) return { field, isTrue: false }
  }
  return undefined
}

function readList(
  { items, total, isPart }: { items: JsonValue[]; total: number | undefined; isPart: boolean },
  telling: Telling,
): string {
  const { noun, language, asked } = telling
  const { sentences } = language
  const count = total ?? items.length
  const things = count === 1 ? noun.one : noun.many
  if (count === 0) return say(sentences.foundNone, { things: noun.many })
  const number = say(isPart ? sentences.countMore : count === 1 ? sentences.countOne : sentences.count, {
    count,
    things,
  })
  if (counts(telling) || items.length === 0) return number
  const shared = sharedFields(items, asked)
  const shown = items.slice(0, listed)
  const isNamed = (item: JsonValue) => isObject(item) && labelOf(item) !== undefined
  const names = shown
    .map((item) => ({ item, text: brief(without(shared, item), { language, asked }) }))
    .filter(({ item, text }) => /\D/.test(text) || asked('id') || (text !== '' && isNamed(item)))
    .map(({ text }) => text)
  if (names.length > 1 && names.length === count && new Set(names).size === 1)
    return say(sentences.alike, { count, things, fields: names[0]! })
  const told = names.join(names.some((name) => name.includes(', ')) ? '; ' : ', ')
  if (told === '') {
    const fields = fieldsOf(
      Object.fromEntries(Object.entries(shared).filter(([name]) => tellsOfAll.test(name))),
      { language, limit: 2, asked },
    )
    return fields === '' ? `${number} ${sentences.noMore}` : say(sentences.alike, { count, things, fields })
  }
  const rest = count - names.length
  const list = rest > 0 ? say(sentences.more, { list: told, count: rest }) : told
  return count === 1
    ? say(sentences.foundOne, { thing: noun.one, list })
    : say(sentences.found, { count, things, list })
}

/** Whether the name of a record is only its noun and a number, such as "Branch 22". */
const isNumbered = (label: string, { one }: Noun) =>
  cutWords(/^(\D+) \d+$/.exec(label)?.[1] ?? '').some((word) => cutWords(one).includes(word))

/**
 * Names of the fields that are told once if all records of a list have the same value: state, price, date. The same
 * value in any other field is probably only example data.
 */
const tellsOfAll = /^(?!.*(creat|updat|modif))(status$|state$|.*(price|cost|amount|total|fee|date|day))/i

/**
 * The fields that have the same value in all records of a list. For example, after the question "which are sold?", all
 * records have the same state. The name of the records and the fields that the user asks for are left out. Empty for a
 * list with one record.
 */
function sharedFields(items: readonly JsonValue[], asked: AskedFor): JsonObject {
  const [first, ...others] = items
  if (!isObject(first) || others.length === 0) return {}
  const label = labelField(first)
  const isSame = ([name, value]: [string, JsonValue]) =>
    !asked(name) && name !== label && others.every((other) => isObject(other) && other[name] === value)
  return Object.fromEntries(Object.entries(first).filter(isSame))
}

/** An item of a list without the given fields. */
const without = (fields: JsonObject, item: JsonValue) =>
  isObject(item)
    ? Object.fromEntries(Object.entries(item).filter(([name]) => !Object.hasOwn(fields, name)))
    : item
