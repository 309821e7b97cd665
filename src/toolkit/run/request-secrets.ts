import { isObject } from '../../protocol/is-object.js'
import type { Variable } from '../model/collection.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { leavesOf } from '../model/map-members.js'
import type { Entry } from '../model/request-template.js'
import { authParameter } from '../secrets/auth-kinds.js'
import { basicPair } from '../secrets/auth-scheme.js'
import {
  credentialsAmong,
  isCredentialLike,
  isCredentialValue,
  mayNameCredential,
  mentionsCredential,
} from '../secrets/credential-name.js'
import { sureSpans } from '../secrets/credential-value.js'
import { isAmbiguousKey } from '../secrets/machine-key.js'
import { isSecretValue } from '../secrets/secret-value.js'
import { namedValues } from '../semantics/named-values.js'
import { param } from './authenticate/auth-kind.js'
import type { ResolvedAuth } from './authenticate/authenticate.js'
import { userInfoPair } from './request/assemble.js'
import { type DraftBody, type DraftRequest, headerOf } from './wire-request.js'

/** The values of variables that are secret because of their type, or by {@link isSecretValue}. */
export function secretVariables(layers: Variable[][]): string[] {
  return layers.flat().flatMap(({ key, value, secret, isGiven, disabled }) => {
    if (disabled || !isPlain(value)) return []
    const text = String(value)
    const inside = answerSecrets(text)
    const isWhole = secret === true || isSecretValue(key, text, { isGiven })
    return isWhole ? [text, ...inside.filter((one) => one !== text)] : inside
  })
}

const isPlain = (value: JsonValue | undefined): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/** The secrets of a request by auth and names. `besides`: all query names of the collection, since `clave` is one only beside `usuario`. */
export function requestSecrets(
  draft: DraftRequest,
  auth: ResolvedAuth | undefined,
  besides: readonly string[] = [],
): string[] {
  const secrets = auth ? authSecrets(auth) : []
  secrets.push(...namedSecrets([...draft.headers, ...draft.url.query], besides))
  secrets.push(...userInfoSecrets(draft))
  return secrets
}

function authSecrets({ type, params }: ResolvedAuth): string[] {
  const secrets: string[] = []
  for (const name of Object.keys(params)) {
    const value = params[name]
    if (isPlain(value) && authParameter(type, name) !== 'open') secrets.push(String(value))
    if (Array.isArray(value)) secrets.push(...value.flatMap(furtherSecret))
  }
  if (type === 'basic') secrets.push(`${param(params, 'username')}:${param(params, 'password')}`)
  return secrets
}

function furtherSecret(entry: JsonValue): string[] {
  const { key, value } = isObject(entry) ? (entry as JsonObject) : {}
  return typeof key === 'string' && isPlain(value) && isCredentialLike(key) ? [String(value)] : []
}

/** The values of headers and parameters that have names of credentials. {@link requestSecrets} explains `besides`. */
export function namedSecrets(entries: readonly Entry[], besides: readonly string[] = []): string[] {
  if (!entries.some(({ key, value }) => key && (mayNameCredential(key) || isAmbiguousKey(key, value))))
    return []
  const isNamed = credentialsAmong([...entries.map(({ key }) => key ?? ''), ...besides])
  return entries.flatMap(({ key, value }) =>
    typeof value === 'string' && key && (isNamed(key) || isAmbiguousKey(key, value))
      ? credentialParts(value)
      : [],
  )
}

/** The secrets in an address: the password, as written and decoded, and user and password as in a Basic header. */
function userInfoSecrets(draft: DraftRequest): string[] {
  const pair = userInfoPair(draft)
  if (pair === undefined) return []
  const password = pair.slice(pair.indexOf(':') + 1)
  const written = draft.url.password ? [draft.url.password, password] : []
  return [...written, pair, Buffer.from(pair).toString('base64')]
}

const WITH_SCHEME = /^\w+\s+(\S+)$/
const BASIC = /^basic[ \t]/i

/** The texts to mask for a credential: the value, TOKEN of `Bearer TOKEN`, and of Basic the decoded pair and password. */
export function credentialParts(value: string): string[] {
  const token = WITH_SCHEME.exec(value)?.[1]
  if (!token) return [value]
  const pair = BASIC.test(value) ? basicPair(token) : undefined
  return pair?.password ? [value, token, `${pair.user}:${pair.password}`, pair.password] : [value, token]
}

/** The values that authentication has added. `Host`, which AWS adds, is no secret: results would lose the address. */
export function addedSecrets(before: DraftRequest, after: DraftRequest): string[] {
  if (after === before) return []
  const known = new Set<unknown>()
  for (const { value } of before.headers) known.add(value)
  for (const { value } of before.url.query) known.add(value)
  const secrets: string[] = []
  const isNew = ({ value }: Entry) => typeof value === 'string' && !known.has(value)
  for (const header of after.headers)
    if (isNew(header) && header.key.toLowerCase() !== 'host') secrets.push(...credentialParts(header.value))
  for (const entry of after.url.query) if (isNew(entry)) secrets.push(...credentialParts(String(entry.value)))
  return secrets
}

/** The values of body members that are named like credentials. Values that the model gave in `input` are left out. */
export function bodySecrets({ body, headers }: DraftRequest, input: JsonValue = null): string[] {
  if (!body) return []
  const secrets = credentialsIn(namedIn({ body, headers }), textsOf(body))
  if (secrets.length === 0) return secrets
  const given = new Set(
    leavesOf(input).flatMap((leaf) => [leaf, ...membersOf(leaf).map(([, value]) => value)]),
  )
  return secrets.filter((secret) => !given.has(secret))
}

/** The credentials in the text of an answer: the values of members named like them, and what can be nothing else. */
export const answerSecrets = (text: string): string[] => credentialsIn(membersOf(text), [text])

function credentialsIn(named: [name: string, value: string][], texts: string[]): string[] {
  const isNamed = credentialsAmong(named.map(([name]) => name))
  return [
    ...named.flatMap(([name, value]) => (isCredentialValue(name, value, isNamed) ? [value] : [])),
    ...texts.flatMap((text) => sureSpans(text).map(({ start, end }) => text.slice(start, end))),
  ]
}

function textsOf(body: DraftBody): string[] {
  if (body.mode === 'urlencoded') return body.fields.map(({ value }) => value)
  if (body.mode === 'formdata') return body.parts.map(({ value }) => value)
  if (body.mode === 'graphql') return [body.query ?? '', body.variables ?? '']
  return body.mode === 'raw' ? [body.text] : []
}

function namedIn({ body, headers }: Pick<DraftRequest, 'body' | 'headers'>): [name: string, value: string][] {
  switch (body?.mode) {
    case 'urlencoded':
      return body.fields.map(({ key, value }) => [key, value])
    case 'formdata':
      return body.parts.flatMap(({ key, value }) => [[key, value], ...membersOf(value)])
    case 'graphql':
      return [...membersOf(body.variables), ...membersOf(body.query)]
    case 'raw': {
      const isFormText = isForm(headerOf(headers, 'content-type') ?? '')
      return isFormText ? [...new URLSearchParams(body.text)] : membersOf(body.text)
    }
    default:
      return []
  }
}

const isForm = (contentType: string) => /^application\/x-www-form-urlencoded\b/i.test(contentType)

function membersOf(text = ''): [name: string, value: string][] {
  return mentionsCredential(text) ? namedValues(text).map(({ name, value }) => [name, value]) : []
}
