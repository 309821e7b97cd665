import type { Variable } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import { dynamicValue } from './dynamic.js'
import type { Random } from './random.js'

/** Where a variable's value is looked up. */
export interface Scope {
  /** The value as text; undefined when nothing fills the name. A dynamic name gives a new value each time. */
  lookup(name: string): string | undefined
  /** Whether the value of a name is data: pasted as it is, with no variable in it filled, and no part of a name. */
  isData?(name: string): boolean
}

/** How a scope reads its layers. */
export interface ScopeOptions {
  /**
   * Whether a value switched off by `enabled: false` in an environment file counts, as it does for newman.
   * @default false
   */
  useOff?: boolean
  /** The source of chance for dynamic values. */
  random?: Random
}

/**
 * Layers of variables, the first wins (environment before collection before globals). Inside a layer the last enabled one of a name
 * counts; a disabled one lets the next layer through. Dynamic names come last, so that a variable may shadow them.
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

/** A scope that asks `first` before `second`. */
export function stackScopes(first: Scope, second: Scope): Scope {
  return {
    lookup: (name) => first.lookup(name) ?? second.lookup(name),
    isData: (name) => (first.lookup(name) === undefined ? second : first).isData?.(name) === true,
  }
}

/** A scope of values that came from outside, such as an answer of an API: what looks like a variable in them is text. */
export function createDataScope(variables: Variable[]): Scope {
  const values = new Map(variables.map(({ key, value }) => [key, textOf(value)]))
  return { lookup: (name) => values.get(name), isData: (name) => values.has(name) }
}

/** A value as Postman writes it into a text: `null` for null, `[object Object]` for an object. */
export function textOf(value: JsonValue | undefined): string {
  return value === undefined ? '' : String(value)
}
