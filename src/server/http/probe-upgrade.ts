import type { IncomingMessage } from 'node:http'
import type { SessionStore } from '../sessions/session-store.js'
import type { Access } from './access.js'
import { type HttpAnswer, refusalAnswer } from './http-answer.js'
import { corsHeaders } from './origin-policy.js'
import { addressOf, headerKey, resumeTokenOf } from './upgrade-request.js'

export interface UpgradeProbeOptions {
  access: Access
  sessions: SessionStore
}

/**
 * Answers a GET request with which a page asks why its WebSocket was refused: browsers hide the reason from pages.
 * Answers 401 or 403 if the upgrade would be refused, and 426 if it would succeed.
 */
export async function probeUpgrade(
  request: IncomingMessage,
  options: UpgradeProbeOptions,
): Promise<HttpAnswer> {
  const answer = await answerFor(request, options)
  return { ...answer, headers: { ...answer.headers, ...probeHeaders(request, options) } }
}

/** CORS headers. Every page that may open a WebSocket may use the probe. */
export function probeHeaders(
  request: IncomingMessage,
  { access }: Pick<UpgradeProbeOptions, 'access'>,
): Record<string, string> {
  const allowed = { methods: 'GET', headers: 'Authorization, Voice-Resume' }
  return corsHeaders(access.origins.allowedOrigin(request), allowed)
}

async function answerFor(
  request: IncomingMessage,
  { access, sessions }: UpgradeProbeOptions,
): Promise<HttpAnswer> {
  const { searchParams } = addressOf(request)
  const principal = headerKey(request) === undefined ? undefined : await access.enter(request)
  if (principal && 'status' in principal) return refusalAnswer(principal)
  const id = searchParams.get('session_id')
  const resumeToken = resumeTokenOf(request)
  if (principal && id && sessions.has(id) && !sessions.find(id, { keyId: principal.keyId, resumeToken }))
    return refusalAnswer({ status: 403, message: 'This session is known, and needs its resume token.' })
  const refusal = { status: 426, message: 'This is a WebSocket address. Connect to it with ws:// or wss://.' }
  return { ...refusalAnswer(refusal), headers: { Upgrade: 'websocket' } }
}
