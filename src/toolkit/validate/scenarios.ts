import { parseScripts } from '../collection/parse-scripts.js'
import { oncePer } from '../model/lazy.js'
import { findScenarios } from '../semantics/scenario.js'
import type { FileFacts, ItemFacts } from './file-facts.js'

/** The requests that test a failure, each with the reason why it counts as such a test. */
export const scenariosIn = oncePer(({ items }: FileFacts) => readScenarios(items))

function readScenarios(items: readonly ItemFacts[]): ReadonlyMap<ItemFacts, string> {
  const scenarios = findScenarios(
    items.map(({ method, url, item, examples }) => ({
      method,
      path: url.path,
      scripts: parseScripts(item.event),
      statuses: examples.map(({ example }) => Number(example.code)).filter((status) => status > 0),
    })),
  )
  return new Map(items.flatMap((item, index) => (scenarios[index] ? [[item, scenarios[index].why]] : [])))
}
