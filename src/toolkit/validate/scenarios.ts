import { parseScripts } from '../collection/parse-scripts.js'
import { asText } from '../collection/read-shape.js'
import { findScenarios } from '../semantics/scenario.js'
import type { FileFacts, ItemFacts } from './file-facts.js'

/** Cached for each file, because several rules need it. */
const known = new WeakMap<readonly ItemFacts[], ReadonlyMap<ItemFacts, string>>()

/** The requests that test a failure, each with the reason why it is taken for such a test. */
export function scenariosIn({ items }: FileFacts): ReadonlyMap<ItemFacts, string> {
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
