import type { JsonSchema, JsonValue } from '../model/json.js'
import type { ValuePlace } from '../semantics/effect/effect-values.js'
import { type Effect, type EffectContext, effectOf } from '../semantics/effect.js'
import type { Endpoint } from './endpoint.js'
import { gatherParameters } from './gather-parameters.js'
import type { InputMode, ToolInputModes } from './input-modes.js'
import { isFilled, type KnownVariables } from './known-variables.js'
import type { Parameters } from './layout.js'

/**
 * The effect of an endpoint, after the decisions of the configuration about its parameters. `variables` are those that
 * a model may fill.
 */
export function effectOfEndpoint(
  endpoint: Endpoint,
  { variables, filled }: { variables: ReadonlySet<string>; filled: KnownVariables },
): Effect {
  const { item, request, modes } = endpoint
  let parameters: Parameters | undefined
  const context: EffectContext = {
    isFilled: (name) => isFilled(name, filled),
    isParameter: (name) => variables.has(name),
    ownValue: (name) => {
      const value = filled.own.get(name)
      return value === undefined || typeof value === 'object' ? undefined : String(value)
    },
    modeOf: (place) => (place.in === 'body' ? modes.ofBody(place.path) : modes.of(place.in, place.key)),
    listOf: (place) => {
      parameters ??= gatherParameters(endpoint, filled)
      return closedList(place, parameters)
    },
  }
  return effectOf(item.name, request, context)
}

/** The values that a parameter accepts, if its schema has a list of them. */
function closedList(place: ValuePlace, parameters: Parameters): JsonValue[] | undefined {
  const schema: JsonSchema | undefined =
    place.in === 'body'
      ? place.path.reduce<JsonSchema | undefined>(
          (outer, key) => outer?.properties?.[key],
          parameters.body?.schema,
        )
      : parameters[place.in].find(({ key }) => key === place.key)?.schema
  return schema?.enum ?? schema?.items?.enum
}

/** The modes, with all parameters fixed that the effect depends on. The configuration overrides this. */
export function withKept(modes: ToolInputModes, { kept }: Effect): ToolInputModes {
  if (kept.length === 0) return modes
  const places = new Set(kept.map(({ place }) => keyOf(place)))
  const keptOr = (place: ValuePlace, mode: InputMode | undefined, isPossible: boolean) =>
    mode ?? (places.has(keyOf(place)) && isPossible ? 'fixed' : undefined)
  return {
    of: (place, key, possible) =>
      keptOr({ in: place, key }, modes.of(place, key, possible), possible?.fixed !== false),
    ofBody: (path, possible) =>
      keptOr({ in: 'body', path: [...path] }, modes.ofBody(path, possible), possible?.fixed !== false),
  }
}

const keyOf = (place: ValuePlace): string =>
  JSON.stringify(place.in === 'body' ? ['body', ...place.path] : [place.in, place.key])
