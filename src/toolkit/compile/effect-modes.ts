import type { JsonSchema, JsonValue } from '../model/json.js'
import type { ValuePlace } from '../semantics/effect/effect-values.js'
import { type Effect, type EffectContext, effectOf } from '../semantics/effect.js'
import type { DocumentArgument } from './document-arguments.js'
import type { Endpoint } from './endpoint.js'
import { gatherParameters } from './gather-parameters.js'
import { type InputMode, type PossibleModes, type ToolInputModes, UNDECIDED } from './input-modes.js'
import { isFilled, type KnownVariables } from './known-variables.js'
import type { Parameters } from './layout.js'

/**
 * Decides what a call of an endpoint can do: only read, write, or destroy data. If the configuration sets the mode of a
 * parameter, the decision depends on this mode. `variables` returns the variables that a model may fill.
 */
export function effectOfEndpoint(
  endpoint: Endpoint,
  { variables, filled, takesCredential }: EndpointFacts,
): Effect {
  const context = new EndpointContext(endpoint, variables, filled, takesCredential)
  return effectOf(endpoint.item.name, endpoint.request, context)
}

interface EndpointFacts {
  variables: () => ReadonlySet<string>
  filled: KnownVariables
  /** Whether a script of the endpoint stores a credential from the answer. */
  takesCredential: boolean
}

/**
 * The facts about the values in the request of an endpoint. `effectOf` uses these facts to decide what a call can do.
 */
class EndpointContext implements EffectContext {
  readonly hasModes: boolean
  #parameters: Parameters | undefined

  constructor(
    private readonly endpoint: Endpoint,
    private readonly variables: () => ReadonlySet<string>,
    private readonly filled: KnownVariables,
    readonly takesCredential: boolean,
  ) {
    this.hasModes = endpoint.modes !== UNDECIDED
  }

  isFilled(name: string): boolean {
    return this.#argument(name) !== undefined || isFilled(name, this.filled)
  }

  /** Whether a model fills a variable. The arguments of a GraphQL document are only data: their values are escaped. */
  isParameter(name: string): boolean {
    return this.#argument(name) === undefined && this.variables().has(name)
  }

  #argument(name: string): DocumentArgument | undefined {
    return this.endpoint.documentArguments.find((one) => one.name === name)
  }

  ownValue(name: string): string | undefined {
    const argument = this.#argument(name)
    if (argument) return argument.text
    const value = this.filled.own.get(name)
    return value === undefined || typeof value === 'object' ? undefined : String(value)
  }

  modeOf(place: ValuePlace): InputMode | undefined {
    const { modes } = this.endpoint
    return place.in === 'body' ? modes.ofBody(place.path) : modes.of(place.in, place.key)
  }

  listOf(place: ValuePlace): JsonValue[] | undefined {
    this.#parameters ??= gatherParameters(this.endpoint, this.filled)
    return closedList(place, this.#parameters)
  }
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

/**
 * Adds the mode `fixed` for each parameter that decides what a call does. If the configuration sets the mode of such a
 * parameter, the configuration has precedence. A parameter without a value to send is not fixed.
 */
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
