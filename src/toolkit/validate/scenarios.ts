import { parseScripts } from '../collection/parse-scripts.js'
import { asText } from '../collection/read-shape.js'
import { findScenarios } from '../meaning/scenario.js'
import type { Facts, ItemFacts } from './facts.js'

/** Found once for a file: several rules ask. */
const known = new WeakMap<readonly ItemFacts[], ReadonlyMap<ItemFacts, string>>()

/** The requests that test a failure, with what says so. */
export function scenariosIn({ items }: Facts): ReadonlyMap<ItemFacts, string> {
  const found = known.get(items) ?? readScenarios(items)
  known.set(items, found)
  return found
}

function readScenarios(items: readonly ItemFacts[]): ReadonlyMap<ItemFacts, string> {
  const scenarios = findScenarios(
    items.map(({ name, method, url, item, request }) => ({
      ...{ name, method, path: url.path },
      description: asText(request.description) ?? asText(item.description) ?? '',
      scripts: parseScripts(item.event),
    })),
  )
  return new Map(items.flatMap((item, index) => (scenarios[index] ? [[item, scenarios[index].why]] : [])))
}
