import type { JsonValue } from '../../model/json.js'
import type { Random } from '../../template/random.js'
import type { DraftRequest } from '../wire-request.js'

/** The parameters of an auth, with variables filled. */
export type AuthParams = Readonly<Record<string, JsonValue>>

/** What signing needs beside the request: the time and random values, so that a test can fix both. */
export interface AuthContext {
  /** Milliseconds since the epoch. */
  now: number
  random: Random
}

/** A 401 or 403 response that may ask for credentials. */
export interface Challenge {
  /** The values of `www-authenticate`. */
  offers: string[]
  /** The number of earlier challenges of this request. */
  round: number
}

/** One way to authenticate. A kind whose parameters are missing leaves the request unchanged, as Postman does. */
export interface AuthKind {
  /** Adds credentials to a request before the first attempt. */
  sign?(draft: DraftRequest, params: AuthParams, context: AuthContext): DraftRequest
  /**
   * The `Authorization` value for a request that was rejected; undefined when there is no answer to the challenge.
   */
  answer?(draft: DraftRequest, params: AuthParams, context: AuthContext & Challenge): string | undefined
}

/** A parameter as text; empty when it is absent. */
export function param(params: AuthParams, name: string): string {
  const value = Object.hasOwn(params, name) ? params[name] : undefined
  return value === undefined || value === null ? '' : String(value)
}

/** Whether a parameter is on; files contain `true` and `"true"`. */
export function isOn(params: AuthParams, name: string): boolean {
  const value = Object.hasOwn(params, name) ? params[name] : undefined
  return value === true || value === 'true'
}
