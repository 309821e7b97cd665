import { parseVariables } from '../collection/parse-environment.js'
import { requestAt } from '../collection/parse-request.js'
import { parseScripts } from '../collection/parse-scripts.js'
import { asText } from '../collection/read-shape.js'
import { oncePer } from '../model/lazy.js'
import { ALONE, type Effect, type EffectContext, effectOf } from '../semantics/effect.js'
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

/** Each request of a file, with the effect of a tool call that sends this request. */
export const effectsOf = oncePer(readEffects)

function readEffects(facts: FileFacts): [ItemFacts, Effect][] {
  const variables = [...parseVariables(facts.collection.variable), ...facts.given]
  const values = new Map(
    variables.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, asText(value) ?? '']),
  )
  const context: EffectContext = {
    ...ALONE,
    isFilled: (name) => (values.get(name) ?? '') !== '',
    ownValue: (name) => values.get(name) || undefined,
  }
  const inherited = { auth: undefined, profile: {} }
  return facts.items.map((item) => {
    const request = requestAt(item.url, item.request, inherited)
    return [item, effectOf(item.name, request, context)]
  })
}
