import type { JsonObject } from '../../../toolkit/model/json.js'
import type { ModelTool } from '../../model/language-model.js'
import { recordsSaid } from './chosen-records.js'
import { isFor } from './kinds.js'
import { isObject, labelOf } from './records.js'
import { type CallResult, itemsOf, thingOf } from './results.js'
import type { Slot } from './slots.js'
import { valueToken } from './token.js'
import type { Reading } from './tokens.js'
import { valueFor } from './values.js'

/** The call that looks up the record with a name. Undefined if no tool lists such records without input. */
export function lookupFor(
  named: string | undefined,
  slot: Slot,
  { catalog, language }: Pick<Reading, 'catalog' | 'language'>,
): { tool: ModelTool; input: JsonObject } | undefined {
  if (named === undefined || !slot.thing) return undefined
  const thing = catalog.lexicon.stems(slot.thing)
  const tool = catalog.tools.find((candidate) => {
    const { actions, resource, target } = catalog.facts(candidate)
    const reads = actions[0] === 'list' || actions[0] === 'find' || actions[0] === 'get'
    const needsInput = catalog
      .slots(candidate)
      .some((one) => one.required && one.schema.default === undefined)
    return reads && !resource.single && !needsInput && thing.every((stem) => target.includes(stem))
  })
  if (!tool) return undefined
  const query = catalog.slots(tool).find((one) => isFor(one, 'name') || /^(q|query|search)$/.test(one.name))
  const value = query && valueFor(query, valueToken(named), language)
  return {
    tool,
    input: query && value !== undefined && query.route.length === 1 ? { [query.name]: value } : {},
  }
}

/** The records in a result that have this name; else those with it as a word of their name; else those with this value. */
export function recordsNamed(
  name: string,
  { content }: CallResult,
  reading: Pick<Reading, 'catalog' | 'language'>,
): JsonObject[] {
  const wanted = name.toLowerCase()
  const items = itemsOf(content)?.items ?? [thingOf(content) ?? null]
  const things = items.filter(isObject)
  const labelled = (is: (label: string) => boolean) =>
    things.filter((thing) => is(labelOf(thing)?.toLowerCase() ?? ''))
  const found = [
    labelled((label) => label === wanted),
    labelled((label) => label.split(/\s+/).includes(wanted)),
    recordsSaid(things, { text: name, ...reading }) ?? [],
  ]
  return found.find((some) => some.length > 0) ?? []
}
