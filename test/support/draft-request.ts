import type { JsonValue } from '../../src/toolkit/model/json.js'
import { answerChallenge, authenticate } from '../../src/toolkit/run/authenticate/authenticate.js'
import { type DraftRequest, headerOf } from '../../src/toolkit/run/wire-request.js'
import { parseAddress } from '../../src/toolkit/semantics/parse-address.js'
import { seeded } from './seeded.js'

/** The parameters of an auth by name. */
export type AuthParameters = Record<string, JsonValue>

/** A request whose variables are filled. */
export function draftOf(method: string, url: string, more: Partial<DraftRequest> = {}): DraftRequest {
  return { method, url: parseAddress(url), headers: [], profile: {}, ...more }
}

/** The time and the chance that signatures are made with. */
export function signingContext(time = '2026-01-02T03:04:05.678Z') {
  return { now: Date.parse(time), random: seeded(1) }
}

/** A request after an auth has signed it. */
export function signed(draft: DraftRequest, type: string, params: AuthParameters): DraftRequest {
  return authenticate(draft, { type, params }, signingContext())
}

/** The `Authorization` of a request that an auth has signed; empty when there is none. */
export function authorizationOf(draft: DraftRequest, type: string, params: AuthParameters): string {
  return headerOf(signed(draft, type, params).headers, 'authorization') ?? ''
}

/** The `Authorization` by which an auth answers a refusal. */
export function answerTo(
  draft: DraftRequest,
  auth: { type: string; params: AuthParameters },
  { offers, round = 0 }: { offers: string[]; round?: number },
): string | undefined {
  return answerChallenge(draft, auth, { ...signingContext(), offers, round })
}

/** The members of an `Authorization` such as `Digest a="1", b=2`, without quotes. */
export function membersOf(authorization: string): Record<string, string> {
  const [, list = ''] = /^\w+ (.*)$/s.exec(authorization) ?? []
  const members = list.matchAll(/([\w]+)=(?:"((?:[^"\\]|\\.)*)"|([^",;\s]*))/g)
  return Object.fromEntries([...members].map(([, name, quoted, plain]) => [name, quoted ?? plain ?? '']))
}
