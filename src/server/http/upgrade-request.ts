import type { IncomingMessage } from 'node:http'
import { type Dialect, readSubprotocols } from '../../protocol/subprotocols.js'

export interface UpgradeRequest {
  path: string
  dialect: Dialect
  chosen: Dialect | undefined
  apiKey: string | undefined
  sessionId: string | undefined
  resumeToken: string | undefined
  lastEventId: string | undefined
  /** Id of the WebRTC call whose session the client joins, from `?call_id=`. */
  callId: string | undefined
  /** Whether the client gets events of the server's tools. False with `?tool_events=none`. */
  toolEvents: boolean
  /** Whether the client gets `voice.explain`: why a tool was chosen, or why none was. True with `?explain=true`. */
  explain: boolean
  /** Whether the client gets the reasoning of the model. True with `?reasoning=true`. */
  reasoning: boolean
  isBeta: boolean
  /** Whether the session only transcribes and never responds: `?intent=transcription`. */
  transcribesOnly: boolean
}

const NOWHERE = 'http://server'
const SESSION_ID = /^[A-Za-z0-9_-]{8,128}$/

export function readUpgradeRequest(request: IncomingMessage): UpgradeRequest {
  const url = addressOf(request)
  const offered = (request.headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  const { dialect, chosen, apiKey, resumeToken } = readSubprotocols(offered)
  const given = (name: string) => url.searchParams.get(name) || undefined
  return {
    path: url.pathname,
    dialect,
    chosen,
    apiKey: headerKey(request) ?? apiKey,
    sessionId: given('session_id'),
    resumeToken,
    lastEventId: given('last_event_id'),
    callId: given('call_id'),
    toolEvents: url.searchParams.get('tool_events') !== 'none',
    explain: url.searchParams.get('explain') === 'true',
    reasoning: url.searchParams.get('reasoning') === 'true',
    isBeta: dialect === 'realtime' && asksForBeta(request, offered),
    transcribesOnly: url.searchParams.get('intent') === 'transcription',
  }
}

/** The URL of a request; `/` if it is invalid. A second `?` is read as `&`: Pipecat appends `?model=` to a URL with a query. */
export function addressOf(request: IncomingMessage): URL {
  const [start = '/', ...queries] = (request.url ?? '/').split('?')
  const path = queries.length > 0 ? `${start}?${queries.join('&')}` : start
  return URL.canParse(path, NOWHERE) ? new URL(path, NOWHERE) : new URL(NOWHERE)
}

/** The URL as the client sent it: Express removes the path below which the app is mounted. */
export function fullUrlOf(request: IncomingMessage & { originalUrl?: string }): string {
  return request.originalUrl ?? request.url ?? '/'
}

function asksForBeta({ headers }: IncomingMessage, offered: readonly string[]): boolean {
  const features = String(headers['openai-beta'] ?? '').split(',')
  return offered.includes('openai-beta.realtime-v1') || features.some((one) => one.trim() === 'realtime=v1')
}

/** The key in an `Authorization: Bearer` header, or in an `api-key` header, which clients of Azure send. */
export function headerKey(request: IncomingMessage): string | undefined {
  const { authorization = '', 'api-key': apiKey } = request.headers
  const [scheme] = /^Bearer +/i.exec(authorization) ?? []
  const bearer = scheme === undefined ? undefined : authorization.slice(scheme.length).trim()
  return bearer || (typeof apiKey === 'string' && apiKey.trim()) || undefined
}

/** The resume token of a request that is not a WebSocket upgrade. Such a request has the token in a header. */
export function resumeTokenOf({ headers }: IncomingMessage): string | undefined {
  const token = headers['voice-resume']
  return typeof token === 'string' ? token : undefined
}

/** Whether a path accepts WebSockets: `/ws`, `/v1/realtime`, and every path that ends in `/realtime`. */
export function isRealtimePath(path: string): boolean {
  return path === '/ws' || path.endsWith('/realtime')
}

export function isSessionId(id: string): boolean {
  return SESSION_ID.test(id)
}
