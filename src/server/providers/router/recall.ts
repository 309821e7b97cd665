import { cutWords } from '../../../languages/cut-words.js'
import type { JsonObject } from '../../../toolkit/model/json.js'
import { stemsOf } from '../../../toolkit/search/known-stem.js'
import { readActions } from '../../../toolkit/search/lexicon.js'
import { askedFor, extremeOf, saysOne } from './asked.js'
import { recordsSaid } from './chosen-records.js'
import { topicOf } from './filling.js'
import { nounOf, saidIn } from './nouns.js'
import { type AskedFor, idOf, isObject, isSayable, labelOf } from './records.js'
import { findName, findPlace } from './references.js'
import { type CallResult, itemsOf, thingOf } from './results.js'
import type { RouterConversation } from './situation.js'
import { isWrite } from './tell.js'
import type { Reading } from './tokens.js'
import { endingActions, kindOf } from './verbs.js'

/** What an earlier result has to say: one of its records, some of them, or the best one of a whole list (`best`). */
interface Recalled {
  result: CallResult
  thing?: JsonObject
  things?: JsonObject[]
  best?: JsonObject
  /** Whether the sentence itself says what is true of the record, so that the record is the answer. */
  isChosen?: boolean
}

/**
 * Answers a question from the results of earlier calls: "what does the second one cost?" after a list with prices.
 * Returns undefined if no result has the answer, or if a call has changed something since. A record without an id also
 * answers "tell me about the second one", because no tool could find this record again. `isLast`: nothing else answers, so a
 * record that the user points at is told even if it has no such field: "what did she write?" after a message.
 */
export function recall(
  before: RouterConversation,
  said: Reading,
  { isLast = false } = {},
): RouterConversation | undefined {
  const results = unchanged(before.results, said)
  // "How many invoices are there?" asks for a number of records, "how many rooms does it have?" for that of a field.
  const isCount = saysOne(said.language.countQuestions, said.text)
  if (results.length === 0 || (isCount && namesKind(results[0]!, said))) return undefined
  const isQuestion = kindOf(said) === 'question'
  const actions = said.catalog.lexicon.actionsIn(said.text).filter((action) => action !== 'get')
  if (!isQuestion && actions.some((action) => !readActions.has(action))) return undefined
  const isFragment = !isQuestion && !namesSubject(said)
  if (!isQuestion && !isFragment && actions.length > 0) return undefined
  const found = results.map((result) => recordMeant(result, said)).find((one) => one !== undefined)
  const ofList = isQuestion || isFragment ? listMeant(results, said, { isCount, isFragment }) : undefined
  const last =
    found ?? (ofList?.best && ofList) ?? recordInFocus(results[0]!, isQuestion && !isLast, said) ?? ofList
  if (!last || namesAnother(last, said) || !(isLast || answers(last, isQuestion, said))) return undefined
  const { result, thing, things, best } = last
  const [field, ...fields] = toldFields(last, said)
  // "Heated." would not say which one is heated, but a list of one does.
  const isByField = last.isChosen && thing && field !== undefined && thing[field] === true
  const content = isByField ? [thing] : (thing ?? things ?? result.content)
  const told = {
    ...result,
    content,
    isRecalled: true,
    ...(field !== undefined && fields.length === 0 && { field }),
  }
  const { goal: _, ...rest } = before
  return {
    ...rest,
    ...{ text: said.text, state: 'idle', queue: [], recalled: told, candidates: [] },
    results: [best ? { ...told, content: best } : told, ...before.results],
  }
}

/** The results of the successful reads since the last change, the latest first, and what the change itself returned. */
function unchanged(results: readonly CallResult[], { catalog }: Reading): CallResult[] {
  const actionOf = ({ tool: name }: CallResult) => {
    const tool = catalog.find(name)
    return tool && isWrite(tool, catalog) ? catalog.facts(tool).actions[0] : undefined
  }
  const at = results.findIndex((result) => actionOf(result) !== undefined)
  return results
    .slice(0, at < 0 ? results.length : at + 1)
    .filter((result) => !result.isError && !endingActions.has(actionOf(result) ?? 'get'))
}

/** The record of a result that a sentence means by name ("Rex") or by position ("the second one"). */
function recordMeant(result: CallResult, said: Reading): Recalled | undefined {
  const things = (itemsOf(result.content)?.items ?? [thingOf(result.content) ?? null]).filter(isObject)
  if (things.length > 1) {
    const { one: noun } = nounOf(said.catalog.find(result.tool), { name: result.tool, ...said })
    const place = findPlace(said.text, { lists: [things.map((_, id) => ({ noun, id }))], ...said })?.thing
    const thing = place && things[Number(place.id)]
    if (thing) return { result, thing }
  }
  const [first, second] = things
    .map((thing) => ({ thing, label: labelOf(thing) ?? '' }))
    .filter(({ label }) => label.length > 1 && findName(said.text, label))
    .sort((a, b) => b.label.length - a.label.length)
  return first && first.label !== second?.label ? { result, thing: first.thing } : undefined
}

