import type { ConnectionOptions } from '../../client/connection.js'
import { Line } from '../../client/line.js'
import { SessionMemory } from '../../client/token-store.js'
import { type Clock, systemClock } from '../../ports.js'

/** How the line to the agent is, for a person. */
export type LineState =
  | { state: 'open' }
  /** The line dropped; the next try is under way or comes at `retryAt` (ms since the epoch). */
  | { state: 'reconnecting'; attempt: number; retryAt: number | null }
  /** For good: `reason` says why. */
  | { state: 'closed'; reason: string }

/** Whom to call, and what a test hands in. */
export type ChatLineOptions = Pick<ConnectionOptions, 'url' | 'apiKey' | 'explain' | 'Socket'> & {
  /** @default the system's clock */
  clock?: Clock
  /** A number from 0 to 1 that spreads the tries of many clients. @default Math.random */
  random?: () => number
}

/** Tries for a few minutes: longer than a session is kept by default. */
const MAX_ATTEMPTS = 24
const FIRST_WAIT_MS = 500
const HEARTBEAT_MS = 30_000

/** A line as a terminal needs it: its words live as long as the program, and nothing has to be asked over HTTP, because `ws` tells why it was refused. */
export function chatLine({ clock = systemClock, random = Math.random, ...target }: ChatLineOptions): Line {
  return new Line({
    ...target,
    ...{ clock, random },
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
