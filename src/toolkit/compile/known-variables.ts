import type { Variable } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import { knownCredential } from '../secrets/credential-value.js'
import { isAccountName } from '../secrets/program-names.js'
import { holdsCredential } from '../secrets/secret-value.js'
import { wordsOf } from '../semantics/words.js'
import { findVariables, isUsable, onlyVariable } from '../template/variables.js'

export interface KnownVariables {
  own: ReadonlyMap<string, JsonValue>
  /** What the environment, the program or an identity fills; a model neither sees nor changes it. */
  given: ReadonlySet<string>
  /** Those in `given` that are no credentials and that the answer of a log-in fills, such as the id of the user. */
  captured?: ReadonlySet<string>
  /** Those whose value the input of a path variable gives in the whole request. */
  inPath?: ReadonlySet<string>
}

export function withGiven(filled: KnownVariables, names: readonly string[]): KnownVariables {
  return names.length > 0 ? { ...filled, given: new Set([...filled.given, ...names]) } : filled
}

/** The variables of the collection. Empty ones and placeholders have no value; secret ones are `given`, so no model sees them. */
export function createKnownVariables(variables: Variable[], given: ReadonlySet<string>): KnownVariables {
  const own = new Map<string, JsonValue>()
  const secret: string[] = []
  for (const { key, value, disabled, secret: isSecret } of variables) {
    if (disabled || !isUsable(value)) continue
    own.set(key, value)
    const text = String(value)
    if (isSecret || knownCredential(text) !== undefined || holdsCredential(text)) secret.push(key)
  }
  return { own, given: secret.length > 0 ? new Set([...given, ...secret]) : given }
}

/** The variables of a text that have no value. Dynamic variables (`{{$guid}}`) always have a value. */
export function holesIn(text: string, filled: KnownVariables): string[] {
  return findVariables(text).filter((name) => !isFilled(name, filled))
}

export function isFilled(name: string, filled: KnownVariables): boolean {
  return name.startsWith('$') || filled.own.has(name) || isGiven(name, filled)
}

/** Whether only the operator gives the value, also by a name such as `DATABASE_URL`, for which no model is asked. */
function isGiven(name: string, filled: KnownVariables): boolean {
  return filled.given.has(name) || (isAccountName(name) && !filled.own.has(name))
}

export function hasValue(value: JsonValue | undefined, filled: KnownVariables): boolean {
  return isUsable(value) && holesIn(String(value), filled).length === 0
}

export function isFilledText(value: JsonValue | undefined, filled: KnownVariables): value is string {
  if (typeof value !== 'string') return false
  const names = findVariables(value)
  return names.length > 0 && names.every((name) => isFilled(name, filled))
}

/** Whether a member is filled from outside the file. What a log-in captured is only the default of a member of another name. */
export function isGivenMember(name: string, value: JsonValue | undefined, filled: KnownVariables): boolean {
  const variable = onlyVariable(value)
  if (variable === undefined || !filled.captured?.has(variable)) return isGivenText(value, filled)
  const own = wordsOf(variable)
  return wordsOf(name).some((word) => own.includes(word))
}

/** Whether a text has a variable that is filled from outside the collection file. */
export function isGivenText(value: JsonValue | undefined, filled: KnownVariables): boolean {
  return typeof value === 'string' && findVariables(value).some((name) => isGiven(name, filled))
}
