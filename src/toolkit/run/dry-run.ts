import { createHash } from 'node:crypto'
import type { JsonObject } from '../model/json.js'
import type { DryRun, DryRunOptions, ToolDefinition } from '../model/tool.js'
import { createMasker } from '../secrets/mask.js'
import { maskArguments } from '../secrets/sensitive-arguments.js'
import { ordersInPath } from '../semantics/effect/path-orders.js'
import { requestSent, valuesSent } from '../semantics/effect/sent-effect.js'
import { effectOfTokenRequest } from '../semantics/effect/token-request.js'
import type { ResolvedAuth } from './authenticate/authenticate.js'
import { fetchesToken, tokenRequest } from './authenticate/oauth2-token.js'
import { type CallParts, type Prepared, prepareRequest } from './prepare-request.js'
import { sessionState } from './session-state.js'
import { showRequest, signRequest } from './sign-request.js'
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
  const signed = (request: Prepared) =>
    signRequest({ ...request, auth: withStandIn(request.auth) }, context.clock)
  if (options.showSecrets) return plainRequest(signed(prepared).wire)
  const hidden = maskArguments(input, definition.parameters, HIDDEN)
  const shownRequest = hidden === input ? prepared : prepare(hidden)
  const { wire, added } = signed(shownRequest)
  const secrets = [...shownRequest.secrets, ...added, ...(hidden === input ? [] : [HIDDEN])]
  const login = loginOf(prepared.auth)
  const shown = showRequest(wire, secrets)
  return {
    ...shown,
    ...(login && { login: { ...login, url: createMasker(secrets).text(login.url) } }),
    ...(isComparable && { form: formOf(wire) }),
  }
}

/** A digest of all that a request has besides data: method, server, number of segments, names, and what says its effect. */
function formOf(wire: WireRequest): string {
  const { method, origin } = wire
  const request = requestSent(plainRequest(wire))
  const { path, query } = request.url
  const names = [...query, ...wire.headers.map(([key]) => ({ key }))].map(({ key }) => key)
  const parts = [method, origin, path.length, names, valuesSent(request), ordersInPath(path)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

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

function withStandIn(auth: ResolvedAuth | undefined): ResolvedAuth | undefined {
  return auth && fetchesToken(auth) ? { ...auth, params: { ...auth.params, accessToken: 'TOKEN' } } : auth
}
