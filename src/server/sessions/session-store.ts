import { createHash, timingSafeEqual } from 'node:crypto'
import type { SessionLimits } from '../model/session-limits.js'
import type { CLOSE } from '../realtime/realtime-connection.js'
import type { RealtimeSession } from '../realtime/realtime-session.js'
import type { SessionFacts } from '../realtime/session-snapshot.js'
import type { SharedCounts } from './shared-counts.js'

export type CloseReason = (typeof CLOSE)[keyof typeof CLOSE]

/** Closes the connection of a session. The default reason is `replaced`. */
export type Displace = (why?: CloseReason) => void

/** A session, with the data that is needed to resume it. */
export interface KeptSession {
  session: RealtimeSession
  /** Token to resume the session. It never changes. */
  resumeToken: string
  /**
   * Identifies the key that opened the session. The resume token is valid only with this key. Short-lived keys of one
   * user have the same `keyId`.
   */
  keyId: string
  /** Identifies the exact key that opened the session. */
  openerId: string
  /** Identifies whose sessions are counted together (`Principal.accountId`). */
  accountId: string
  appId: string | undefined
  displace: Displace | undefined
  cancelExpiry: (() => void) | undefined
}

/** Proof of a client that it may resume a session. */
export interface Proof {
  keyId: string
  resumeToken: string | undefined
}

export interface Opener {
  keyId: string
  openerId: string
  appId: string | undefined
}

/** The client that opens a session. */
export interface SessionOwner extends Opener {
  /** Identifies whose sessions are counted together. @default keyId */
  accountId?: string
  /** The resume token of the session. By default, the store makes one. */
  resumeToken?: string | undefined
}

/**
 * A client that wants to erase a session. It needs the key that opened the session, or a key of the same user together
 * with the resume token.
 */
export interface Eraser extends Opener {
  resumeToken: string | undefined
}

/** A request for a session that another server may own. */
export interface FetchRequest extends SessionOwner {
  id: string
  resumeToken: string | undefined
  /** The id of the last event that the client has received, if it resumes a session. */
  lastEventId?: string | undefined
  /** Creates the session into which the stored state is restored. */
  create: (facts: SessionFacts) => RealtimeSession
}

/**
 * The result of a `FetchRequest`:
 * - `here`: this server has the session, or the session does not exist and a new one can be created.
 * - `busy`: the server that owns the session still works on it.
 * - `refused`: the client may not resume the session.
 * - `foreign`: another key, or another user, has the session, and the client wants a new one.
 * - `unreachable`: the store cannot be reached.
 */
export type Fetched = 'here' | 'busy' | 'refused' | 'foreign' | 'unreachable'

/** Maximum number of sessions without a connection, and of all sessions per API key. */
export type KeptLimits = Pick<SessionLimits, 'maxKeptSessions' | 'maxSessionsPerKey'>

/**
 * The sessions of a server. A session can be used only on the server that owns it; `fetch` moves a session to this
 * server.
 */
export interface SessionStore {
  readonly size: number
  /** Whether a reply or a tool call is running in any session of this server, even without a connection. */
  readonly busy: boolean
  /** How long (in milliseconds) a session is kept after its connection is lost. */
  readonly graceMs: number
  /** Counts that all servers of the store share; `undefined` if the store is not shared. */
  readonly counts: SharedCounts | undefined
  /** While sessions cannot be stored, a sentence that describes the problem; otherwise `undefined`. */
  readonly problem: string | undefined
  /**
   * Opens the store. Throws a `VoiceError` if the store cannot work, for example without its package or with a wrong
   * URL.
   */
  start(): Promise<void>
  has(id: string): boolean
  /** The session with this id, if this server has it. No token is checked. */
  get(id: string): KeptSession | undefined
  /** Moves a session from another server to this one. Returns `undefined` if the caller need not wait. */
  fetch(request: FetchRequest): Promise<Fetched> | undefined
  /**
   * Whether a new session can be added for a key. Either the key is below its limit, or one of its sessions has no
   * connection and `add` can end this session.
   */
  hasRoom(accountId: string): boolean
  /** Adds a new session. If its key has reached its limit, the session that has waited longest for its client ends. */
  add(session: RealtimeSession, owner: SessionOwner): KeptSession
  /** Finds a session if token and key match. Compares in constant time. */
  find(id: string, proof: Proof): KeptSession | undefined
  /** Assigns a session to a new connection, and closes the former connection of the session. */
  take(kept: KeptSession, displace: Displace): void
  /**
   * Removes a lost connection from its session. The session then ends: at once, or, if it can be resumed, after the
   * grace period.
   */
  release(kept: KeptSession, displace: Displace, options: { canResume: boolean }): void
  /** Erases a session on all servers and in the store. */
  endOf(id: string, eraser: Eraser): Promise<'ended' | 'unknown' | 'unreachable'>
  /** Releases all sessions: they end here, or continue on another server. */
  close(): Promise<void>
}

/** Compares two strings in constant time. */
export function isSame(given: string, known: string): boolean {
  return timingSafeEqual(digest(given), digest(known))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
