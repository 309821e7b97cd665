import { parseScripts } from '../collection/parse-scripts.js'
import { asText } from '../collection/read-shape.js'
import { oncePer } from '../model/lazy.js'
import { findScenarios } from '../semantics/scenario.js'
import type { FileFacts, ItemFacts } from './file-facts.js'

/** The requests that test a failure, each with the reason why it counts as such a test. */
export const scenariosIn = oncePer(({ items }: FileFacts) => readScenarios(items))

function readScenarios(items: readonly ItemFacts[]): ReadonlyMap<ItemFacts, string> {
  const scenarios = findScenarios(
    items.map(({ name, method, url, item, request }) => ({
      name,
      method,
      path: url.path,
      description: asText(request.description) ?? asText(item.description) ?? '',
      scripts: parseScripts(item.event),
    })),
  )
  return new Map(items.flatMap((item, index) => (scenarios[index] ? [[item, scenarios[index].why]] : [])))
}
