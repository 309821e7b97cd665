import type { Variable } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'

/** A variable such as `{{name}}`. Of nested variables, only the innermost matches. This is Postman's own pattern. */
export const VARIABLE = /\{\{([^{}]*?)\}\}/g

/** A copy of `VARIABLE` for all searches. `matchAll` would make a new copy for each search. */
const EACH = new RegExp(VARIABLE)

/** The names of the variables in all texts of a value, in order, without duplicates. Dynamic ones keep their `$`. */
export function findVariables(value: unknown): string[] {
  const only = onlyVariable(value)
  if (only !== undefined) return [only]
  if (typeof value === 'string' && !value.includes('{{')) return []
  const names = new Set<string>()
  collect(value, names)
  return [...names]
}

function collect(value: unknown, names: Set<string>): void {
  if (typeof value === 'string') {
    if (!value.includes('{{')) return
    EACH.lastIndex = 0
    for (let found = EACH.exec(value); found; found = EACH.exec(value)) names.add(found[1]!)
  } else if (Array.isArray(value)) for (const one of value) collect(one, names)
  else if (typeof value === 'object' && value !== null)
    for (const key of Object.keys(value)) {
      collect(key, names)
      collect((value as Record<string, unknown>)[key], names)
    }
}

/** Whether a text anywhere in a value has a variable that passes a test. */
export function someVariable(value: unknown, test: (name: string) => boolean): boolean {
  if (typeof value === 'string') return value.includes('{{') && findVariables(value).some(test)
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) {
    for (const one of value) if (someVariable(one, test)) return true
    return false
  }
  for (const key in value)
    if (someVariable(key, test) || someVariable((value as Record<string, unknown>)[key], test)) return true
  return false
}

export const hasVariable = (value: unknown): boolean => typeof value === 'string' && value.includes('{{')

const ONLY = /^\{\{[^{}]*\}\}$/
const LEADING = /^\{\{([^{}]*)\}\}/

export const onlyVariable = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith('{{') && ONLY.test(value) ? value.slice(2, -2) : undefined

export const leadingVariable = (text: string): string | undefined => LEADING.exec(text)?.[1]

/** Whether a name is that of a dynamic variable, such as `$guid`, whose value is generated. */
export function isDynamic(name: string): boolean {
  return name.startsWith('$')
}

/** Whether a value can be used: not if it is empty, a placeholder such as `<string>`, or not finite, such as 1e400. */
export function isUsable(value: JsonValue | undefined): value is JsonValue {
  if (typeof value === 'number') return Number.isFinite(value)
  return value !== undefined && value !== null && value !== '' && !/^<[^<>]*>$/.test(String(value))
}

export function filledNames(layers: Variable[][]): Set<string> {
  const usable = layers.flat().filter(({ value, disabled, off }) => !disabled && !off && isUsable(value))
  return new Set(usable.map(({ key }) => key))
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

/** The name before the last brackets: `filter` of `filter[status]`, as OpenAPI's style `deepObject` writes members. */
export function baseName(key: string): string {
  const open = key.endsWith(']') ? key.lastIndexOf('[') : -1
  return open > 0 ? key.slice(0, open) : key
}
