import { isDeepStrictEqual } from 'node:util'
import type { JsonValue } from '../../../toolkit/model/json.js'
import { keyOf } from './filling.js'
import type { Goal } from './goal.js'
import { inputOf, missingSlots, valuesOf } from './goal.js'
import { lastThing } from './references.js'
import type { Listening, RouterConversation } from './situation.js'
import type { Slot } from './slots.js'
import { accepts } from './slots.js'

/**
 * Returns the goal of a sentence's second step, with ids from the first step, which has already run:
 * - A missing id is taken from an argument of the first step that identifies the same kind of record. If there is none,
 *   it is the id of the only record in the result.
 * - `standIn` is an id that the router has put in place of a pronoun. If an argument of the first step identifies the
 *   same kind of record, this argument replaces `standIn`.
 *
 * Undefined if the goal would repeat the last call.
 */
export function carryOver(
  goal: Goal,
  {
    before,
    standIn,
    ...listening
  }: Listening & { before: RouterConversation; standIn: JsonValue | undefined },
): Goal | undefined {
  const values = new Map(goal.values)
  const pointsBack = listening.language.pronoun.test(before.queue[0] ?? '')
  for (const slot of listening.catalog.slots(goal.tool)) {
    if (standIn !== undefined && String(values.get(keyOf(slot))) === String(standIn)) {
      const used = usedBefore(slot, { before, ...listening })
      if (used !== undefined) values.set(keyOf(slot), used)
    }
    if ((!slot.thing && !slot.inPath && !pointsBack) || values.has(keyOf(slot))) continue
    const value =
      usedBefore(slot, { before, ...listening }) ?? foundBefore(slot, { goal, before, ...listening })
    if (value !== undefined) values.set(keyOf(slot), value)
  }
  const next = { ...goal, values }
  return isRepeated(next, { before, ...listening }) ? undefined : next
}

/** Whether a goal has the same tool and arguments as the last call. */
function isRepeated(goal: Goal, { before, catalog }: Listening & { before: RouterConversation }): boolean {
  const { last } = before
  return goal.tool.name === last?.name && isDeepStrictEqual(inputOf(goal, catalog), last.input)
}

/** The value that the first step used for the same parameter, or for an id of the same kind of record. */
function usedBefore(
  slot: Slot,
  { before, catalog }: Listening & { before: RouterConversation },
): JsonValue | undefined {
  const tool = before.last && catalog.find(before.last.name)
  if (!tool || !before.last) return undefined
  const slots = catalog.slots(tool)
  const values = valuesOf(before.last.input, slots)
  const same = slots.find((one) => isSame(one, slot) && values.has(keyOf(one)))
  return same && values.get(keyOf(same))
}

function isSame(one: Slot, other: Slot): boolean {
  if (one.thing && other.thing) return one.thing.join() === other.thing.join()
  return keyOf(one) === keyOf(other)
}

/**
 * The id of the record that the first step found. Undefined if it found several, or if the record is not of the kind
 * that the parameter needs.
 */
function foundBefore(
  slot: Slot,
  { goal, before, ...listening }: Listening & { goal: Goal; before: RouterConversation },
): JsonValue | undefined {
  const thing = lastThing(before, listening)
  if (!thing || !slot.thing || !missingSlots(goal, listening.catalog).includes(slot)) return undefined
  const { stems } = listening.catalog.lexicon
  const isOfKind = stems(thing.noun.split(' ')).some((stem) => stems(slot.thing!).includes(stem))
  if (!isOfKind) return undefined
  return accepts(slot.schema, typeof thing.id) ? thing.id : String(thing.id)
}
