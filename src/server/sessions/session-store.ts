import { createHash, timingSafeEqual } from 'node:crypto'
import type { SessionLimits } from '../model/session-limits.js'
import type { CLOSE } from '../realtime/connection.js'
import type { RealtimeSession } from '../realtime/realtime-session.js'
import type { SessionFacts } from '../realtime/session-snapshot.js'
import type { SharedCounts } from './shared-counts.js'

/** Why a connection is closed. */
export type CloseReason = (typeof CLOSE)[keyof typeof CLOSE]

/** Closes the connection that has a session; `replaced` unless it says otherwise. */
export type Displace = (why?: CloseReason) => void

/** A session and what it takes to come back to it. */
export interface KeptSession {
  session: RealtimeSession
  /** Sent to the client once per connection; the same for the life of the session. */
  resumeToken: string
  /** Stands for the key that opened the session: the token is good together with it only. Short-lived keys of one user share it. */
  keyId: string
  /** Stands for the very key that opened the session. */
  openerId: string
  /** The app the session was opened for. */
  appId: string | undefined
  /** Closes the connection that has the session now. */
  displace: Displace | undefined
  cancelExpiry: (() => void) | undefined
}

/** What whoever comes back has to show. */
export interface Proof {
  keyId: string
  resumeToken: string | undefined
}

/** Who opens a session. */
export interface Opener {
  keyId: string
  openerId: string
  appId: string | undefined
}

/** Who asks to erase a session: whoever has the key that opened it, or a key of the same user and its resume token. */
export interface Eraser extends Opener {
  resumeToken: string | undefined
}

/** A request for a session that may live elsewhere. */
export interface FetchRequest extends Opener {
  id: string
  resumeToken: string | undefined
  /** Makes the session that is then filled with what was stored. */
  create: (facts: SessionFacts) => RealtimeSession
}

/**
 * What came of a fetch: the session is `here` (or nowhere, and then it is new), its owner is `busy` with it, the proof is `refused`, or the
 * store is `unreachable`.
 */
export type Fetched = 'here' | 'busy' | 'refused' | 'unreachable'

/** How many sessions a server keeps. */
export type KeptLimits = Pick<SessionLimits, 'maxKeptSessions' | 'maxSessionsPerKey'>

/** Where the sessions of a server live. Whatever is asked of a session is asked on the server that has it: `fetch` brings it there. */
export interface SessionStore {
  readonly size: number
  /** Whether a reply or a call is under way in any session here, also one whose client is away. */
  readonly busy: boolean
  /** How long a session is kept after its line dropped. */
  readonly graceMs: number
  /** What is counted together with the other servers of the store; `undefined` for a server that is alone. */
  readonly counts: SharedCounts | undefined
  /** A sentence, while sessions are not safe with the store. */
  readonly problem: string | undefined
  /** Throws a `VoiceError` when the store can never work: a package is missing, an address is wrong. */
  start(): Promise<void>
  has(id: string): boolean
  /** Brings a session here that another server has or had; `undefined` when there is nothing to wait for. */
  fetch(request: FetchRequest): Promise<Fetched> | undefined
  /** Whether a key may have one more session; one that waits for its client makes room. */
  hasRoom(keyId: string): boolean
  /** Keeps a new session. Where its key has as many as it may, the one that waits longest for its client ends. */
  add(session: RealtimeSession, opener: Opener): KeptSession
  /** The session, for whoever has its token and the key it was opened with; compared in constant time. */
  find(id: string, proof: Proof): KeptSession | undefined
  /** A connection takes the session; the one that had it is closed. */
  take(kept: KeptSession, displace: Displace): void
  /** A connection lost the session. It is ended now, or after the grace time when its client can come back. */
  release(kept: KeptSession, displace: Displace, options: { canResume: boolean }): void
  /** Erases a session everywhere. */
  endOf(id: string, eraser: Eraser): Promise<'ended' | 'unknown' | 'unreachable'>
  /** Lets go of all sessions: they end, or wait for another server. */
  close(): Promise<void>
}

/** Compares in constant time. */
export function isSame(given: string, known: string): boolean {
  return timingSafeEqual(digest(given), digest(known))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
