import type { VoiceError } from '../errors.js'
import type { Clock } from '../ports.js'
import type { ClientEvent, ServerEvent } from '../protocol/events.js'
import type { LineState } from './client-state.js'
import type { ApiKey } from './config.js'
import type { SocketConstructor } from './connection.js'
import type { TokenStore } from './token-store.js'

/** Where to connect, and how hard to try. */
export interface LineOptions {
  url: string
  /** Which app of the server. */
  appId?: string
  apiKey: ApiKey
  /** Asks for `voice.explain` with every turn. @default false */
  explain?: boolean
  reconnectEnabled: boolean
  maxReconnectAttempts: number
  reconnectDelayMs: number
  heartbeatIntervalMs: number
  Socket: SocketConstructor
  clock: Clock
  /** 0 to 1. */
  random: () => number
  tokens: TokenStore
  /** Whether the machine has a network at all; tries without one are not counted. */
  isOnline: () => boolean
  /** Sees every event that goes out. */
  onSent: (event: ClientEvent) => void
  /** Finds out why a server refuses; browsers do not tell. `undefined`: it does not refuse. */
  findRefusal: (attempt: {
    apiKey: string
    sessionId: string
    token?: string
  }) => Promise<VoiceError | undefined>
}

/** How the line stands. */
export interface LineStatus {
  state: LineState
  attempt: number
  /** Milliseconds since the epoch. */
  retryAt: number | null
}

/**
 * How a session was found. `gap`: events are lost, all items follow. `forgotten`: the server does not know the session any more and began it
 * anew.
 */
export type Opening = 'new' | 'resumed' | 'gap' | 'forgotten'

/** What a line tells. */
export interface LineEvents {
  event: ServerEvent
  frame: Uint8Array
  status: LineStatus
  /** The session stands; what is sent now goes out before anything that waited. */
  opened: Opening
  /** It is over, or the first try failed. */
  failed: VoiceError
}
