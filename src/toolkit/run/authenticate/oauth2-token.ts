import { VoiceError } from '../../../errors.js'
import { isObject } from '../../../protocol/is-object.js'
import { tryParseJson } from '../../../protocol/parse-json.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import { maskProse } from '../../secrets/credential-spans.js'
import { parseAddress } from '../../semantics/parse-address.js'
import { assemble, hostOf } from '../request/assemble.js'
import type { RawResponse } from '../send/transport.js'
import type { DraftRequest, Header, WireRequest } from '../wire-request.js'
import { type AuthParams, param } from './auth-kind.js'
import type { ResolvedAuth } from './authenticate.js'

export interface StoredToken {
  accessToken: string
  /** When the token expires, in milliseconds since the epoch. Absent if the server does not say it. */
  expiresAt?: number
  refreshToken?: string
}

export type TokenStore = Map<string, Promise<StoredToken>>

/** Maximum number of stored tokens. Each user may have one; the oldest is fetched again when it is needed. */
const MAX_TOKENS = 10_000

const MARGIN_MS = 30_000

export type SendToken = (wire: WireRequest, purpose: 'token' | 'refresh') => Promise<RawResponse>

interface Fetching {
  store: TokenStore
  send: SendToken
  now: number
  /** The token that the server has just rejected. If the store still has it, a new one is fetched. */
  refused?: string
}

const GRANTS = new Set(['client_credentials', 'password_credentials', 'password'])

/** Whether an auth has no token, but can fetch one without the user: with client credentials or a password. */
export function fetchesToken({ type, params }: ResolvedAuth): boolean {
  return (
    type === 'oauth2' &&
    !param(params, 'accessToken') &&
    GRANTS.has(param(params, 'grant_type')) &&
    param(params, 'accessTokenUrl') !== ''
  )
}

/** Adds the stored access token while it is valid, else a new one. Calls at the same time share one fetch. */
export async function withFetchedToken(auth: ResolvedAuth, fetching: Fetching): Promise<ResolvedAuth> {
  const { store, now, refused } = fetching
  const key = JSON.stringify(tokenKey(auth.params))
  for (;;) {
    const pending = store.get(key)
    const known = pending && (await pending.catch(() => undefined))
    const endsAt = known?.expiresAt ?? Number.POSITIVE_INFINITY
    if (known && known.accessToken !== refused && endsAt > now + MARGIN_MS) return withToken(auth, known)
    // Another call may have started a fetch in the meantime. This call then waits for it.
    if (store.get(key) !== pending) continue
    const fetched = fetchToken(auth.params, { ...fetching, known })
    store.set(key, fetched)
    if (store.size > MAX_TOKENS) store.delete(store.keys().next().value!)
    try {
      return withToken(auth, await fetched)
    } catch (error) {
      if (store.get(key) === fetched) store.delete(key)
      throw error
    }
  }
}

/** Adds an access token to an auth. */
export function withToken(
  auth: ResolvedAuth,
  { accessToken }: Pick<StoredToken, 'accessToken'>,
): ResolvedAuth {
  return { ...auth, params: { ...auth.params, accessToken } }
}

/** All values that decide which token is fetched, as the key of the store, so that no users share a token. */
function tokenKey(params: AuthParams): string[] {
  return `accessTokenUrl grant_type clientId clientSecret username password scope audience resource`
    .split(/\s+/)
    .map((name) => param(params, name))
    .concat(JSON.stringify(params[FURTHER.own] ?? null))
}

const FURTHER = { own: 'tokenRequestParams', refresh: 'refreshRequestParams' } as const

function furtherIn(part: 'body' | 'header' | 'url', list: JsonValue | undefined): Header[] {
  return (Array.isArray(list) ? list : []).flatMap((entry): Header[] => {
    if (!isObject(entry) || entry.enabled === false) return []
    const { key, value, send_as: place = 'request_body' } = entry as JsonObject
    return key && place === `request_${part}` ? [{ key: String(key), value: String(value ?? '') }] : []
  })
}