/** The only record of a result, if the sentence has a pronoun such as "it", or asks for a field and names no record. */
function recordInFocus(result: CallResult, isQuestion: boolean, said: Reading): Recalled | undefined {
  const { text, language } = said
  const items = itemsOf(result.content)?.items
  const thing = items ? (items.length === 1 ? items[0] : undefined) : thingOf(result.content)
  const points = cutWords(text).some((word) => language.pronouns.has(word))
  const isOfOther = isQuestion && (/\d/.test(text) || (isObject(thing) && namesOther(thing, said)))
  return (points || (isQuestion && !isOfOther)) && isObject(thing) ? { result, thing } : undefined
}

/** Whether a sentence has a name that is neither in a record nor a word of the language or of the tools. */
function namesOther(thing: JsonObject, { text, catalog: { lexicon, vocabulary } }: Reading): boolean {
  const own = new Set(Object.entries(thing).flatMap((field) => lexicon.stems(cutWords(field.join(' ')))))
  const names = cutWords((text.match(/(?<=\s)\p{Lu}\p{L}+/gu) ?? []).join(' '))
  return names.some(
    (word) =>
      !lexicon.isStopWord(word) &&
      !lexicon.isWord(word) &&
      !stemsOf(word, lexicon).some((stem) => own.has(stem) || vocabulary.isSubject(stem)) &&
      lexicon.translate(word).length === 0,
  )
}

/**
 * What a question about the latest list means: the record with the most or least of something, else the records of which
 * it says something. A part of a list, which calls got with values, does not answer for all records of its kind.
 */
function listMeant(
  results: readonly CallResult[],
  said: Reading,
  { isCount, isFragment }: Record<'isCount' | 'isFragment', boolean>,
): Recalled | undefined {
  const result = results.find(({ content }) => (itemsOf(content)?.items.length ?? 0) > 1)
  const list = result && itemsOf(result.content)
  if (!list || result.truncated || result.next) return undefined
  const best = extremeOf(list.items, { ...said, asked: askedIn(result, said) })
  if (best) return { result, best: best.item }
  const isPart = result.isRecalled || Object.keys(result.input).length > 0
  const things = isPart && (isFragment || namesKind(result, said)) ? undefined : recordsSaid(list.items, said)
  if (!things && isCount && !namesSubject(said)) return { result, things: list.items.filter(isObject) }
  const [only, ...more] = things ?? []
  return (
    only && (more.length > 0 ? { result, things: [only, ...more] } : { result, thing: only, isChosen: true })
  )
}

/** Whether a sentence has a noun of the tools, so that it may ask for something else than what was told. */
const namesSubject = ({ text, catalog: { lexicon, vocabulary } }: Reading) =>
  cutWords(text).some(
    (word) =>
      !lexicon.isStopWord(word) &&
      !lexicon.isActionWord(word) &&
      stemsOf(word, lexicon).some(vocabulary.isThing),
  )

/** Whether a sentence has the noun of the records of a result. */
function namesKind({ tool }: CallResult, { text, catalog, language }: Reading): boolean {
  const { one } = nounOf(catalog.find(tool), { name: tool, catalog, language })
  return saidIn(text, catalog.lexicon)(one.split(' ').at(-1)!)
}

function askedIn({ tool }: CallResult, { text, catalog, language }: Reading): AskedFor {
  const noun = nounOf(catalog.find(tool), { name: tool, catalog, language })
  return askedFor(text, { catalog, language, noun, input: {} })
}

/** Whether the sentence names the subject of another tool. Names of the record's own fields do not count. */
function namesAnother({ result, thing, things = [] }: Recalled, { text, catalog }: Reading): boolean {
  const { lexicon, vocabulary } = catalog
  const tool = catalog.find(result.tool)
  if (!tool) return true
  const own = [...things, ...(thing ? [thing] : [])]
    .flatMap((one) =>
      Object.entries(one).flatMap(([name, value]) => [name, typeof value === 'string' ? value : '']),
    )
    .flatMap(cutWords)
  const known = new Set([...topicOf(catalog.facts(tool)), ...lexicon.stems(own)])
  const words = cutWords(text).filter((word) => !lexicon.isStopWord(word) && !lexicon.isActionWord(word))
  return lexicon.stems(words).some((stem) => vocabulary.isSubject(stem) && !known.has(stem))
}

/** The fields of a recalled record for which the sentence asks and that can be told. */
function toldFields({ result, thing = {} }: Recalled, said: Reading): string[] {
  const asked = askedIn(result, said)
  return Object.entries(thing).flatMap(([name, value]) =>
    asked(name) && typeof value !== 'object' && value !== '' && isSayable(value) ? [name] : [],
  )
}

/** Whether the recalled record answers the sentence: it has the field for which the user asks, or it has no id. */
function answers({ result, thing, isChosen }: Recalled, isQuestion: boolean, said: Reading): boolean {
  if (!thing || isChosen) return true
  // "Is it paid?" is answered by the state of the record, whatever its word is.
  const words = cutWords(said.text)
  const points = words.some((word) => said.language.pronouns.has(word))
  const isAsked = said.language.yesNoQuestions.has(
    words.find((word) => !said.language.fillers.has(word)) ?? '',
  )
  const tool = said.catalog.find(result.tool)
  if (isAsked && points && tool && !isWrite(tool, said.catalog)) return true
  const isTold = toldFields({ result, thing }, said).length > 0
  const noun = nounOf(said.catalog.find(result.tool), { name: result.tool, ...said })
  return isTold || (!isQuestion && idOf(thing, noun.one.split(' ')) === undefined)
}
