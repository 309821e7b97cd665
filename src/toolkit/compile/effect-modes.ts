import type { JsonSchema, JsonValue } from '../model/json.js'
import { lazy } from '../model/lazy.js'
import type { ValuePlace } from '../semantics/effect/effect-values.js'
import { type Effect, effectOf } from '../semantics/effect.js'
import type { Endpoint } from './endpoint.js'
import { gatherParameters } from './gather-parameters.js'
import { type PossibleModes, type ToolInputModes, UNDECIDED } from './input-modes.js'
import { isFilled, type KnownVariables } from './known-variables.js'
import type { Parameters } from './layout.js'

interface EndpointFacts {
  variables: () => ReadonlySet<string>
  filled: KnownVariables
  /** Whether a script of the endpoint stores a credential from the answer. */
  takesCredential: boolean
}

/** Decides whether a call only reads, writes or destroys, with the modes that the configuration sets. */
export function effectOfEndpoint(
  endpoint: Endpoint,
  { variables, filled, takesCredential }: EndpointFacts,
): Effect {
  const { modes, documentArguments } = endpoint
  const argumentOf = (name: string) => documentArguments.find((one) => one.name === name)
  const parameters = lazy(() => gatherParameters(endpoint, filled))
  return effectOf(endpoint.item.name, endpoint.request, {
    hasModes: modes !== UNDECIDED,
    takesCredential,
    isFilled: (name) => argumentOf(name) !== undefined || isFilled(name, filled),
    // The arguments of a GraphQL document are only data: their values are escaped.
    isParameter: (name) => argumentOf(name) === undefined && variables().has(name),
    ownValue(name) {
      const value = argumentOf(name)?.text ?? filled.own.get(name)
      return value === undefined || typeof value === 'object' ? undefined : String(value)
    },
    modeOf: (place) => (place.in === 'body' ? modes.ofBody(place.path) : modes.of(place.in, place.key)),
    listOf: (place) => closedList(place, parameters()),
  })
}

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

/** Fixes each parameter with a value that decides what a call does, unless the configuration sets its mode. */
export function withKept(modes: ToolInputModes, { kept }: Effect): ToolInputModes {
  if (kept.length === 0) return modes
  const places = new Set(kept.map(({ place }) => keyOf(place)))
  const isKept = (place: ValuePlace, possible: PossibleModes | undefined) =>
    places.has(keyOf(place)) && possible?.().fixed !== false
  return {
    of: (place, key, possible) =>
      modes.of(place, key, possible) ?? (isKept({ in: place, key }, possible) ? 'fixed' : undefined),
    ofBody: (path, possible) =>
      modes.ofBody(path, possible) ??
      (isKept({ in: 'body', path: [...path] }, possible) ? 'fixed' : undefined),
  }
}

const keyOf = (place: ValuePlace): string =>
  JSON.stringify(place.in === 'body' ? ['body', ...place.path] : [place.in, place.key])
