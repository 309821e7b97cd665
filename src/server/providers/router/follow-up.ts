import { cutWords } from '../../../languages/cut-words.js'
import type { JsonObject } from '../../../toolkit/model/json.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import { fillFromText, type Goal, goalFor, means, valueAt, valuesOf } from './fill.js'
import { topicOf } from './filling.js'
import { chooseIn, isOfKind } from './focus.js'
import { isFor } from './kinds.js'
import { nounOf } from './nouns.js'
import { thingIn } from './references.js'
import type { CallResult } from './results.js'
import { type RouterConversation, wanting } from './situation.js'
import { idFor, type Slot } from './slots.js'
import { type Reading, tokenize } from './tokens.js'
import { valueFor } from './values.js'

/** Maximum number of words of a fragment such as "and number 3", which only changes values of the last call. */
const longestFragment = 4

/**
 * Repeats the last tool call with other values, for a sentence such as "no, number 4", "and tomorrow?" or "next page".
 * Undefined for any other sentence.
 */
export function parseFollowUp(before: RouterConversation, heard: Reading): RouterConversation | undefined {
  const { catalog, language, text } = heard
  const tool = before.last && catalog.find(before.last.name)
  if (!tool || !before.last) return undefined
  const page = pageAsked(before, tool, heard)
  if (page) {
    const values = valuesOf(page, catalog.slots(tool))
    return { ...before, state: 'wanting', goal: goalFor(tool, values), candidates: [] }
  }
  const marked =
    means(text, { meaning: 'correction', language }) || means(text, { meaning: 'followUp', language })
  const choice = chooseIn(before, heard)
  const other = choice.goal?.tool === tool ? undefined : choice.goal?.tool
  if (choice.sure && other && catalog.lexicon.actionsIn(text).length > 0) return undefined
  if (other && namesAnother(heard, tool, other)) return undefined
  if (!marked && (choice.goal || text.trim().split(/\s+/).length > longestFragment)) return undefined
  // A few words about something else must not repeat a change: "sing a song" after "delete entry 2" deletes nothing.
  if (!marked && !catalog.facts(tool).reads && namesUnknown(heard, tool)) return undefined
  const corrected =
    changeTold(before, heard) ??
    (means(text, { meaning: 'followUp', language }) ? undefined : correctCreated(before, heard))
  if (corrected) return { ...before, state: 'wanting', goal: corrected, candidates: choice.candidates }
  const earlier = valuesOf(before.last.input, catalog.slots(tool))
  // "And to 90" gives a new value to the same record. It does not name another record.
  const kept =
    namesNewValue(heard) && !catalog.facts(tool).reads ? recordOf(earlier, tool, catalog) : new Map()
  const fresh = fillFromText(goalFor(tool, kept), heard)
  if (fresh.values.size === kept.size) return parseNumber(before, tool, heard)
  const values = new Map([...earlier, ...fresh.values])
  return { ...before, state: 'wanting', goal: { ...fresh, values }, candidates: choice.candidates }
}

/** The change of the field that the agent has just told: "make it 19" after "how many rooms does it have?". */
function changeTold({ results: [result] }: RouterConversation, heard: Reading): Goal | undefined {
  const { catalog, language, text } = heard
  const isChange =
    catalog.lexicon.actionsIn(text).includes('update') ||
    cutWords(text).some((word) => language.makingVerbs.has(word))
  const token = tokenize(heard).at(-1)
  if (result?.field === undefined || !isChange || !token || token.kind === 'word') return undefined
  for (const goal of changesOf(result, heard)) {
    const slots = catalog.slots(goal.tool)
    const slot = slots.find(({ name, route }) => name === result.field && route[0] === 'body')
    const value = slot && valueFor(slot, token, language)
    if (slot && value !== undefined)
      return { ...goal, values: new Map([...goal.values, [slot.key, value]]), isCarried: true }
  }
  return undefined
}

/** The change of the record that the last call has created: "make that three" must not create another one. */
function correctCreated({ results: [result] }: RouterConversation, heard: Reading): Goal | undefined {
  const tool = result && heard.catalog.find(result.tool)
  if (!tool || heard.catalog.facts(tool).actions[0] !== 'create') return undefined
  return changesOf(result, heard)
    .map((goal) => fillFromText(goal, heard))
    .find(({ values, unplaced }) => values.size > 1 && unplaced.length === 0)
}

