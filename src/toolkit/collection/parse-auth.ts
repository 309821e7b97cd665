import type { JsonObject, JsonValue } from '../model/json.js'
import type { AuthTemplate, ProtocolProfile } from '../model/request-template.js'
import { asObject, asText } from './read-shape.js'

export interface Inherited {
  auth: AuthTemplate | null | undefined
  profile: ProtocolProfile
}

/**
 * Adds the auth and profile of `owner` (the collection, a folder or a request) to those that it inherits (`from`). An
 * auth of `owner` replaces the inherited auth, even if it is `noauth` or has no parameters. The profile of `owner` is
 * merged with the inherited profile, key by key.
 */
export function inherit(from: Inherited, owner: JsonObject): Inherited {
  const auth = parseAuth(owner.auth)
  const profile = asObject(owner.protocolProfileBehavior)
  if (auth === undefined && !profile) return from
  return {
    auth: auth === undefined ? from.auth : auth,
    profile: profile ? { ...from.profile, ...profile } : from.profile,
  }
}

/** Parses an `auth` member. Null for `noauth`. */
export function parseAuth(value: JsonValue | undefined): AuthTemplate | null | undefined {
  const auth = asObject(value)
  const type = asText(auth?.type)
  if (!auth || !type) return undefined
  return type === 'noauth' ? null : { type, params: paramsOf(auth[type]) }
}

/** The parameters of an auth: from a list of `{ key, value }` or, as in collection format v2.0, from an object. */
function paramsOf(value: JsonValue | undefined): Record<string, JsonValue> {
  if (!Array.isArray(value)) return { ...asObject(value) }
  const pairs = value.flatMap((entry): [string, JsonValue][] => {
    const pair = asObject(entry)
    const key = asText(pair?.key)
    return pair && key && pair.value !== undefined ? [[key, pair.value]] : []
  })
  return Object.fromEntries(pairs)
}
