import { createHash, timingSafeEqual } from 'node:crypto'
import type { SessionLimits } from '../model/session-limits.js'
import type { CLOSE } from '../realtime/realtime-connection.js'
import type { RealtimeSession } from '../realtime/realtime-session.js'
import type { SessionFacts } from '../realtime/session-snapshot.js'
import type { SharedCounts } from './shared-counts.js'

/** Why a connection is closed. */
export type CloseReason = (typeof CLOSE)[keyof typeof CLOSE]

/** Closes the connection of a session, by default with the reason `replaced`. */
export type Displace = (why?: CloseReason) => void

/** A session with the data to resume it. */
export interface KeptSession {
  session: RealtimeSession
  /** Sent to the client once per connection; the same for the life of the session. */
  resumeToken: string
  /**
   * Identifies the key that opened the session; the token is valid only with this key. Short-lived keys of one user
   * share it.
   */
  keyId: string
  /** Identifies the exact key that opened the session. */
  openerId: string
  /** The app the session was opened for. */
  appId: string | undefined
  /** Closes the current connection of the session. */
  displace: Displace | undefined
  cancelExpiry: (() => void) | undefined
}

/** What a client presents to resume a session. */
export interface Proof {
  keyId: string
  resumeToken: string | undefined
}

/** The caller who opens a session. */
export interface Opener {
  keyId: string
  openerId: string
  appId: string | undefined
}

/**
 * The caller who erases a session: it needs the key that opened it, or a key of the same user and the resume token.
 */
export interface Eraser extends Opener {
  resumeToken: string | undefined
}

/** A request for a session that may be on another server. */
export interface FetchRequest extends Opener {
  id: string
  resumeToken: string | undefined
  /** Creates the session that the stored state is then restored into. */
  create: (facts: SessionFacts) => RealtimeSession
}

/**
 * Result of a fetch: the session is `here` (or does not exist, and will be new), its owner is `busy` with it, the
 * proof is `refused`, or the store is `unreachable`.
 */
export type Fetched = 'here' | 'busy' | 'refused' | 'unreachable'

/** Maximum numbers of sessions that a server keeps. */
export type KeptLimits = Pick<SessionLimits, 'maxKeptSessions' | 'maxSessionsPerKey'>

/** The sessions of a server. Operations on a session run on the server that owns it; `fetch` moves it there. */
export interface SessionStore {
  readonly size: number
  /** Whether a reply or a call is running in any session on this server, also without a connection. */
  readonly busy: boolean
  /** How long a session is kept after its connection is lost. */
  readonly graceMs: number
  /** Counts shared with the other servers of the store; `undefined` for a server that is alone. */
  readonly counts: SharedCounts | undefined
  /** A sentence about the problem, while sessions cannot be stored. */
  readonly problem: string | undefined
  /** Throws a `VoiceError` when the store cannot work: a missing package, a wrong address. */
  start(): Promise<void>
  has(id: string): boolean
  /** Moves a session here that another server owns or owned; `undefined` when there is nothing to wait for. */
  fetch(request: FetchRequest): Promise<Fetched> | undefined
  /** Whether a key may have one more session; a session without a connection can be ended for it. */
  hasRoom(keyId: string): boolean
  /**
   * Adds a new session. When its key has reached its limit, the session that has waited longest for its client ends.
   */
  add(session: RealtimeSession, opener: Opener): KeptSession
  /** Finds the session if the token and the key match; compares in constant time. */
  find(id: string, proof: Proof): KeptSession | undefined
  /** Assigns the session to a connection and closes its former connection. */
  take(kept: KeptSession, displace: Displace): void
  /** The session lost its connection. It ends now, or after the grace period if its client can resume it. */
  release(kept: KeptSession, displace: Displace, options: { canResume: boolean }): void
  /** Erases a session everywhere. */
  endOf(id: string, eraser: Eraser): Promise<'ended' | 'unknown' | 'unreachable'>
  /** Releases all sessions: they end, or wait for another server. */
  close(): Promise<void>
}

/** Compares two texts in constant time. */
export function isSame(given: string, known: string): boolean {
  return timingSafeEqual(digest(given), digest(known))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