async function fetchToken(
  params: AuthParams,
  { send, now, known }: Fetching & { known: StoredToken | undefined },
): Promise<StoredToken> {
  if (known?.refreshToken) {
    const refreshed = await request(params, {
      send,
      now,
      grant: refreshGrant(known.refreshToken),
      further: params[FURTHER.refresh],
      purpose: 'refresh',
    }).catch(() => undefined)
    if (refreshed) return { refreshToken: known.refreshToken, ...refreshed }
  }
  return request(params, {
    send,
    now,
    grant: ownGrant(params),
    further: params[FURTHER.own],
    purpose: 'token',
  })
}

interface TokenGrant {
  grant: Header[]
  further: JsonValue | undefined
}

export const tokenRequest = ({ params }: ResolvedAuth): WireRequest =>
  assemble(buildRequest(params, { grant: ownGrant(params), further: params[FURTHER.own] }))

const refreshGrant = (token: string): Header[] => [
  { key: 'grant_type', value: 'refresh_token' },
  { key: 'refresh_token', value: token },
]

function ownGrant(params: AuthParams): Header[] {
  const isPassword = param(params, 'grant_type') !== 'client_credentials'
  const fields = isPassword
    ? [
        { key: 'grant_type', value: 'password' },
        { key: 'username', value: param(params, 'username') },
        { key: 'password', value: param(params, 'password') },
      ]
    : [{ key: 'grant_type', value: 'client_credentials' }]
  const optional = ['scope', 'audience', 'resource'].map((key) => ({ key, value: param(params, key) }))
  return [...fields, ...optional.filter(({ value }) => value)]
}

/** Requests a token (RFC 6749). Throws `auth-failed` with the server's message, without credentials. */
async function request(
  params: AuthParams,
  {
    send,
    now,
    purpose,
    ...grant
  }: Pick<Fetching, 'send' | 'now'> & TokenGrant & { purpose: 'token' | 'refresh' },
): Promise<StoredToken> {
  const wire = assemble(buildRequest(params, grant))
  const response = await send(wire, purpose)
  const answer = tryParseJson(response.body.toString('utf8')) as JsonObject | undefined
  const accessToken = answer?.access_token
  if (response.status >= 300 || typeof accessToken !== 'string') {
    const why = reasonOf(answer)
    throw new VoiceError(
      'auth-failed',
      `No access token: ${hostOf(wire.origin)} answered ${response.status}${why ? ` (${why})` : ''}. Check client id, secret and scope.`,
    )
  }
  const seconds = Number(answer?.expires_in)
  return {
    accessToken,
    ...(Number.isFinite(seconds) && seconds > 0 ? { expiresAt: now + seconds * 1000 } : {}),
    ...(typeof answer?.refresh_token === 'string' ? { refreshToken: answer.refresh_token } : {}),
  }
}

/** Most characters of the reason that a server gives. */
const MAX_REASON = 300

/** Why a server gives no token, in its own words: whole words, so that no credential is cut and then not recognized. */
function reasonOf(answer: JsonObject | undefined): string {
  const said = [answer?.error, answer?.error_description].filter((part) => typeof part === 'string')
  const text = said.join(': ')
  if (text.length <= MAX_REASON) return maskProse(text)
  return `${maskProse(text.slice(0, Math.max(text.lastIndexOf(' ', MAX_REASON), 0)))} …`
}

function buildRequest(params: AuthParams, { grant, further }: TokenGrant): DraftRequest {
  const [id, secret] = [param(params, 'clientId'), param(params, 'clientSecret')]
  const inBody = (param(params, 'client_authentication') || param(params, 'clientAuth')) === 'body'
  const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')
  const client = [
    { key: 'client_id', value: id },
    ...(secret ? [{ key: 'client_secret', value: secret }] : []),
  ]
  const url = parseAddress(param(params, 'accessTokenUrl'))
  return {
    method: 'POST',
    url: { ...url, query: [...url.query, ...furtherIn('url', further)] },
    headers: [
      { key: 'Accept', value: 'application/json' },
      ...(inBody || !id ? [] : [{ key: 'Authorization', value: `Basic ${basic}` }]),
      ...furtherIn('header', further),
    ],
    body: {
      mode: 'urlencoded',
      fields: [...grant, ...(inBody ? client : []), ...furtherIn('body', further)],
    },
    profile: {},
  }
}
