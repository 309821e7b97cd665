import type { JsonValue } from '../../model/json.js'
import type { Random } from '../../template/random.js'
import { encodeTarget } from '../request/assemble.js'
import { bodyBytes } from '../request/body-bytes.js'
import { type DraftRequest, headerOf, withHeader } from '../wire-request.js'

export type AuthParams = Readonly<Record<string, JsonValue>>

/** The time and the random values for signing. Tests pass a fixed time and fixed values. */
export interface AuthContext {
  /** Milliseconds since the epoch. */
  now: number
  random: Random
}

export interface Challenge {
  offers: string[]
  round: number
}

/** One way to authenticate. Without required parameters, `jwt` and `asap` throw `auth-failed`; others change nothing. */
export interface AuthKind {
  /** Adds credentials to a request before the first attempt. */
  sign?(draft: DraftRequest, params: AuthParams, context: AuthContext): DraftRequest
  /** The `Authorization` header for another attempt after a 401 or 403; undefined if there is no answer. */
  answer?(draft: DraftRequest, params: AuthParams, context: AuthContext & Challenge): string | undefined
}

export function param(params: AuthParams, name: string): string {
  return textOf(Object.hasOwn(params, name) ? params[name] : undefined)
}

/** A value of a file as text. An object may have a member `toString`, so it is written as JSON. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}

export function isOn(params: AuthParams, name: string): boolean {
  const value = Object.hasOwn(params, name) ? params[name] : undefined
  return value === true || value === 'true'
}

/** The word before a token in the header `Authorization`: `Bearer`, unless the auth has another one, or none. */
export const prefixOf = ({ headerPrefix }: AuthParams): string => textOf(headerPrefix ?? 'Bearer')

export function withToken(draft: DraftRequest, token: string, prefix = 'Bearer'): DraftRequest {
  return withHeader(draft, { key: 'Authorization', value: prefix ? `${prefix} ${token}` : token })
}

export const NONCE_CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** What a signature covers of an address, encoded as in the request that is sent, and the content type. */
export function signingParts(draft: DraftRequest) {
  const target = encodeTarget(draft)
  const [pathname = '', ...query] = target.path.split('?')
  return {
    ...target,
    pathname,
    query: query.join('?'),
    host: target.origin.replace(/^https?:\/\//, ''),
    contentType: headerOf(draft.headers, 'content-type'),
  }
}

/** The body for a signature. Undefined for a multipart form: its boundary is not chosen yet. */
export function signedBytes(draft: DraftRequest): Uint8Array | undefined {
  const { body } = draft
  if (!body || body.mode === 'formdata') return undefined
  const bytes = bodyBytes(body, headerOf(draft.headers, 'content-type'))
  return bytes.byteLength > 0 ? bytes : undefined
}
