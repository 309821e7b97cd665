import type { JsonObject } from '../../../toolkit/model/json.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import { coerce } from './coerce.js'
import type { Filling } from './filling.js'
import { isAnnouncedWord, isLooseName, wholeName } from './filling.js'
import type { Goal } from './goal.js'
import { idOf, labelOf } from './labels.js'
import type { CallResult } from './results.js'
import { isObject, itemsOf, thingOf } from './results.js'
import type { Listening } from './situation.js'
import { isNameLike } from './slot-kinds.js'
import type { Slot } from './slots.js'
import { valueToken } from './tokens.js'

/**
 * The first name in a sentence that no parameter has taken: "Rex" in "delete Rex". The router may look up the id of the
 * record with this name. Undefined if there is no such name.
 */
export function leftOverName(filling: Filling): string | undefined {
  const { tokens } = filling
  const at = tokens.findIndex(
    (token, index) =>
      (token.kind === 'quoted' && !token.used) ||
      isLooseName(filling, token) ||
      isAnnouncedWord(filling, index),
  )
  if (at < 0) return undefined
  const taken = tokens[at]!.kind === 'quoted' ? [tokens[at]!] : wholeName(tokens, at)
  return taken.map((token) => token.text).join(' ')
}

/** The call that looks up the record that a goal names. Undefined if no tool lists such records without input. */
export function lookupFor(
  goal: Goal,
  { slot, catalog, language, now }: Listening & { slot: Slot },
): { tool: ModelTool; input: JsonObject } | undefined {
  if (goal.named === undefined || !slot.thing) return undefined
  const thing = catalog.lexicon.stems(slot.thing)
  const tool = catalog.tools.find((candidate) => listsThings(candidate, { thing, catalog }))
  if (!tool) return undefined
  const query = catalog
    .slots(tool)
    .find((candidate) => isNameLike(candidate) || /^(q|query|search)$/.test(candidate.name))
  const token = valueToken(goal.named)
  const value = query && coerce(token, { schema: query.schema, context: { language, now } })
  return {
    tool,
    input: query && value !== undefined && query.route.length === 1 ? { [query.name]: value } : {},
  }
}

function listsThings(tool: ModelTool, { thing, catalog }: { thing: string[]; catalog: Catalog }): boolean {
  const { actions, resource, target } = catalog.facts(tool)
  const reads = actions[0] === 'list' || actions[0] === 'find' || actions[0] === 'get'
  if (
    !reads ||
    resource.single ||
    catalog.slots(tool).some((slot) => slot.required && slot.schema.default === undefined)
  )
    return false
  return thing.every((stem) => target.includes(stem))
}

/**
 * The ids of the records in a result that have this name. If there are no such records, returns the ids of the records
 * whose name contains it as one word.
 */
export function idsNamed(
  name: string,
  { result, slot }: { result: CallResult; slot: Slot },
): { id: string | number; label: string }[] {
  const wanted = name.toLowerCase()
  const items = itemsOf(result.content)?.items ?? [thingOf(result.content) ?? null]
  const things = items.filter(isObject).flatMap((thing) => {
    const id = idOf(thing, slot.thing)
    const label = labelOf(thing)
    return id === undefined || label === undefined ? [] : [{ id, label }]
  })
  const exact = things.filter(({ label }) => label.toLowerCase() === wanted)
  return exact.length > 0
    ? exact
    : things.filter(({ label }) => label.toLowerCase().split(/\s+/).includes(wanted))
}
