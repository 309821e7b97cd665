import type { JsonValue } from '../../model/json.js'
import type { Random } from '../../template/random.js'
import type { DraftRequest } from '../wire-request.js'

/** The parameters of an auth, variables filled. */
export type AuthParams = Readonly<Record<string, JsonValue>>

/** What signing needs beside the request: time and chance, so that a test can fix both. */
export interface AuthContext {
  /** Milliseconds since the epoch. */
  now: number
  random: Random
}

/** An answer of 401 or 403 that may ask for credentials. */
export interface Challenge {
  /** The values of `www-authenticate`. */
  offers: string[]
  /** What earlier challenges of this request left behind. */
  round: number
}

/** One way to authenticate. A kind whose parameters are missing leaves the request as it is, as Postman does. */
export interface AuthKind {
  /** Adds to a request before it is sent first. */
  sign?(draft: DraftRequest, params: AuthParams, context: AuthContext): DraftRequest
  /** The `Authorization` for a request that was turned away; undefined when there is nothing to answer. */
  answer?(draft: DraftRequest, params: AuthParams, context: AuthContext & Challenge): string | undefined
}

/** A parameter as text, empty where there is none. */
export function param(params: AuthParams, name: string): string {
  const value = Object.hasOwn(params, name) ? params[name] : undefined
  return value === undefined || value === null ? '' : String(value)
}

/** Whether a parameter is switched on; files have `true` and `"true"`. */
export function isOn(params: AuthParams, name: string): boolean {
  const value = Object.hasOwn(params, name) ? params[name] : undefined
  return value === true || value === 'true'
}
