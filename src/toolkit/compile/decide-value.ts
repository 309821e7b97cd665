import type { JsonValue } from '../model/json.js'
import { asksForTrial } from '../semantics/effect/changed-values.js'
import { namesRecord } from '../semantics/path-roles.js'
import { hasVariable, onlyVariable } from '../template/variables.js'
import type { InputMode } from './input-modes.js'
import { isFilledText, isGivenMember, type KnownVariables } from './known-variables.js'

export interface ValueSite {
  key: string
  value: JsonValue | undefined
  mode?: InputMode | undefined
  /** Whether the value is a credential that no user gives. */
  isSecret: boolean
}

/**
 * Decides what becomes of a value, by the first rule that applies:
 * - `fixed`: the configuration says so; it is a credential; the program or a log-in fills it; it is a grant type.
 * - `default`: its variable has a value in the collection and is not the id of a record, or it asks for a trial run. It
 *   is sent if a call gives none.
 * - `input`: everything else. What the collection has is only an example.
 */
export function decideValue(
  { key, value, mode, isSecret }: ValueSite,
  filled: KnownVariables,
): 'fixed' | 'default' | 'input' {
  if (mode === 'fixed') return 'fixed'
  const isClosed = isSecret || isGrantType(key, value) || isGivenMember(key, value, filled)
  if (mode === undefined && isClosed) return 'fixed'
  return isDefaultText(key, value, filled) || asksForTrial(key, value) ? 'default' : 'input'
}

/**
 * Whether a text has variables with values, and is not the id of a record: an id of the file is only an example. An id
 * that the path has too gets the value that a call gives for the path.
 */
export function isDefaultText(key: string, value: JsonValue | undefined, filled: KnownVariables): boolean {
  const variable = onlyVariable(value) ?? ''
  const isRecord = namesRecord(key) && namesRecord(variable) && filled.own.has(variable)
  return isFilledText(value, filled) && (!isRecord || filled.inPath?.has(variable) === true)
}

/** Whether a member is the `grant_type` of a token request (RFC 6749, 4), which is never a choice of a model. */
export const isGrantType = (key: string, value: JsonValue | undefined): boolean =>
  key === 'grant_type' && typeof value === 'string' && value !== '' && !hasVariable(value)
