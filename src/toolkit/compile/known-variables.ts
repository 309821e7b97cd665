import type { Variable } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import { isUsable } from '../template/usable.js'
import { findVariables } from '../template/variables.js'

/** Which variables have a value, and its source. */
export interface KnownVariables {
  /** Values from the collection file itself. */
  own: ReadonlyMap<string, JsonValue>
  /** Names that the environment, the program or an identity fills. A model can neither see nor change them. */
  given: ReadonlySet<string>
}

/** A copy with further variables marked as given. */
export function withGiven(filled: KnownVariables, names: readonly string[]): KnownVariables {
  return names.length > 0 ? { ...filled, given: new Set([...filled.given, ...names]) } : filled
}

/**
 * Reads the collection's own variables; an empty value or `<string>` counts as unfilled. A variable marked as secret
 * counts as given.
 */
export function createKnownVariables(variables: Variable[], given: ReadonlySet<string>): KnownVariables {
  const own = new Map<string, JsonValue>()
  const secret: string[] = []
  for (const { key, value, disabled, secret: isSecret } of variables) {
    if (disabled || !isUsable(value)) continue
    own.set(key, value)
    if (isSecret) secret.push(key)
  }
  return { own, given: secret.length > 0 ? new Set([...given, ...secret]) : given }
}

/** The unfilled `{{variables}}` of a text; dynamic ones (`{{$guid}}`) are always filled. */
export function holesIn(text: string, filled: KnownVariables): string[] {
  return findVariables(text).filter((name) => !isFilled(name, filled))
}

/** Whether a variable has a value, which may itself contain variables. */
export function isFilled(name: string, filled: KnownVariables): boolean {
  return name.startsWith('$') || filled.given.has(name) || filled.own.has(name)
}

/** Whether there is a value to send, with all its variables filled. */
export function hasValue(value: JsonValue | undefined, filled: KnownVariables): boolean {
  return isUsable(value) && holesIn(String(value), filled).length === 0
}

/** Whether a text contains variables and all of them have values. */
export function isFilledText(value: JsonValue | undefined, filled: KnownVariables): value is string {
  if (typeof value !== 'string') return false
  const names = findVariables(value)
  return names.length > 0 && names.every((name) => isFilled(name, filled))
}

/** Whether a source other than the collection file fills a variable of the text. */
export function isGivenText(value: JsonValue | undefined, filled: KnownVariables): boolean {
  return typeof value === 'string' && findVariables(value).some((name) => filled.given.has(name))
}
