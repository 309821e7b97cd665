import type { Variable } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import { isOpenAuthParameter } from '../secrets/auth-parameters.js'
import { basicPair, splitScheme } from '../secrets/auth-scheme.js'
import { credentialsAmong, isCredentialLike } from '../secrets/credential-name.js'
import { param } from './authenticate/auth-kind.js'
import type { ResolvedAuth } from './authenticate/authenticate.js'
import { userInfoPair } from './request/assemble.js'
import type { DraftRequest } from './wire-request.js'

/** The values of variables that are secret by their mark, or by their name. */
export function secretVariables(layers: Variable[][]): string[] {
  return layers.flat().flatMap(({ key, value, secret, disabled }) => {
    const isSecret = !disabled && (secret === true || isCredentialLike(key))
    return isSecret && isPlain(value) ? [String(value)] : []
  })
}

const isPlain = (value: JsonValue | undefined): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/**
 * The secrets of one request: what its auth holds, and the values of headers and parameters that are named like credentials. `besides` are
 * further names of the request as written, where the draft has only those that are sent.
 */
export function requestSecrets(
  draft: DraftRequest,
  auth: ResolvedAuth | undefined,
  besides: readonly string[] = [],
): string[] {
  const params = Object.entries(auth?.params ?? {}).flatMap(([name, value]) =>
    isPlain(value) && !isOpenAuthParameter(name) ? [String(value)] : [],
  )
  if (auth?.type === 'basic')
    params.push(`${param(auth.params, 'username')}:${param(auth.params, 'password')}`)
  const entries = [...draft.headers, ...draft.url.query]
  const isNamed = credentialsAmong([...entries.map(({ key }) => key ?? ''), ...besides])
  const named = entries.flatMap(({ key, value }) =>
    typeof value === 'string' && key && isNamed(key) ? credentialParts(value) : [],
  )
  return [...params, ...named, ...userInfoSecrets(draft)]
}

/** User and password of an address: the password as written and decoded, and the pair as the header has it. */
function userInfoSecrets(draft: DraftRequest): string[] {
  const pair = userInfoPair(draft)
  if (pair === undefined) return []
  const password = pair.slice(pair.indexOf(':') + 1)
  const written = draft.url.password ? [draft.url.password, password] : []
  return [...written, pair, Buffer.from(pair).toString('base64')]
}

/** `Bearer TOKEN` counts as TOKEN too, and what is encoded in a Basic credential as its password. */
function credentialParts(value: string): string[] {
  const token = /^\w+\s+(\S+)$/.exec(value)?.[1]
  if (!token) return [value]
  const pair = splitScheme(value).scheme.toLowerCase() === 'basic' ? basicPair(token) : undefined
  return pair?.password ? [value, token, `${pair.user}:${pair.password}`, pair.password] : [value, token]
}

/** What authentication added to a request: the headers and parameters that were not there before. */
export function addedSecrets(before: DraftRequest, after: DraftRequest): string[] {
  const known = new Set([...before.headers, ...before.url.query].map(({ value }) => value))
  return [...after.headers, ...after.url.query].flatMap(({ value }) =>
    typeof value === 'string' && !known.has(value) ? credentialParts(value) : [],
  )
}
