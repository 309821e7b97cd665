import type { IncomingMessage } from 'node:http'
import type { Access } from './access.js'
import type { Admissions } from './admissions.js'
import { type HttpAnswer, refusalAnswer } from './http-answer.js'
import { corsHeaders } from './origin-policy.js'
import { headerKey, readUpgradeRequest, resumeTokenOf } from './upgrade-request.js'

export interface UpgradeProbeOptions {
  access: Access
  admissions: Admissions
}

/**
 * Answers a GET request with which a page asks why its WebSocket was refused: browsers hide the reason from pages.
 * Answers with the refusal of the upgrade, or with 426 if the upgrade would succeed. The request counts in no quota.
 */
export async function probeUpgrade(
  request: IncomingMessage,
  options: UpgradeProbeOptions,
): Promise<HttpAnswer> {
  const answer = await answerFor(request, options)
  return { ...answer, headers: { ...answer.headers, ...probeHeaders(request, options) } }
}

/** The CORS headers of the probe: every page that may open a WebSocket may read the answer. */
export function probeHeaders(
  request: IncomingMessage,
  { access }: Pick<UpgradeProbeOptions, 'access'>,
): Record<string, string> {
  const allowed = { methods: 'GET', headers: 'Authorization, Voice-Resume' }
  return corsHeaders(access.origins.allowedOrigin(request), allowed)
}

async function answerFor(
  request: IncomingMessage,
  { access, admissions }: UpgradeProbeOptions,
): Promise<HttpAnswer> {
  const principal = headerKey(request) === undefined ? undefined : await access.enter(request)
  if (principal && 'status' in principal) return refusalAnswer(principal)
  const address = access.addressOf(request)
  const wanted = { ...readUpgradeRequest(request), resumeToken: resumeTokenOf(request) }
  const refused = principal && admissions.refusalOf({ principal, address }, wanted)
  if (refused) return refusalAnswer(refused)
  const refusal = { status: 426, message: 'This is a WebSocket address. Connect to it with ws:// or wss://.' }
  return { ...refusalAnswer(refusal), headers: { Upgrade: 'websocket' } }
}
