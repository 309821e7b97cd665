import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import { isNameLike } from './fill-forms.js'
import type { Values } from './filling.js'
import { keyOf } from './filling.js'
import type { Slot } from './slots.js'
import { accepts } from './slots.js'

/** What the speaker wants done, as far as it is known. */
export interface Goal {
  tool: ModelTool
  values: Values
  /** A name that stands for a thing whose id has to be found first. */
  named?: string
  /** How often the same question was asked in vain. */
  attempts: number
}

/** What still has to be asked, if anything: the first value that the tool cannot do without. */
export function missingSlots(goal: Goal, catalog: Catalog): Slot[] {
  const slots = catalog.slots(goal.tool)
  const open = slots.filter((slot) => !goal.values.has(keyOf(slot)))
  const required = open.filter((slot) => slot.required && usualValue(slot) === undefined)
  if (required.length > 0) return required
  return nothingSaid(goal, catalog)
    ? open
        .filter((slot) => slot.route[0] === 'body' && !slot.thing)
        .sort(nameFirst)
        .slice(0, 1)
    : []
}

const pagingNames = /^(limit|offset|page|pagesize|pagenumber|perpage|start|skip|startat|maxresults)$/

/** What goes where nothing was said: what the schema says, and of the parts of a long list what the collection shows; nobody wants to be asked for those. */
function usualValue({ schema, words, required }: Slot): JsonValue | undefined {
  const isPaging = required && pagingNames.test(words.join('')) && !accepts(schema, 'object')
  return schema.const ?? schema.default ?? (isPaging ? schema.examples?.[0] : undefined)
}

/** A tool that writes a body and was told nothing to write would send an empty one. */
function nothingSaid(goal: Goal, catalog: Catalog): boolean {
  const action = catalog.facts(goal.tool).actions[0]
  const slots = catalog
    .slots(goal.tool)
    .filter((slot) => slot.route[0] === 'body' && slot.schema.default === undefined)
  const writes = action === 'create' || action === 'update'
  return writes && slots.length > 0 && slots.every((slot) => !goal.values.has(keyOf(slot)))
}

function nameFirst(a: Slot, b: Slot): number {
  return rank(a) - rank(b)
}

function rank(slot: Slot): number {
  if (isNameLike(slot)) return 0
  if (slot.thing) return 1
  return accepts(slot.schema, 'string') ? 2 : 3
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
  const input: JsonObject = {}
  for (const slot of catalog.slots(goal.tool)) {
    const value = goal.values.get(keyOf(slot)) ?? (slot.required ? usualValue(slot) : undefined)
    if (value !== undefined) place(input, { route: slot.route, value })
  }
  return input
}

function place(input: JsonObject, { route, value }: { route: string[]; value: JsonValue }): void {
  let at = input
  for (const step of route.slice(0, -1)) {
    const next = at[step]
    const object: JsonObject = typeof next === 'object' && next !== null && !Array.isArray(next) ? next : {}
    at[step] = object
    at = object
  }
  at[route.at(-1)!] = value
}

/** The values of an input made earlier, for "and number 5?". */
export function valuesOf(input: JsonObject, slots: Slot[]): Values {
  const values: Values = new Map()
  for (const slot of slots) {
    let at: JsonValue | undefined = input
    for (const step of slot.route)
      at = typeof at === 'object' && at !== null && !Array.isArray(at) ? at[step] : undefined
    if (at !== undefined) values.set(keyOf(slot), at)
  }
  return values
}
