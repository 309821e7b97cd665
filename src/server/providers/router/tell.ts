import { cutWords } from '../../../languages/cut-words.js'
import { isFieldOf } from '../../../languages/field-names.js'
import type { Language } from '../../../languages/language.js'
import type { Action } from '../../../languages/search-language.js'
import { capitalize, uncapitalize } from '../../../text/capitalize.js'
import { inputFields } from '../../../text/input-fields.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { oncePer } from '../../../toolkit/model/lazy.js'
import { readActions } from '../../../toolkit/search/lexicon.js'
import { readPath } from '../../../toolkit/search/resource.js'
import { isIdName, singularOf } from '../../../toolkit/semantics/id-names.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import type { ModelTool } from '../../model/language-model.js'
import { askedFor, asksForKind, extremeOf } from './asked.js'
import type { Catalog } from './catalog.js'
import { tellFailure } from './failures.js'
import { isKnown, isOwn, type Noun, nounOf, spokenNoun } from './nouns.js'
import {
  type AskedFor,
  brief,
  cut,
  fieldsOf,
  fieldWords,
  humanize,
  idOf,
  isObject,
  isSayable,
  isText,
  labelField,
  labelOf,
  shortId,
  speakable,
  toldFields,
  weightOf,
} from './records.js'
import { type CallResult, isPagingOfNone, itemsOf, thingOf } from './results.js'
import { endingActions } from './verbs.js'
import { listing, say, spokenTitle } from './words.js'

/** What is needed to make a sentence about the result of a tool call. */
interface Telling {
  tool: ModelTool | undefined
  catalog: Catalog
  language: Language
  /** The user's utterance that led to the tool call. */
  text: string
  asked: AskedFor
  noun: Noun
}

const listed = 5
const fieldLimit = 3
const longestText = 400

/** Whether a call of a tool changes something. */
export function isWrite(tool: ModelTool, catalog: Catalog): boolean {
  const { actions } = catalog.facts(tool)
  if (tool.definition)
    return !tool.definition.annotations.readOnlyHint && !readActions.has(actions[0] ?? 'list')
  return actions.some((action) => !readActions.has(action))
}

/** The text that tells the user the outcome of a tool call, by its shape: a list, one record, a change, a failure. */
export function tellResult(
  result: CallResult,
  { catalog, language, text }: { catalog: Catalog; language: Language; text: string },
): string {
  const tool = catalog.find(result.tool)
  const found = nounOf(tool, { name: result.tool, catalog, language })
  const noun = spokenNoun(found, { tool, text, catalog, language })
  if (result.isError) return tellFailure(result, { tool, noun: noun.one, language })
  const asked = askedFor(text, { catalog, language, noun, input: result.input })
  const telling = { tool, catalog, language, text, noun, asked }
  const told =
    tool && !result.isRecalled && isWrite(tool, catalog)
      ? tellWrite(result, { ...telling, tool })
      : tellRead(result, telling)
  return [capitalize(told), ...notes(result, telling)].join(' ')
}

function notes({ content, truncated, next, unplaced = [] }: CallResult, telling: Telling): string[] {
  const { sentences } = telling.language
  const unused =
    unplaced.length > 0 ? [say(sentences.notUsed, { list: listing(unplaced, sentences.or) })] : []
  if (asksForCount(telling)) return unused
  if (truncated && !itemsOf(content)) return [...unused, say(sentences.partial, truncated)]
  return next ? [...unused, sentences.next] : unused
}

