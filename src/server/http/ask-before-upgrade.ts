import type { IncomingMessage } from 'node:http'
import type { SessionStore } from '../sessions/session-store.js'
import type { Access } from './access.js'
import { type Answer, refusalAnswer } from './answer.js'
import { addressOf, bearerKey, resumeTokenOf } from './upgrade-request.js'

/** Who decides. */
export interface AskOptions {
  access: Access
  sessions: SessionStore
}

/**
 * What an upgrade of the same address would be answered, over plain HTTP: browsers do not tell a page why its WebSocket was refused. 401 and 403 as
 * there; 426 says that a WebSocket may be opened.
 */
export async function askBeforeUpgrade(request: IncomingMessage, options: AskOptions): Promise<Answer> {
  const answer = await answerFor(request, options)
  return { ...answer, headers: { ...answer.headers, ...probeHeaders(request, options) } }
}

/** For the question before the question: pages from everywhere that may open a WebSocket may ask. */
export function probeHeaders(
  request: IncomingMessage,
  { access }: Pick<AskOptions, 'access'>,
): Record<string, string> {
  const { origin } = request.headers
  if (origin === undefined || access.origins.refusal(request)) return {}
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET',
    'Access-Control-Allow-Headers': 'Authorization, Voice-Resume',
    Vary: 'Origin',
  }
}

async function answerFor(request: IncomingMessage, { access, sessions }: AskOptions): Promise<Answer> {
  const { searchParams } = addressOf(request)
  const principal = bearerKey(request) === undefined ? undefined : await access.enter(request)
  if (principal && 'status' in principal) return refusalAnswer(principal)
  const id = searchParams.get('session_id')
  const resumeToken = resumeTokenOf(request)
  if (principal && id && sessions.has(id) && !sessions.find(id, { keyId: principal.keyId, resumeToken }))
    return refusalAnswer({ status: 403, message: 'This session is known, and needs its resume token.' })
  const refusal = { status: 426, message: 'This is a WebSocket address. Connect to it with ws:// or wss://.' }
  return { ...refusalAnswer(refusal), headers: { Upgrade: 'websocket' } }
}
