import { cutWords } from '../../../languages/cut-words.js'
import type { Language } from '../../../languages/language.js'
import type { Action } from '../../../languages/search-language.js'
import { capitalize, uncapitalize } from '../../../text/capitalize.js'
import { inputFields } from '../../../text/input-fields.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import { extremeOf, fieldsOfKind } from './extremes.js'
import { spokenTitle } from './fixed-words.js'
import type { AskedFor } from './labels.js'
import {
  brief,
  cut,
  fieldsOf,
  fieldWords,
  humanize,
  idOf,
  isSayable,
  isText,
  labelField,
  labelOf,
  outlineOf,
  speakable,
} from './labels.js'
import type { Noun } from './nouns.js'
import { nounOf } from './nouns.js'
import { listing, say } from './render.js'
import type { CallResult } from './results.js'
import { isObject, isPagingOfNone, itemsOf, thingOf } from './results.js'
import { tellFailure } from './tell-failure.js'

const listed = 5
const fieldLimit = 3
const longestText = 400

/** What a sentence about a result is made with. */
interface Telling {
  catalog: Catalog
  language: Language
  /** What the speaker asked. */
  text: string
  asked: AskedFor
  noun: Noun
}

/** Tells the outcome of a call in a sentence or a short list. */
export function confirm(
  result: CallResult,
  { catalog, language, text }: { catalog: Catalog; language: Language; text: string },
): string {
  const tool = catalog.find(result.tool)
  const noun = nounOf(tool, { name: result.tool, catalog, language })
  if (result.isError) return tellFailure(result, { tool, noun: noun.one, language })
  const telling = { catalog, language, text, noun, asked: askedFor(text, { catalog, language, noun }) }
  const told =
    tool !== undefined && isWrite(tool, catalog)
      ? readWrite(result, { tool, ...telling })
      : readContent(result, telling)
  return [told, ...notes(result, telling)].filter(Boolean).join(' ')
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

/** A field is asked for by all words of its name, or by a question for its kind: "when", "how much". */
function askedFor(text: string, { catalog, language, noun }: Omit<Telling, 'text' | 'asked'>): AskedFor {
  const { lexicon } = catalog
  const own = [noun.one, noun.many].map((words) => lexicon.stem(cutWords(words).at(-1) ?? ''))
  const said = new Set(
    cutWords(text.replace(givenId, '')).flatMap((word) => [lexicon.stem(word), ...lexicon.translate(word)]),
  )
  const kinds = language.fieldQuestions.filter(({ phrases }) => saysOne(phrases, text))
  return (name) => {
    const stems = cutWords(name).map(lexicon.stem)
    const isSaid = stems.every((stem) => said.has(stem)) && !stems.every((stem) => own.includes(stem))
    return isSaid || kinds.some(({ of }) => fieldsOfKind[of].test(name))
  }
}

/** "with the id 88": an id that the speaker gives is not asked for. */
const givenId = /\bid (?=\S*\d)/giu

/** Questions for a kind of field that is more than a name. */
const fieldKinds = ({ fieldQuestions }: Language) =>
  fieldQuestions.flatMap(({ of, phrases }) => (of === 'person' ? [] : phrases))

/** Whether a text has one of some phrases as whole words. */
function saysOne(phrases: readonly string[], text: string): boolean {
  const words = ` ${cutWords(text).join(' ')} `
  return phrases.some((phrase) => words.includes(` ${phrase} `))
}

/** Whether a text asks how many there are of what a result lists: "how many open invoices", not "how many yen". */
function counts({ text, noun, language, catalog }: Telling): boolean {
  const { stem } = catalog.lexicon
  const own = new Set(cutWords(noun.many).map(stem))
  const said = ` ${cutWords(text).join(' ')} `
  return language.countQuestions.some((phrase) => {
    const at = said.indexOf(` ${phrase} `)
    const behind = said
      .slice(at + phrase.length + 2)
      .split(' ')
      .slice(0, 4)
    return at >= 0 && (noun.many === language.sentences.things || behind.some((word) => own.has(stem(word))))
  })
}

function isWrite(tool: ModelTool, catalog: Catalog): boolean {
  const [action = 'list'] = catalog.facts(tool).actions
  if (tool.definition) return !tool.definition.annotations.readOnlyHint && !/^(list|get|find)$/.test(action)
  return catalog.facts(tool).actions.some((action) => !['list', 'get', 'find'].includes(action))
}

/** "Done, invoice 4 is deleted."; "Done." where the title says no such verb. */
function readWrite(
  { content, input }: CallResult,
  { tool, ...telling }: Telling & { tool: ModelTool },
): string {
  const { catalog, language, noun, asked } = telling
  const { sentences } = language
  const [action] = catalog.facts(tool).actions
  const isNamed = noun.one !== sentences.thing && catalog.lexicon.actionsIn(spokenTitle(tool)).length > 0
  const what = !isNamed || isReading(action) ? undefined : language.done[action]
  const thing = thingOf(content) ?? {}
  const names = [...(action === 'create' ? [] : [recordId(input, tool)]), labelOf(thing), idOf(thing)]
  const id = names.find((one) => one !== undefined && isSayable(one))
  const given = new Set(inputFields(input).fields.map(({ path }) => path.at(-1)))
  const isTold = (name: string) => what === undefined || given.has(name) || asked(name)
  const told = Object.entries(thing).filter(([name, value]) => value !== id && isTold(name))
  const isGone = action === 'delete' || action === 'cancel'
  const fields = isGone ? '' : fieldsOf(Object.fromEntries(told), { language, limit: fieldLimit, asked })
  if (what === undefined)
    return fields === '' ? sentences.doneOnly : `${sentences.doneOnly} ${capitalize(fields)}.`
  const named = id === undefined ? say(sentences.theThing, { thing: noun.one }) : `${noun.one} ${id}`
  return say(fields === '' ? sentences.done : sentences.doneOne, { thing: named, what, fields })
}

const isReading = (action: Action | undefined): action is 'list' | 'get' | 'find' | undefined =>
  action === undefined || action === 'list' || action === 'get' || action === 'find'

/** The id of the record: the last one in the path, else one by its name. */
function recordId(input: JsonObject, { definition }: ModelTool): string | undefined {
  const inPath = definition?.bindings.flatMap((one) => (one.in === 'path' ? [one.parameter] : [])) ?? []
  const given = (name: string) => typeof input[name] === 'string' || typeof input[name] === 'number'
  const name = inPath.findLast(given) ?? Object.keys(input).find((one) => /id$/i.test(one) && given(one))
  return name === undefined ? undefined : String(input[name])
}

function readContent({ content, truncated, hasNext }: CallResult, telling: Telling): string {
  const { noun, language } = telling
  const { sentences } = language
  const list = itemsOf(content)
  if (list) {
    const total = truncated ? Math.max(truncated.total, list.total ?? 0) : list.total
    const isWhole = !truncated && !hasNext
    const best = isWhole && !counts(telling) && extremeOf(list.items, telling)
    const item = best && brief(best.item, { language, asked: (name) => name === best.field })
    if (item) return say(sentences.extreme, { count: list.items.length, things: noun.many, item })
    return readList({ ...list, total, isPart: hasNext && total === undefined }, telling)
  }
  const thing = thingOf(content)
  if (thing && isPagingOfNone(thing)) return say(sentences.foundNone, { things: noun.many })
  if (thing) return readThing(thing, telling)
  if (typeof content === 'string' && /^\s*[<{[]/.test(content)) return sentences.unreadable
  const plain = speakable(typeof content === 'string' ? cut(content, longestText) : content, language)
  if (!plain) return say(sentences.foundNone, { things: noun.many })
  return isSayable(plain) ? say(sentences.answer, { text: plain }) : sentences.unreadable
}

/** What was asked for first: "Yes, the status of Rex is available."; "The price of Rex is 120." */
function readThing(thing: JsonObject, telling: Telling): string {
  const { noun, language, asked } = telling
  const { sentences } = language
  const label = labelOf(thing)
  const named = say(sentences.theThing, { thing: noun.one })
  const factOf = ([name, value]: [string, JsonValue]) => {
    const words = humanize(name)
    const about = noun.one.endsWith(` ${words}`) ? noun.one.slice(0, -words.length - 1) : noun.one
    const isNamed = label !== undefined && value !== label && !isText(thing)
    return typeof value === 'boolean'
      ? `${fieldWords([name, value], language)}.`
      : say(sentences.fact, {
          name: words,
          thing: isNamed ? cut(label) : say(sentences.theThing, { thing: about }),
          value: speakable(value, language) ?? '',
        })
  }
  const verdict = verdictOn(thing, telling)
  if (verdict)
    return capitalize(
      `${verdict.isTrue ? sentences.yes : sentences.no}, ${uncapitalize(factOf(verdict.field))}`,
    )
  const wanted = Object.entries(thing).filter(
    ([name, value]) => asked(name) && speakable(value, language) && isSayable(value),
  )
  if (wanted.length === 1) return capitalize(factOf(wanted[0]!))
  if (wanted.length === 0 && saysOne(fieldKinds(language), telling.text))
    return say(sentences.notTold, {
      thing: cut(label ?? say(sentences.theThing, { thing: sentences.thing })),
    })
  if (label !== undefined && isText(thing) && wanted.length === 0)
    return say(sentences.says, { thing: capitalize(named), text: cut(label, longestText) })
  const others = Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== label))
  const fields = fieldsOf(others, { language, limit: fieldLimit, asked })
  if (fields !== '') return say(sentences.one, { thing: cut(label ?? named), fields })
  if (label !== undefined) return say(sentences.called, { name: cut(label) })
  const outline = outlineOf(thing, language)
  return outline === '' ? sentences.unreadable : say(sentences.one, { thing: named, fields: outline })
}

/** The field that a question for yes or no is about: "is it still active?", "is it sold?" */
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
    if (typeof value !== 'string' || !isSayable(value)) continue
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
  if (counts(telling))
    return say(isPart ? sentences.countMore : count === 1 ? sentences.countOne : sentences.count, {
      count,
      things,
    })
  const shown = differences(items, asked)
    .slice(0, listed)
    .map((item) => brief(item, { language, asked }))
  const series = new Set(shown.map((one) => seriesOf(one, count)))
  const isNumbered = shown.length > 1 && series.size === 1 && !series.has(undefined)
  const names = isNumbered ? [] : [...new Set(shown.filter((one) => /\D/.test(one) || asked('id')))]
  const told = names.join(names.some((name) => name.includes(', ')) ? '; ' : ', ')
  if (told === '') return say(count === 1 ? sentences.countOne : sentences.count, { count, things })
  const rest = count - names.length
  const list = rest > 0 ? say(sentences.more, { list: told, count: rest }) : told
  return count === 1
    ? say(sentences.foundOne, { thing: noun.one, list })
    : say(sentences.found, { count, things, list })
}

/** "Record" of "Record 2": names that only number the things tell no more than how many there are. */
function seriesOf(name: string, count: number): string | undefined {
  const [, series, number] = /^(\D+) (\d+)$/.exec(name) ?? []
  return Number(number) <= count ? series : undefined
}

/** The things without the fields that are the same in all of them: after "which are sold?", the state tells nothing. */
function differences(items: readonly JsonValue[], asked: AskedFor): readonly JsonValue[] {
  const [first, ...others] = items
  if (!isObject(first) || others.length === 0) return items
  const label = labelField(first)
  const isSame = ([name, value]: [string, JsonValue]) =>
    !asked(name) && name !== label && others.every((other) => isObject(other) && other[name] === value)
  const same = new Set(Object.entries(first).flatMap((field) => (isSame(field) ? [field[0]] : [])))
  return items.map((item) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).filter(([name]) => !same.has(name))) : item,
  )
}
