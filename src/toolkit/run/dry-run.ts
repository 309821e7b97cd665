import type { JsonObject } from '../model/json.js'
import type { DryRun, DryRunOptions, ToolDefinition } from '../model/tool.js'
import { splitScheme } from '../secrets/auth-scheme.js'
import { isSensitiveValue } from '../secrets/credential-name.js'
import { createMasker, MASK } from '../secrets/mask.js'
import { maskArguments } from '../secrets/sensitive-arguments.js'
import { effectOfSent, requestSent } from '../semantics/effect/sent-effect.js'
import { effectOfTokenRequest } from '../semantics/effect/token-request.js'
import { systemRandom } from '../template/random.js'
import { authenticate, type ResolvedAuth } from './authenticate/authenticate.js'
import { fetchesToken, tokenRequest } from './authenticate/oauth2-token.js'
import { type CallParts, type Prepared, prepareRequest } from './prepare-request.js'
import { assemble } from './request/assemble.js'
import { addedSecrets, maskBody } from './request-secrets.js'
import type { RunContext } from './run-context.js'
import { sessionState } from './session-state.js'
import { plainRequest, type WireRequest } from './wire-request.js'

/** The exact request that a call would send, with secrets masked, and a placeholder for a token that it would fetch. */
export function dryRunTool(
  definition: ToolDefinition,
  input: JsonObject,
  { context, options, emptyBase }: Pick<CallParts, 'context' | 'emptyBase'> & { options: DryRunOptions },
): DryRun {
  const state = options.session && sessionState(options.session, context.collection)
  const isComparable = options.comparable ?? false
  const parts = { context, options, state, isComparable, emptyBase }
  const prepare = (given: JsonObject): Prepared => {
    const ready = prepareRequest(definition, given, parts)
    return isComparable && !mayDecide(ready.auth) ? { ...ready, auth: undefined } : ready
  }
  const prepared = prepare(input)
  if (options.showSecrets) return plainRequest(signForShow(prepared, context).wire)
  const hidden = maskArguments(input, definition.parameters, HIDDEN)
  const isWhole = hidden === input
  const { wire, secrets } = signForShow(isWhole ? prepared : prepare(hidden), context)
  const all = isWhole ? secrets : [...secrets, HIDDEN]
  const login = loginOf(prepared.auth)
  const shown = maskRequest(plainRequest(wire), all)
  return login ? { ...shown, login: { ...login, url: createMasker(all).text(login.url) } } : shown
}

/** The log-in for a token, if a call needs one. */
function loginOf(auth: ResolvedAuth | undefined): DryRun['login'] {
  if (!auth || !fetchesToken(auth)) return undefined
  const wire = tokenRequest(auth)
  const { method, url, ...rest } = plainRequest(wire)
  const { effect } = effectOfTokenRequest(requestSent({ method, url, ...rest }), wire.hostname)
  return effect === 'read' ? undefined : { method, url }
}

/** Whether an auth adds an entry whose name the collection chooses, or a log-in, so that it may decide what a call does. */
const mayDecide = (auth: ResolvedAuth | undefined) =>
  auth !== undefined && (auth.type === 'apikey' || auth.type === 'jwt' || fetchesToken(auth))

/** Stands for a sensitive argument while the request is built: a word that no position of a request encodes. */
const HIDDEN = 'zqHiddenArgumentqz'

/** Signs a request that is only shown. If a call would fetch a token, signs with a placeholder. */
function signForShow(
  { draft, auth, secrets }: Prepared,
  { clock }: RunContext,
): { wire: WireRequest; secrets: string[] } {
  const known =
    auth && fetchesToken(auth) ? { ...auth, params: { ...auth.params, accessToken: 'TOKEN' } } : auth
  const signed = known ? authenticate(draft, known, { now: clock.now(), random: systemRandom }) : draft
  return { wire: assemble(signed), secrets: [...secrets, ...addedSecrets(draft, signed)] }
}

/** The request with its secrets masked. A text that says what the request does, such as `DELETE`, is no secret. */
export function maskRequest(request: DryRun, secrets: string[]): DryRun {
  const { method } = request
  const { texts } = effectOfSent(requestSent(request), { title: '', method })
  const masker = createMasker(secrets.filter((secret) => !texts.includes(secret)))
  const contentType = request.headers.findLast(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return {
    method: request.method,
    url: masker.text(request.url),
    headers: request.headers.map(([name, value]) => [
      name,
      isSensitiveValue(name, value) ? maskCredential(value) : masker.text(value),
    ]),
    body: request.body === null ? null : masker.text(maskBody(request.body, contentType, MASK)),
  }
}

function maskCredential(value: string): string {
  const { scheme } = splitScheme(value)
  return scheme ? `${scheme} ${MASK}` : MASK
}