function tellRead({ content, truncated, next, page }: CallResult, telling: Telling): string {
  const { noun, language } = telling
  const { sentences } = language
  const list = itemsOf(content)
  if (list) {
    const items = list.items.map((item) => (isObject(item) ? understood(item, telling) : item))
    const total = page?.total ?? (truncated ? Math.max(truncated.total, list.total ?? 0) : list.total)
    const isWhole = !truncated && !next
    const best = isWhole && !asksForCount(telling) && extremeOf(list.items, telling)
    const item = best && brief(best.item, language, (name) => name === best.field)
    if (item) return say(sentences.extreme, { count: list.items.length, things: noun.many, item })
    return tellList(items, { ...telling, total, isPart: next !== undefined && total === undefined })
  }
  const thing = thingOf(content)
  if (thing && isPagingOfNone(thing)) return say(sentences.foundNone, { things: noun.many })
  if (thing) return isFile(thing) ? sentences.unreadable : tellThing(thing, telling)
  if (typeof content === 'string' && /^\s*[<{[]/.test(content)) return sentences.unreadable
  const plain = speakable(typeof content === 'string' ? cut(content, longestText) : content, language)
  if (!plain) return say(sentences.foundNone, { things: noun.many })
  return isSayable(plain) ? say(sentences.answer, { text: plain }) : sentences.unreadable
}

/** Whether a result is only the description of a downloaded file: its media type and its size. */
const isFile = ({ type, bytes, ...others }: JsonObject) =>
  typeof bytes === 'number' && String(type).includes('/') && Object.keys(others).length === 0

/** Whether the user asks how many records there are: "how many open invoices", but not "how many yen". */
function asksForCount({ text, noun, language, catalog }: Telling): boolean {
  const { stem } = catalog.lexicon
  const own = new Set(cutWords(noun.many).map(stem))
  const said = ` ${cutWords(text).join(' ')} `
  return language.countQuestions.some((phrase) => {
    const at = said.indexOf(` ${phrase} `)
    const behind = said.slice(at + phrase.length + 2).split(' ')
    const isOf = behind.slice(0, 4).some((word) => own.has(stem(word)))
    const isBare = behind.every(
      (word) => catalog.lexicon.isStopWord(word) || language.fillers.has(word) || word === '',
    )
    return at >= 0 && (noun.many === language.sentences.things || isOf || isBare)
  })
}

/**
 * A sentence about one record. A question is answered: "Yes, the status of Rex is available." Fields that the user may not
 * understand are told only if there are no others.
 */
function tellThing(whole: JsonObject, telling: Telling): string {
  const { noun, language, asked } = telling
  const thing = understood(whole, telling)
  const { sentences } = language
  const label = labelOf(thing)
  const named = say(sentences.theThing, { thing: noun.one })
  const fact = (field: [string, JsonValue]) => factOf(field, thing, telling)
  const verdict = verdictOn(thing, telling)
  if (verdict) return `${verdict.isTrue ? sentences.yes : sentences.no}, ${uncapitalize(fact(verdict.field))}`
  const wanted = Object.entries(thing).filter(
    ([name, value]) => asked(name) && speakable(value, language) && isSayable(value),
  )
  // A name such as `arrived_at` is no noun, so it cannot be in the sentence "The ... of Rex is ...".
  if (wanted.length === 1 && !/(_at|At|_on|On)$/.test(wanted[0]![0])) return fact(wanted[0]!)
  if (wanted.length === 0 && asksForKind(telling.text, language))
    return say(sentences.notTold, {
      thing: cut(label ?? say(sentences.theThing, { thing: sentences.thing })),
    })
  if (label !== undefined && isText(thing) && wanted.length === 0)
    return say(sentences.says, { thing: capitalize(named), text: cut(label, longestText) })
  const others = Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== label))
  const [only, ...more] = toldFields(others, asked)
  if (only && more.length === 0 && label === undefined && typeof only[1] !== 'boolean') return fact(only)
  const fields = fieldsOf(others, { language, limit: fieldLimit, asked })
  if (fields !== '') return say(sentences.one, { thing: cut(label ?? named), fields })
  // A name such as "Branch 22" is only the noun and a number.
  const isNumbered = cutWords(/^(\D+) \d+$/.exec(label ?? '')?.[1] ?? '').some((word) =>
    cutWords(noun.one).includes(word),
  )
  if (label !== undefined) return say(sentences.called, { name: isNumbered ? named : cut(label) })
  const isThing = Object.values(thing).some((value) => typeof value === 'object' && value !== null)
  return isThing ? say(sentences.called, { name: named }) : sentences.unreadable
}

/** A sentence about one field of a record: "The price of Rex is 120."; "Active." for a boolean. */
function factOf([name, value]: [string, JsonValue], thing: JsonObject, { noun, language }: Telling): string {
  const { sentences, search } = language
  if (typeof value === 'boolean') return `${fieldWords([name, value], language)}.`
  const words = humanize(name)
  const label = labelOf(thing)
  const about = noun.one.endsWith(` ${words}`) ? noun.one.slice(0, -words.length - 1) : noun.one
  const isNamed = label !== undefined && value !== label && !isText(thing)
  const said = speakable(value, language) ?? ''
  const owner = isNamed ? cut(label) : say(sentences.theThing, { thing: about })
  // "Here is the balance: 5000."
  if (!isNamed && about === words) return say(sentences.one, { thing: owner, fields: said })
  const sentence = search.isPlural(words.split(' ').at(-1)!) ? sentences.facts : sentences.fact
  return say(sentence, { name: words, thing: owner, value: said })
}