/** For each tool that changes records like that of a result: a goal with the id of this record. */
function changesOf(result: CallResult, heard: Reading): Goal[] {
  const { catalog } = heard
  const thing = thingIn(result, heard)
  return catalog.tools
    .filter((tool) => catalog.facts(tool).actions[0] === 'update')
    .flatMap((tool) => {
      const slot = thing && catalog.slots(tool).find((one) => one.inPath && isOfKind(one, thing.noun, heard))
      return thing && slot ? [goalFor(tool, new Map([[slot.key, idFor(slot, thing.id)]]))] : []
    })
}

/** The arguments of the call that gets the next or the previous page, if the user asks for one. */
function pageAsked(
  { results, last }: RouterConversation,
  tool: ModelTool,
  { text, catalog, language }: Reading,
): JsonObject | undefined {
  const words = cutWords(text)
  const at = words.findIndex((word) => language.pages.has(word))
  const turn = words[at - 1] ?? ''
  const isNext = language.ahead.has(turn)
  if (at < 1 || words.length > longestFragment + 2 || !(isNext || language.past.has(turn))) return undefined
  const [result] = results
  if (isNext && result?.tool === tool.name && result.next) return result.next
  const slots = catalog.slots(tool)
  const numbered = (slot: Slot | undefined) => {
    const value = slot && (valueAt(last!.input, slot.route) ?? slot.schema.default)
    return value === undefined ? undefined : Number(value)
  }
  const page = slots.find((slot) => isFor(slot, 'page'))
  const offset = slots.find((slot) => isFor(slot, 'offset'))
  const size = numbered(slots.find((slot) => isFor(slot, 'pageSize'))) ?? result?.page?.items
  const slot = page ?? (size === undefined ? undefined : offset)
  if (!slot || slot.route.length > 1) return undefined
  const now = numbered(slot) ?? Number(page !== undefined)
  const next = now + (isNext ? 1 : -1) * (page ? 1 : size!)
  return next < Number(page !== undefined) ? undefined : { ...last!.input, [slot.name]: next }
}

/** Whether a sentence has a number after a word for new values: "and to 90". */
function namesNewValue({ text, language }: Reading): boolean {
  const words = cutWords(text)
  return words.some((word, at) => language.renaming.has(word) && /^\d/.test(words[at + 1] ?? ''))
}

/** The values of a call that identify the record which the call changed. */
function recordOf(values: ReturnType<typeof valuesOf>, tool: ModelTool, catalog: Catalog): typeof values {
  const inPath = new Set(catalog.slots(tool).flatMap((slot) => (slot.inPath ? [slot.key] : [])))
  return new Map([...values].filter(([key]) => inPath.has(key)))
}

/** Whether a sentence names a kind of record that another tool handles and the last tool does not: "And invoice 11?". */
function namesAnother({ text, catalog }: Reading, tool: ModelTool, other: ModelTool): boolean {
  // A record whose id the last tool takes is no other subject: "and for member 7?" after "book room 3 for member 6".
  const taken = catalog.slots(tool).flatMap(({ thing, route }) => (route[0] === 'body' ? (thing ?? []) : []))
  const known = new Set([...topicOf(catalog.facts(tool)), ...catalog.lexicon.stems(taken)])
  const said = new Set(catalog.lexicon.stems(cutWords(text)))
  return catalog.facts(other).target.some((stem) => said.has(stem) && !known.has(stem))
}

/** For "what about number 3" after a list: another tool, which shows the one record. Undefined if no tool matches. */
function parseNumber(
  before: RouterConversation,
  tool: ModelTool,
  heard: Reading,
): RouterConversation | undefined {
  const number = heard.text.match(/[\p{L}\d]+(?:[-/:.][\p{L}\d]+)*/gu)?.find((word) => /^\d+$/.test(word))
  if (number === undefined || namesUnknown(heard, tool)) return undefined
  const { one } = nounOf(tool, { name: tool.name, ...heard })
  const choice = chooseIn(before, { ...heard, text: `${one} ${number}` })
  return choice.goal && choice.goal.tool !== tool ? wanting(before, choice) : undefined
}

/** Whether a sentence has a word that is not a word of the tool: "parcel" in "and parcel 11?" after invoices. */
function namesUnknown({ text, catalog }: Reading, tool: ModelTool): boolean {
  const { lexicon } = catalog
  const known = topicOf(catalog.facts(tool))
  const words = cutWords(text).filter((word) => !/\d/.test(word) && !lexicon.language.pointers.has(word))
  return lexicon.stems(words).some((stem) => !known.has(stem))
}
