import type { AuthTemplate } from '../../model/request-template.js'
import { type AuthKindName, isKnownAuth } from '../../secrets/auth-kinds.js'
import { wordsOf } from '../../semantics/words.js'
import { fill, fillDeep } from '../../template/fill.js'
import type { Scope } from '../../template/scope.js'
import { hasVariable } from '../../template/variables.js'
import { unique } from '../request/resolve-request.js'
import { type DraftRequest, withoutHeader, withQuery } from '../wire-request.js'
import {
  type AuthContext,
  type AuthKind,
  type AuthParams,
  type Challenge,
  param,
  prefixOf,
  withToken,
} from './auth-kind.js'
import { awsv4 } from './aws.js'
import { digest } from './digest.js'
import { edgegrid } from './edgegrid.js'
import { hawk } from './hawk.js'
import { asap, jwt } from './jwt.js'
import { ntlm } from './ntlm.js'
import { oauth1 } from './oauth1.js'

/** Sends `Authorization: Bearer TOKEN`. Without a token, the author's own header stays. */
const bearer: AuthKind = {
  sign(draft, params) {
    const token = param(params, 'token')
    return token ? withToken(draft, token) : draft
  },
}

/** Sends user and password in UTF-8 (RFC 7617), even if both are empty. */
const basic: AuthKind = {
  sign(draft, params) {
    const pair = Buffer.from(`${param(params, 'username')}:${param(params, 'password')}`).toString('base64')
    return withToken(draft, pair, 'Basic')
  },
}

/** Sends a key in a header or the query. It replaces headers of this name, also in other capitals or separators. */
const apikey: AuthKind = {
  sign(draft, params) {
    const [key, value] = [param(params, 'key'), param(params, 'value')]
    if (!key) return draft
    if (params.in === 'query') return withQuery(draft, { key, value })
    const spoken = wordsOf(key).join(' ')
    const headers = draft.headers.filter((header) => wordsOf(header.key).join(' ') !== spoken)
    return { ...draft, headers: [...headers, { key, value }] }
  },
}

/** Sends a stored or fetched access token, after `headerPrefix` (`Bearer` by default, or nothing). */
const oauth2: AuthKind = {
  sign(draft, params) {
    const token = param(params, 'accessToken')
    if (!token || param(params, 'tokenType').toLowerCase() === 'mac') return draft
    const query = draft.url.query.filter((entry) => entry.key !== 'access_token')
    const headers = withoutHeader(draft.headers, 'authorization')
    const clean = { ...draft, headers, url: { ...draft.url, query } }
    const place = param(params, 'addTokenTo') || 'header'
    if (place === 'queryParams') return withQuery(clean, { key: 'access_token', value: token })
    return place === 'header' ? withToken(clean, token, prefixOf(params).trim()) : clean
  },
}

const SIGNING: Record<AuthKindName, AuthKind> = {
  apikey,
  asap,
  awsv4,
  basic,
  bearer,
  digest,
  edgegrid,
  hawk,
  jwt,
  noauth: {},
  ntlm,
  oauth1,
  oauth2,
}

export interface ResolvedAuth {
  type: string
  params: AuthParams
}

export function resolveAuth(auth: AuthTemplate, scope: Scope): { auth: ResolvedAuth; unresolved: string[] } {
  const unresolved: string[] = []
  const params = fillDeep(auth.params, (text) => {
    if (!hasVariable(text)) return text
    const filled = fill(text, scope)
    unresolved.push(...filled.unresolved)
    return filled.text
  })
  return { auth: { type: auth.type, params: params as AuthParams }, unresolved: unique(unresolved) }
}

/** Signs a request. Without parameters (`{ type: 'bearer' }` alone) nothing is added. */
export function authenticate(draft: DraftRequest, auth: ResolvedAuth, context: AuthContext): DraftRequest {
  return kindOf(auth)?.sign?.(draft, auth.params, context) ?? draft
}

/** The `Authorization` header for another attempt after a 401 or 403; undefined if this kind of auth has no answer. */
export function answerChallenge(
  draft: DraftRequest,
  auth: ResolvedAuth,
  context: AuthContext & Challenge,
): string | undefined {
  return kindOf(auth)?.answer?.(draft, auth.params, context)
}

function kindOf({ type, params }: ResolvedAuth): AuthKind | undefined {
  return isKnownAuth(type) && Object.keys(params).length > 0 ? SIGNING[type] : undefined
}
