import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import type { Values } from './filling.js'
import { keyOf } from './filling.js'
import { usualValue } from './slot-kinds.js'
import type { Slot } from './slots.js'

/** What the speaker wants done, as far as it is known. */
export interface Goal {
  tool: ModelTool
  values: Values
  /** The name of a record. Its id must be looked up before the call. */
  named?: string
  /** How often the same question was asked in vain. */
  attempts: number
  /** Values that were said and fit no input. */
  unplaced: string[]
}

/** A goal of which nothing is known but its tool. */
export function goalFor(tool: ModelTool): Goal {
  return { tool, values: new Map(), attempts: 0, unplaced: [] }
}

/** What still has to be asked, if anything: the first value that the tool cannot do without. */
export function missingSlots(goal: Goal, catalog: Catalog): Slot[] {
  const slots = catalog.slots(goal.tool)
  const open = slots.filter((slot) => !goal.values.has(keyOf(slot)))
  const { reads } = catalog.facts(goal.tool)
  const required = open.filter((slot) => slot.required && usualValue(slot, reads) === undefined)
  if (required.length > 0) return required
  return nothingSaid(goal, catalog)
    ? open.filter((slot) => slot.route[0] === 'body' && !slot.thing).slice(0, 1)
    : []
}

/** Whether a tool that writes a body has no value for it. It would send an empty body. */
function nothingSaid(goal: Goal, catalog: Catalog): boolean {
  const action = catalog.facts(goal.tool).actions[0]
  const slots = catalog
    .slots(goal.tool)
    .filter((slot) => slot.route[0] === 'body' && slot.schema.default === undefined)
  const writes = action === 'create' || action === 'update'
  return writes && slots.length > 0 && slots.every((slot) => !goal.values.has(keyOf(slot)))
}

/** Whether the question is what to change, not what to create. */
export function asksForChange(
  goal: Goal,
  { missing, catalog }: { missing: Slot; catalog: Catalog },
): boolean {
  return !missing.required && catalog.facts(goal.tool).actions[0] === 'update'
}

/** The tool's input out of the values. */
export function inputOf(goal: Goal, catalog: Catalog): JsonObject {
  const { required = [], properties = {} } = goal.tool.parameters
  const input: JsonObject = {}
  const { reads } = catalog.facts(goal.tool)
  for (const slot of catalog.slots(goal.tool)) {
    const value = goal.values.get(keyOf(slot)) ?? (slot.required ? usualValue(slot, reads) : undefined)
    if (value !== undefined) place(input, { route: slot.route, value })
  }
  for (const name of required) if (properties[name]?.type === 'object') input[name] ??= {}
  return input
}

function place(input: JsonObject, { route, value }: { route: string[]; value: JsonValue }): void {
  let at: JsonObject | JsonValue[] = input
  for (const [depth, step] of route.entries()) {
    const key = step === '*' ? 0 : step
    const held = at as Record<string | number, JsonValue>
    if (depth === route.length - 1) held[key] = value
    else {
      const known = held[key]
      const next = typeof known === 'object' && known !== null ? known : route[depth + 1] === '*' ? [] : {}
      held[key] = next
      at = next
    }
  }
}

/** The values of an input made earlier, for "and number 5?". */
export function valuesOf(input: JsonObject, slots: Slot[]): Values {
  const values: Values = new Map()
  for (const slot of slots) {
    let at: JsonValue | undefined = input
    for (const step of slot.route)
      at =
        typeof at === 'object' && at !== null
          ? (at as Record<string | number, JsonValue>)[step === '*' ? 0 : step]
          : undefined
    if (at !== undefined) values.set(keyOf(slot), at)
  }
  return values
}
