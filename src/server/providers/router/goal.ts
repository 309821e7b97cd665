import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import type { Values } from './filling.js'
import { keyOf } from './filling.js'
import { usualValue } from './slot-kinds.js'
import type { Slot } from './slots.js'

/** The tool that the user wants to use, with the arguments that are known so far. */
export interface Goal {
  tool: ModelTool
  values: Values
  /** The name of a record whose id must be looked up before the tool is called. */
  named?: string
  /** How often the agent has asked the same question without a useful answer. */
  attempts: number
  /** Values that the user said and that no parameter has taken. */
  unplaced: string[]
}

/** A goal with a tool and no values yet. */
export function goalFor(tool: ModelTool): Goal {
  return { tool, values: new Map(), attempts: 0, unplaced: [] }
}

/**
 * The parameters that still need a value: the required ones without a value. If there are none, but a write would send
 * an empty body, the first parameter of the body needs a value.
 */
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

/**
 * Whether a tool that creates or changes something has no value for its body, or only the id of the record to change.
 */
function nothingSaid(goal: Goal, catalog: Catalog): boolean {
  const action = catalog.facts(goal.tool).actions[0]
  const isRecord = ({ words, required }: Slot) => action === 'update' && required && words.at(-1) === 'id'
  const slots = catalog
    .slots(goal.tool)
    .filter((slot) => slot.route[0] === 'body' && slot.schema.default === undefined && !isRecord(slot))
  const writes = action === 'create' || action === 'update'
  return writes && slots.length > 0 && slots.every((slot) => !goal.values.has(keyOf(slot)))
}

/** Whether the agent should ask "what should be changed?" instead of asking for the value of one parameter. */
export function asksForChange(
  goal: Goal,
  { missing, catalog }: { missing: Slot; catalog: Catalog },
): boolean {
  return !missing.required && catalog.facts(goal.tool).actions[0] === 'update'
}

/** The arguments of the tool call, made from the values of a goal. */
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

/** The values in the arguments of an earlier call. A sentence such as "and number 5?" then changes one of them. */
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
