import { type Goal, missingSlots } from './fill.js'
import { lookupFor } from './lookup.js'
import { nextOwners, ownersOf } from './owners.js'
import type { CallResult } from './results.js'
import type { Slot } from './slots.js'
import type { Reading } from './tokens.js'

/** The goal with another place to look for a name that no record has: another id of the tool, or an owner of the records. */
export function lookElsewhere(
  goal: Goal,
  lookup: Pick<Reading, 'catalog' | 'language'> & { slot: Slot; name: string; result: CallResult },
): Goal | undefined {
  const moved = goal.owners ? undefined : moveName(goal, lookup.slot, lookup)
  const owners = goal.owners ? nextOwners(goal.owners) : ownersOf(lookup.result, lookup)
  return moved ?? (owners && { ...goal, owners })
}

/**
 * The goal with a name at another id of the tool, because no record of the first one has it: "Ann" in "book Ann into
 * spinning". Undefined if no other id is open, or if its name was looked up in vain too.
 */
function moveName(goal: Goal, slot: Slot, reading: Pick<Reading, 'catalog' | 'language'>): Goal | undefined {
  const miss = (one: Slot, name: string | undefined) => `${one.key} ${name}`
  const name = goal.named.get(slot.key)
  const misses = [...(goal.misses ?? []), miss(slot, name)]
  const other = missingSlots(goal, reading.catalog).find(
    (one) => one !== slot && !misses.includes(miss(one, name)) && lookupFor(name, one, reading),
  )
  const swapped = other && goal.named.get(other.key)
  if (!other || misses.includes(miss(slot, swapped))) return undefined
  const kept = [...goal.named].filter(([key]) => key !== slot.key && key !== other.key)
  const named = new Map([...kept, [other.key, name!], ...(swapped ? [[slot.key, swapped] as const] : [])])
  return { ...goal, named, misses }
}

/**
 * The goal of a read whose record is not found, if users may know the record by another code than its id ("parcel
 * TRK100231", "the students in 7B"): it is looked up in the list of such records. Undefined if that was done.
 */
export function withOtherName(
  goal: Goal,
  { status }: Pick<CallResult, 'status'>,
  reading: Pick<Reading, 'catalog' | 'language'>,
): Goal | undefined {
  const { catalog } = reading
  if (status !== 404 || goal.misses || !catalog.facts(goal.tool).reads) return undefined
  const slot = catalog.slots(goal.tool).find((one) => one.thing && one.inPath && goal.values.has(one.key))
  const code = String(slot && goal.values.get(slot.key))
  if (!slot || !/\p{L}/u.test(code) || !lookupFor(code, slot, reading)) return undefined
  const values = new Map([...goal.values].filter(([key]) => key !== slot.key))
  return { ...goal, values, named: new Map([[slot.key, code]]), misses: [] }
}
