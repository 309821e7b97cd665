import type { AuthTemplate } from '../../model/request-template.js'
import { type AuthKindName, isKnownAuth } from '../../secrets/auth-kinds.js'
import { fill, fillDeep } from '../../template/fill.js'
import type { Scope } from '../../template/scope.js'
import { hasVariable } from '../../template/variables.js'
import { unique } from '../request/resolve-request.js'
import type { DraftRequest } from '../wire-request.js'
import type { AuthContext, AuthKind, AuthParams, Challenge } from './auth-kind.js'
import { awsv4 } from './aws.js'
import { digest } from './digest.js'
import { edgegrid } from './edgegrid.js'
import { hawk } from './hawk.js'
import { asap, jwt } from './jwt.js'
import { ntlm } from './ntlm.js'
import { oauth1 } from './oauth1.js'
import { apikey, basic, bearer, oauth2 } from './plain.js'

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

/** Fills the variables of an auth. `unresolved`: the variables without a value. */
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
