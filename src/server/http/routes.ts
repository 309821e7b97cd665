import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressOf, isRealtimePath } from './upgrade-request.js'

/** What the open routes say. */
export interface ServerStatus {
  draining: boolean
  sessions: number
}

/** Answers plain HTTP: health, readiness, and a sentence for whoever knocks at a WebSocket path. */
export function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  status: ServerStatus,
): void {
  const answer = answerFor(request, status)
  response.writeHead(answer.status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...(answer.status === 426 && { Upgrade: 'websocket' }),
  })
  response.end(`${JSON.stringify(answer.body)}\n`)
}

function answerFor(
  request: IncomingMessage,
  { draining, sessions }: ServerStatus,
): { status: number; body: object } {
  const { pathname } = addressOf(request)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { status: 405, body: { error: 'Only GET is answered here.' } }
  }
  if (pathname === '/healthz') return { status: 200, body: { status: 'ok' } }
  if (pathname === '/readyz') {
    return { status: draining ? 503 : 200, body: { status: draining ? 'draining' : 'ready', sessions } }
  }
  if (isRealtimePath(pathname)) {
    return {
      status: 426,
      body: { error: 'This is a WebSocket address. Connect to it with ws:// or wss://.' },
    }
  }
  return {
    status: 404,
    body: { error: `There is nothing at ${pathname}. WebSockets are at /ws and /v1/realtime.` },
  }
}
