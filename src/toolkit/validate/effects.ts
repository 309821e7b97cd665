import { parseVariables } from '../collection/parse-environment.js'
import { requestAt } from '../collection/parse-request.js'
import { asText } from '../collection/read-shape.js'
import { oncePer } from '../model/lazy.js'
import { ALONE, type Effect, type EffectContext, effectOf } from '../semantics/effect.js'
import type { FileFacts, ItemFacts } from './file-facts.js'

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
