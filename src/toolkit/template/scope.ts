import type { Variable } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import { dynamicValue } from './dynamic.js'
import type { Random } from './random.js'

/** Looks up the values of variables. */
export interface Scope {
  /** The value as text; undefined if the name has none. A dynamic name returns a new value each time. */
  lookup(name: string): string | undefined
  /**
   * Whether the value of a name is data: inserted unchanged, without filling variables in it, and never part of a
   * name.
   */
  isData?(name: string): boolean
}

/** Options of a scope. */
export interface ScopeOptions {
  /**
   * Whether to use a value with `enabled: false` in an environment file, as newman does.
   * @default false
   */
  useOff?: boolean
  /** The source of random numbers for dynamic values. */
  random?: Random
}

/**
 * Layers of variables in descending precedence (environment, collection, globals). Within a layer the last enabled
 * variable of a name applies; a disabled one falls through to the next layer. Dynamic names come last, so that a
 * variable may shadow them.
 */
export function createScope(layers: Variable[][], options: ScopeOptions = {}): Scope {
  const values = new Map<string, string>()
  for (const layer of layers.toReversed()) {
    for (const variable of layer) {
      if (variable.disabled || (variable.off && !options.useOff)) continue
      values.set(variable.key, textOf(variable.value))
    }
  }
  return {
    lookup: (name) =>
      values.get(name) ?? (name.startsWith('$') ? dynamicValue(name, options.random) : undefined),
  }
}

/** A scope that looks in `first`, then in `second`. */
export function stackScopes(first: Scope, second: Scope): Scope {
  return {
    lookup: (name) => first.lookup(name) ?? second.lookup(name),
    isData: (name) => (first.lookup(name) === undefined ? second : first).isData?.(name) === true,
  }
}

/** A scope of external values, such as an API's response: variables in them stay plain text. */
export function createDataScope(variables: Variable[]): Scope {
  const values = new Map(variables.map(({ key, value }) => [key, textOf(value)]))
  return { lookup: (name) => values.get(name), isData: (name) => values.has(name) }
}

/** A value as text in Postman's notation: `null` for null, `[object Object]` for an object. */
export function textOf(value: JsonValue | undefined): string {
  return value === undefined ? '' : String(value)
}
