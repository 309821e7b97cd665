import type { Variable } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'

/** A variable such as `{{name}}`. Of nested variables, only the innermost matches. This is Postman's own pattern. */
export const VARIABLE = /\{\{([^{}]*?)\}\}/g

/** A copy of `VARIABLE` for all searches. `matchAll` would make a new copy for each search. */
const EACH = new RegExp(VARIABLE)

/**
 * The names of all variables in a text, in order, without duplicates. The names of dynamic variables keep their `$`.
 */
export function findVariables(text: string): string[] {
  if (!text.includes('{{')) return []
  const names = new Set<string>()
  EACH.lastIndex = 0
  for (let found = EACH.exec(text); found; found = EACH.exec(text)) names.add(found[1]!)
  return [...names]
}

/** Whether a name is that of a dynamic variable, such as `$guid`, whose value is generated. */
export function isDynamic(name: string): boolean {
  return name.startsWith('$')
}

/**
 * Whether the value of a variable can be used. Empty values, placeholders such as `<string>` and numbers that are not
 * finite, such as 1e400, cannot.
 */
export function isUsable(value: JsonValue | undefined): value is JsonValue {
  if (typeof value === 'number') return Number.isFinite(value)
  return value !== undefined && value !== null && value !== '' && !/^<[^<>]*>$/.test(String(value))
}

/** Turns an object of values into variables. `secret`: the names of values that must not be shown. */
export function toVariables(
  values: Readonly<Record<string, JsonValue>>,
  secret: readonly string[] = [],
): Variable[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value,
    ...(secret.includes(key) && { secret: true }),
  }))
}

/**
 * The name before the last pair of brackets: `filter` of `filter[status]`. OpenAPI's style `deepObject` writes the
 * members of an object in this way.
 */
export function baseName(key: string): string {
  const open = key.endsWith(']') ? key.lastIndexOf('[') : -1
  return open > 0 ? key.slice(0, open) : key
}
