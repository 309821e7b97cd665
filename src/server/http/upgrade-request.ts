import type { IncomingMessage } from 'node:http'
import { type Dialect, readSubprotocols } from '../../protocol/subprotocols.js'

/** What a client says when it opens a WebSocket. */
export interface UpgradeRequest {
  path: string
  dialect: Dialect
  /** The subprotocol to answer with. */
  chosen: Dialect | undefined
  apiKey: string | undefined
  sessionId: string | undefined
  resumeToken: string | undefined
  /** The last event the client has seen. */
  lastEventId: string | undefined
  /** False with `?tool_events=none`. */
  toolEvents: boolean
  /** True with `?explain=true`. */
  explain: boolean
  /** True with `?intent=transcription`: nothing is ever answered. */
  transcribesOnly: boolean
}

const NOWHERE = 'http://server'
const SESSION_ID = /^[A-Za-z0-9_-]{8,128}$/

/** Reads the address, the headers and the subprotocols of an upgrade. */
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
    apiKey: bearerKey(request) ?? apiKey,
    sessionId: given('session_id'),
    resumeToken,
    lastEventId: given('last_event_id'),
    toolEvents: url.searchParams.get('tool_events') !== 'none',
    explain: url.searchParams.get('explain') === 'true',
    transcribesOnly: url.searchParams.get('intent') === 'transcription',
  }
}

/**
 * The address of a request; one that is none counts as nowhere. Clients that put `?model=` behind an address which has a query already (Pipecat)
 * mean `&`.
 */
export function addressOf(request: IncomingMessage): URL {
  const [start = '/', ...queries] = (request.url ?? '/').split('?')
  const path = queries.length > 0 ? `${start}?${queries.join('&')}` : start
  return URL.canParse(path, NOWHERE) ? new URL(path, NOWHERE) : new URL(NOWHERE)
}

/** The key of an `Authorization: Bearer` header. */
export function bearerKey(request: IncomingMessage): string | undefined {
  const { authorization = '' } = request.headers
  const [scheme] = /^Bearer +/i.exec(authorization) ?? []
  return scheme === undefined ? undefined : authorization.slice(scheme.length).trim() || undefined
}

/** The resume token of a request that is no upgrade. */
export function resumeTokenOf({ headers }: IncomingMessage): string | undefined {
  const token = headers['voice-resume']
  return typeof token === 'string' ? token : undefined
}

/** Whether WebSockets are spoken at a path: `/ws`, `/v1/realtime`, and whatever ends in `/realtime`. */
export function isRealtimePath(path: string): boolean {
  return path === '/ws' || path.endsWith('/realtime')
}

/** Whether a client may name its session like this. */
export function isSessionId(id: string): boolean {
  return SESSION_ID.test(id)
}