/** The field that answers a question such as "is it still active?", and whether the answer is yes. */
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
  const bound = boundIn(words, language)
  for (const field of Object.entries(thing)) {
    const [name, value] = field
    const isCompared = asked(name) || (isFieldOf('price', name) && !Object.keys(thing).some(asked))
    if (bound && typeof value === 'number' && isCompared)
      return { field, isTrue: bound.isUpper ? value <= bound.number : value >= bound.number }
    if (typeof value === 'boolean' && (asked(name) || says(humanize(name).replace(/^(is|has) /, ''))))
      return { field, isTrue: value }
    // A name says which record is meant, and is no state of it.
    if (typeof value !== 'string' || !isSayable(value) || isIdName(name) || namesRecord.test(name)) continue
    if (says(value)) return { field, isTrue: true }
    const choices = catalog.tools
      .flatMap((tool) => catalog.slots(tool))
      .filter((slot) => slot.name === name)
      .flatMap((slot) => slot.choices)
    if (choices.includes(value) && choices.some(says)) return { field, isTrue: false }
  }
  return undefined
}

/** The bound that a sentence sets: "under 5000", "at least 3". */
function boundIn(
  words: readonly string[],
  { bounds }: Language,
): { number: number; isUpper: boolean } | undefined {
  const at = words.findIndex((word) => /^\d+$/.test(word))
  const before = ` ${words.slice(0, Math.max(0, at)).join(' ')}`
  const ends = (phrases: readonly string[]) => phrases.some((phrase) => before.endsWith(` ${phrase}`))
  const isUpper = ends(bounds.upper)
  return at > 0 && (isUpper || ends(bounds.lower)) ? { number: Number(words[at]), isUpper } : undefined
}

const namesRecord = /(name|title)$/i

