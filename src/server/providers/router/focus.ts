import { isDeepStrictEqual } from 'node:util'
import { cutWords } from '../../../languages/cut-words.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import { stemsOf } from '../../../toolkit/search/known-stem.js'
import { type Choice, choose } from './candidates.js'
import { type Goal, inputOf, missingSlots, valuesOf } from './fill.js'
import { isObject } from './records.js'
import { knownThings, lastThing, thingIn } from './references.js'
import { type CallResult, itemsOf, thingOf } from './results.js'
import type { RouterConversation } from './situation.js'
import { idFor, type Slot } from './slots.js'
import type { Reading } from './tokens.js'

/** Chooses the tool for a sentence. An id that the tool needs and the user did not say is that of the record in focus. */
export function chooseIn(before: RouterConversation, heard: Reading): Choice {
  return choose(heard, (goal) => withFocus(goal, before, heard))
}

/**
 * Chooses the tool for the second step of a sentence, when the first has run. `points`: whether a word of the step
 * referred to the last record.
 */
export function chooseNext(before: RouterConversation, heard: Reading, points: boolean): Choice {
  const standIn = points ? lastThing(before, heard)?.id : undefined
  return choose(heard, (goal) => carryOver(goal, before, { standIn, ...heard }))
}

function withFocus(goal: Goal, before: RouterConversation, heard: Reading): Goal {
  const { catalog, language } = heard
  const isNew = cutWords(heard.text).some((word) => language.indefinite.has(word))
  if (goal.unplaced.length > 0 || before.results.length === 0) return goal
  const creates = catalog.facts(goal.tool).actions[0] === 'create'
  const points = cutWords(heard.text).some((word) => language.pronouns.has(word))
  const values = new Map(goal.values)
  for (const slot of missingSlots(goal, catalog)) {
    // "a message" is new, but not the channel to which it is sent, nor the doctor of "an appointment with her".
    const isOwn = creates ? !slot.inPath && !points : isNew
    if (!slot.thing || isOwn || goal.named.has(slot.key)) continue
    const value = inFocus(slot, before, heard)
    if (value !== undefined) values.set(slot.key, value)
  }
  return values.size > goal.values.size ? { ...goal, values, isCarried: true } : goal
}

/**
 * The id of the record of the slot's kind that the conversation was about last: the record of a result, or one that it
 * names in a field. Undefined if the latest such result has several.
 */
function inFocus(slot: Slot, before: RouterConversation, heard: Reading): JsonValue | undefined {
  for (const result of before.results.filter(({ isError }) => !isError)) {
    const thing = thingIn(result, heard)
    if (thing && isOfKind(slot, thing.noun, heard))
      return wasRemoved(result, heard) ? undefined : idFor(slot, thing.id)
    const named = idBeside(slot, result)
    if (named !== undefined) return idFor(slot, named)
    if (knownThings(result, heard).some(({ noun }) => isOfKind(slot, noun, heard))) return undefined
  }
  return undefined
}

/** Whether a slot identifies a record with this noun. */
export const isOfKind = ({ thing = [] }: Slot, noun: string, { catalog: { lexicon } }: Reading) => {
  const own = lexicon.stems(thing)
  return noun.split(' ').some((word) => stemsOf(word, lexicon).some((stem) => own.includes(stem)))
}

const wasRemoved = ({ tool: name }: CallResult, { catalog }: Reading) => {
  const tool = catalog.find(name)
  return tool !== undefined && catalog.facts(tool).actions[0] === 'delete'
}

/** The id of another record in the only record of a result: its `customer_id`, for a slot that identifies a customer. */
function idBeside({ thing = [] }: Slot, { content }: CallResult): string | number | undefined {
  const items = itemsOf(content)?.items
  const one = items ? (items.length === 1 ? items[0] : undefined) : thingOf(content)
  if (!isObject(one)) return undefined
  const name = Object.keys(one).find((field) => cutWords(field).join(' ') === [...thing, 'id'].join(' '))
  const value = one[name ?? '']
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

/**
 * The goal of a sentence's second step, with ids from the first step, which has already run: an argument of the first
 * step that identifies the same kind of record, or the id of the only record in its result. `standIn` is the id that
 * stands for a pronoun; such an argument replaces it. Undefined if the goal would repeat the last call.
 */
function carryOver(
  goal: Goal,
  before: RouterConversation,
  { standIn, ...heard }: Reading & { standIn: JsonValue | undefined },
): Goal | undefined {
  const { catalog, language } = heard
  const values = new Map(goal.values)
  const pointsBack = language.pronoun.test(before.queue[0] ?? '')
  const tool = before.last && catalog.find(before.last.name)
  const slots = tool ? catalog.slots(tool) : []
  const earlier = valuesOf(before.last?.input ?? {}, slots)
  const usedBefore = (slot: Slot) => {
    const isSame = (one: Slot) =>
      one.thing && slot.thing ? one.thing.join() === slot.thing.join() : one.key === slot.key
    const same = slots.find((one) => isSame(one) && earlier.has(one.key))
    return same && earlier.get(same.key)
  }
  const missing = missingSlots(goal, catalog)
  for (const slot of catalog.slots(goal.tool)) {
    const used = usedBefore(slot)
    const stands = standIn !== undefined && String(values.get(slot.key)) === String(standIn)
    if (stands && used !== undefined) values.set(slot.key, used)
    if ((!slot.thing && !slot.inPath && !pointsBack) || values.has(slot.key)) continue
    const value = used ?? (slot.thing && missing.includes(slot) ? inFocus(slot, before, heard) : undefined)
    if (value !== undefined) values.set(slot.key, value)
  }
  const next = { ...goal, values, isCarried: true }
  const isRepeated =
    goal.tool.name === before.last?.name && isDeepStrictEqual(inputOf(next, catalog), before.last.input)
  return isRepeated ? undefined : next
}
