import type { VoiceError } from '../errors.js'
import type { Clock } from '../ports.js'
import type { ClientEvent, ServerEvent } from '../protocol/events.js'
import type { ConnectionState } from './client-state.js'
import type { ApiKey } from './config.js'
import type { SocketConstructor } from './connection.js'
import type { ResumeTokenStore } from './resume-token-store.js'

export interface ReconnectingOptions {
  url: string
  /** The app (agent) of the server to talk to. */
  appId?: string
  apiKey: ApiKey
  /** Asks for `voice.explain` with every turn. @default false */
  explain?: boolean
  /** Asks for `voice.reasoning`: the reasoning of the model. @default false */
  reasoning?: boolean
  reconnectEnabled: boolean
  maxReconnectAttempts: number
  reconnectDelayMs: number
  heartbeatIntervalMs: number
  Socket: SocketConstructor
  clock: Clock
  /** 0 to 1. */
  random: () => number
  tokens: ResumeTokenStore
  /** Whether the machine has a network; attempts without one do not count. */
  isOnline: () => boolean
  /** Receives every sent event. */
  onSent: (event: ClientEvent) => void
  /** Finds out why a server refuses, because browsers do not report it. `undefined`: the server does not refuse. */
  findRefusal: (attempt: {
    apiKey: string
    sessionId: string
    token?: string
  }) => Promise<VoiceError | undefined>
}

export interface ConnectionStatus {
  state: ConnectionState
  attempt: number
  /** Milliseconds since the epoch. */
  retryAt: number | null
}

/**
 * How a session was opened. `gap`: events were lost, and the server sends all items again. `forgotten`: the server no
 * longer had the session and started a new one.
 */
export type Opening = 'new' | 'resumed' | 'gap' | 'forgotten'

/** Events of a reconnecting connection. */
export interface ReconnectingEvents {
  event: ServerEvent
  frame: Uint8Array
  status: ConnectionStatus
  /** The session is open. Events that a listener sends now go out before those that waited. */
  opened: Opening
  /** The client gave up, or the first attempt failed. */
  failed: VoiceError
}