function tellList(
  items: JsonValue[],
  { total, isPart, ...telling }: Telling & { total: number | undefined; isPart: boolean },
): string {
  const { noun, language, asked } = telling
  const { sentences } = language
  const count = total ?? items.length
  const things = count === 1 ? noun.one : noun.many
  if (count === 0) return say(sentences.foundNone, { things: noun.many })
  const counted = isPart ? sentences.countMore : count === 1 ? sentences.countOne : sentences.count
  const number = say(counted, { count, things })
  if (asksForCount(telling) || items.length === 0) return number
  const shared = sharedFields(items, asked)
  const isNamed = (item: JsonValue) => isObject(item) && labelOf(item) !== undefined
  const names = items
    .slice(0, listed)
    .map((item) => ({ item, text: brief(without(shared, item), language, asked) }))
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

/** Names of the fields that are told once if all records of a list have the same value: state, price, date. */
const tellsOfAll = /^(?!.*(creat|updat|modif))(status$|state$|.*(price|cost|amount|total|fee|date|day))/i

/** The fields that have the same value in all records of a list, except their name and what the user asks for. */
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

/** The sentence about a finished write: "Done, invoice 4 is deleted."; what the answer says if the title has no verb. */
function tellWrite({ content, input }: CallResult, telling: Telling & { tool: ModelTool }): string {
  const { catalog, language, noun, asked, tool } = telling
  const { sentences } = language
  const [action] = catalog.facts(tool).actions
  const isNamed = noun.one !== sentences.thing && isNamedByVerb(tool, catalog)
  const what = isNamed ? doneWord(action, language) : undefined
  const thing = thingOf(content) ?? {}
  const { fields: inputs } = inputFields(input)
  const given = new Set(inputs.map(({ path }) => path.at(-1)))
  const words = new Set(inputs.flatMap(({ value }) => cutWords(String(value))))
  const isGiven = (value: JsonValue | undefined) => cutWords(String(value)).every((word) => words.has(word))
  const [label, own] = [labelOf(thing), idOf(thing)]
  // A name that is not among the arguments is not told: the service chose it, and the user may not know it. After the
  // creation of a record, an id that is among the arguments is not told either: it is the id of another record.
  const name = isGiven(label) && !isText(thing) ? label : undefined
  const made = [name, isGiven(own) ? undefined : shortId(own)]
  const ids = action === 'create' ? made : [recordId(input, telling), name]
  const id = ids.find((one) => one !== undefined && isSayable(one))
  // What the service decides about a new record, such as its state and its price, is news to the user.
  const isNews = (field: [string, JsonValue]) => action === 'create' && weightOf(field) > 1
  const fields = Object.entries(spokenFields(thing, { ...telling, asked: () => false })).filter(
    ([name, value]) =>
      value !== id &&
      (value !== label || isGiven(label)) &&
      (given.has(name) || asked(name) || isNews([name, value])),
  )
  const isEnding = action !== undefined && endingActions.has(action)
  const told = isEnding ? '' : fieldsOf(Object.fromEntries(fields), { language, limit: fieldLimit, asked })
  if (what === undefined) return told === '' ? sentences.doneOnly : say(sentences.doneWith, { fields: told })
  const record = id === undefined ? say(sentences.theThing, { thing: noun.one }) : `${noun.one} ${id}`
  return say(told === '' ? sentences.done : sentences.doneOne, { thing: record, what, fields: told })
}

const doneWord = (action: Action | undefined, { done }: Language) =>
  action === undefined || action === 'list' || action === 'get' || action === 'find'
    ? undefined
    : done[action]

/** Whether the title of a tool has its verb at the beginning, or at the end of a short title ("rollback cancel"). */
function isNamedByVerb(tool: ModelTool, { titleLexicon: lexicon }: Catalog): boolean {
  const title = cutWords(spokenTitle(tool))
  const isShort = !title.some(lexicon.isStopWord)
  return lexicon
    .actionSpans(title)
    .some(
      ({ start, length }) => start === lexicon.leadOf(title) || (isShort && start + length === title.length),
    )
}

/** The id of the changed record: the last id in the path, unless it is that of a parent record, or an argument. */
function recordId(
  input: JsonObject,
  { tool, catalog, noun }: Pick<Telling, 'catalog' | 'noun'> & { tool: ModelTool },
): string | undefined {
  const { parameters, single } = catalog.facts(tool).resource
  const { stems } = catalog.lexicon
  const given = (name: string) => typeof input[name] === 'string' || typeof input[name] === 'number'
  const inPath = parameters.findLast(({ name }) => given(name))
  const owner = stems(inPath?.owner ?? [])
  if (inPath && !single && !stems(noun.one.split(' ')).some((stem) => owner.includes(stem))) return undefined
  const name = inPath?.name ?? Object.keys(input).find((one) => /id$/i.test(one) && given(one))
  return name === undefined ? undefined : String(input[name])
}

const longestFieldName = 3

/**
 * The record without the fields that the user did not ask for and would not understand: with long names, with names in
 * another language, with a number that identifies another record.
 */
function spokenFields(
  thing: JsonObject,
  telling: Pick<Telling, 'tool' | 'catalog' | 'language' | 'asked'>,
): JsonObject {
  const { tool, catalog, language, asked } = telling
  const label = labelField(thing)
  const own = isOwn(tool, catalog, language)
  const isSpoken = ([name, value]: [string, JsonValue]) => {
    const isFrom = isText(thing) && isFieldOf('person', name)
    const isNamed = name === label || isIdName(name) || isFrom
    if (typeof value === 'object' || isNamed || asked(name)) return true
    const words = wordsOf(name)
    const isPlain =
      words.length <= longestFieldName && (own || words.every((word) => isKnown(word, language)))
    return isPlain && !isReference(name, value, catalog)
  }
  return Object.fromEntries(Object.entries(thing).filter(isSpoken))
}

/** The record with the fields that the user understands or, if there are none, with all but the numbers of other records. */
function understood(whole: JsonObject, telling: Telling): JsonObject {
  const { language, asked } = telling
  const spoken = spokenFields(whole, telling)
  const label = labelField(spoken)
  const others = Object.fromEntries(Object.entries(spoken).filter(([name]) => name !== label))
  const isSilent = fieldsOf(others, { language, limit: 1, asked }) === ''
  return isSilent ? withoutReferences(whole, telling.catalog) : spoken
}

/** The record without the numbers of other records. */
const withoutReferences = (thing: JsonObject, catalog: Catalog): JsonObject =>
  Object.fromEntries(Object.entries(thing).filter(([name, value]) => !isReference(name, value, catalog)))

/** Whether the value of a field is a number that identifies another record: `"counterparty": 92`. */
function isReference(name: string, value: JsonValue, { tools }: Catalog): boolean {
  if (!/^\d+$/.test(String(value)) || isFieldOf('price', name)) return false
  return isFieldOf('person', name) || recordsOf(tools).has(singularOf(wordsOf(name).at(-1) ?? ''))
}

/** The kinds of records that ids in the paths of the tools identify, in the singular: "room" for `/rooms/{id}`. */
const recordsOf = oncePer((tools: readonly ModelTool[]) => {
  const owners = tools.flatMap(({ definition }) => readPath(definition?.path ?? '').parameters)
  return new Set(owners.map(({ owner }) => singularOf(owner.at(-1) ?? '')))
})
