import type { ConnectionOptions } from '../../client/connection.js'
import { ReconnectingConnection } from '../../client/reconnecting-connection.js'
import { SessionMemory } from '../../client/resume-token-store.js'
import { type Clock, systemClock } from '../../ports.js'

export type ChatConnectionState =
  | { state: 'open' }
  /** The connection dropped. The next attempt starts at `retryAt` (ms since the epoch); null while an attempt runs. */
  | { state: 'reconnecting'; attempt: number; retryAt: number | null }
  /** Permanently closed: `reason` says why. */
  | { state: 'closed'; reason: string }

/** The server to connect to, the optional events to ask for, and dependencies that tests replace. */
export type ChatConnectionOptions = Pick<ConnectionOptions, 'url' | 'apiKey' | 'explain' | 'Socket'> & {
  /** @default the system clock */
  clock?: Clock
  /** Returns a random number from 0 to 1, which spreads the attempts of many clients. @default Math.random */
  random?: () => number
}

/**
 * Maximum attempts to reconnect. On average, they take about five minutes in all. This is longer than the two minutes
 * for which a server keeps a session by default.
 */
const MAX_ATTEMPTS = 24
const FIRST_WAIT_MS = 500
const HEARTBEAT_MS = 30_000

/**
 * Creates the connection of a terminal chat. Resume tokens are kept in memory only, so they are lost when the program
 * ends. `findRefusal` does nothing: unlike a browser, `ws` reports why a connection was refused.
 */
export function openChatConnection({
  clock = systemClock,
  random = Math.random,
  ...target
}: ChatConnectionOptions): ReconnectingConnection {
  return new ReconnectingConnection({
    ...target,
    clock,
    random,
    reconnectEnabled: true,
    maxReconnectAttempts: MAX_ATTEMPTS,
    reconnectDelayMs: FIRST_WAIT_MS,
    heartbeatIntervalMs: HEARTBEAT_MS,
    tokens: new SessionMemory(undefined),
    isOnline: () => true,
    onSent: () => {},
    findRefusal: async () => undefined,
  })
}
