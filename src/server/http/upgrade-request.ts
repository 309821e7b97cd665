import type { IncomingMessage } from 'node:http'
import { type Dialect, readSubprotocols } from '../../protocol/subprotocols.js'

/** Parameters of a WebSocket upgrade. */
export interface UpgradeRequest {
  path: string
  dialect: Dialect
  /** The subprotocol to respond with. */
  chosen: Dialect | undefined
  apiKey: string | undefined
  sessionId: string | undefined
  resumeToken: string | undefined
  /** The last event that the client received. */
  lastEventId: string | undefined
  /** With `?call_id=`: the WebRTC call whose session to join. */
  callId: string | undefined
  /** False with `?tool_events=none`. */
  toolEvents: boolean
  /** True with `?explain=true`. */
  explain: boolean
  /** True with `?reasoning=true`. */
  reasoning: boolean
  /** The client uses the beta of the protocol. */
  isBeta: boolean
  /** True with `?intent=transcription`: the agent never responds. */
  transcribesOnly: boolean
}

const NOWHERE = 'http://server'
const SESSION_ID = /^[A-Za-z0-9_-]{8,128}$/

/** Parses the address, the headers and the subprotocols of an upgrade. */
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

/**
 * The URL of a request; an invalid one counts as `/`. Clients that append `?model=` to an address with a query
 * (Pipecat) mean `&`.
 */
export function addressOf(request: IncomingMessage): URL {
  const [start = '/', ...queries] = (request.url ?? '/').split('?')
  const path = queries.length > 0 ? `${start}?${queries.join('&')}` : start
  return URL.canParse(path, NOWHERE) ? new URL(path, NOWHERE) : new URL(NOWHERE)
}

/** The header of the beta may name several features of OpenAI. */
function asksForBeta({ headers }: IncomingMessage, offered: readonly string[]): boolean {
  const features = String(headers['openai-beta'] ?? '').split(',')
  return offered.includes('openai-beta.realtime-v1') || features.some((one) => one.trim() === 'realtime=v1')
}

/** The key of an `Authorization: Bearer` header, or of an `api-key` header, as clients of Azure send it. */
export function headerKey(request: IncomingMessage): string | undefined {
  const { authorization = '', 'api-key': apiKey } = request.headers
  const [scheme] = /^Bearer +/i.exec(authorization) ?? []
  const bearer = scheme === undefined ? undefined : authorization.slice(scheme.length).trim()
  return bearer || (typeof apiKey === 'string' && apiKey.trim()) || undefined
}

/** The resume token of a request that is not an upgrade. */
export function resumeTokenOf({ headers }: IncomingMessage): string | undefined {
  const token = headers['voice-resume']
  return typeof token === 'string' ? token : undefined
}

/** Whether a path accepts WebSockets: `/ws`, `/v1/realtime`, and every path that ends in `/realtime`. */
export function isRealtimePath(path: string): boolean {
  return path === '/ws' || path.endsWith('/realtime')
}

/** Whether a client may use this id for its session. */
export function isSessionId(id: string): boolean {
  return SESSION_ID.test(id)
}
