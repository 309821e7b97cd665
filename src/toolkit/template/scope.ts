import type { Variable } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import { dynamicValue } from './dynamic.js'
import type { Random } from './random.js'
import { isUsable } from './variables.js'

export interface Scope {
  /** The value of a variable as text; undefined without one. A dynamic variable has a new value at each look-up. */
  lookup(name: string): string | undefined
  /** Whether a value is inserted unchanged: its variables are not filled, and no name is built from it. */
  isData?(name: string): boolean
}

export interface ScopeOptions {
  /** Whether to use variables with `enabled: false`, as newman does. @default false */
  useOff?: boolean
  random?: Random
}

/** A scope of layers, the first with precedence; in a layer, the last enabled variable of a name. Dynamic ones come last. */
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

/** A scope that looks a name up in `first`, then in `second`. */
export function stackScopes(first: Scope, second: Scope): Scope {
  return {
    lookup: (name) => first.lookup(name) ?? second.lookup(name),
    isData: (name) => (first.lookup(name) === undefined ? second : first).isData?.(name) === true,
  }
}

/** A scope in which empty values and placeholders are none, as when the tool was compiled. */
export function usableScope(scope: Scope): Scope {
  return {
    lookup: (name) => {
      const value = scope.lookup(name)
      return value !== undefined && isUsable(value.trim()) ? value : undefined
    },
    isData: (name) => scope.isData?.(name) === true,
  }
}

/** A scope of values from outside, such as an API's response. Variables in these values are not filled. */
export function createDataScope(variables: Variable[]): Scope {
  const values = new Map(variables.map(({ key, value }) => [key, textOf(value)]))
  return { lookup: (name) => values.get(name), isData: (name) => values.has(name) }
}

/** A value as Postman writes it as text: `null` for null, `[object Object]` for an object. */
export function textOf(value: JsonValue | undefined): string {
  return value === undefined ? '' : String(value)
}
