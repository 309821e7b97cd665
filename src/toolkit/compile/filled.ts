import type { Variable } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import { findVariables } from '../template/variables.js'

/** Which variables have a value, and whose. */
export interface Filled {
  /** Values from the collection file itself. */
  own: ReadonlyMap<string, JsonValue>
  /** Names that the environment, the program or an identity fills. A model can neither see nor move those. */
  given: ReadonlySet<string>
}

/** Knowledge in which further variables count as filled by others. */
export function withGiven(filled: Filled, names: readonly string[]): Filled {
  return names.length > 0 ? { ...filled, given: new Set([...filled.given, ...names]) } : filled
}

/**
 * Reads the collection's own variables; an empty value or `<string>` is a place to fill, not a value. One that is marked as secret counts
 * as given.
 */
export function createFilled(variables: Variable[], given: ReadonlySet<string>): Filled {
  const own = new Map<string, JsonValue>()
  const secret: string[] = []
  for (const { key, value, disabled, secret: isSecret } of variables) {
    if (disabled || !isUsable(value)) continue
    own.set(key, value)
    if (isSecret) secret.push(key)
  }
  return { own, given: secret.length > 0 ? new Set([...given, ...secret]) : given }
}

/** Whether a variable's value says something. */
export function isUsable(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null && value !== '' && !/^<[^<>]*>$/.test(String(value))
}

/** The `{{variables}}` of a text that nothing fills; dynamic ones (`{{$guid}}`) fill themselves. */
export function holesIn(text: string, filled: Filled): string[] {
  return findVariables(text).filter((name) => !isFilled(name, filled))
}

/** Whether a variable has a value, which may hold variables in turn. */
export function isFilled(name: string, filled: Filled): boolean {
  return name.startsWith('$') || filled.given.has(name) || filled.own.has(name)
}

/** Whether there is something to send: a value whose variables are all filled. */
export function hasValue(value: JsonValue | undefined, filled: Filled): boolean {
  return isUsable(value) && holesIn(String(value), filled).length === 0
}

/** Whether a text holds variables and every one has a value. */
export function isFilledText(value: JsonValue | undefined, filled: Filled): value is string {
  if (typeof value !== 'string') return false
  const names = findVariables(value)
  return names.length > 0 && names.every((name) => isFilled(name, filled))
}

/** Whether somebody other than the collection file fills a variable of the text. */
export function isGivenText(value: JsonValue | undefined, filled: Filled): boolean {
  return typeof value === 'string' && findVariables(value).some((name) => filled.given.has(name))
}
