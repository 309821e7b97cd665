import { randomBytes } from 'node:crypto'
import type { Clock, Logger } from '../../ports.js'
import type { SessionLimits } from '../model/session-limits.js'
import { CLOSE } from '../realtime/realtime-connection.js'
import type { RealtimeSession } from '../realtime/realtime-session.js'
import type { SessionFacts } from '../realtime/session-snapshot.js'
import { isSame } from './encryption.js'
import type { Opener } from './sealed-record.js'
import type { Counters, Store } from './store.js'

export type CloseReason = (typeof CLOSE)[keyof typeof CLOSE]

/** Closes the connection of a session. The default reason is `replaced`. */
export type Displace = (why?: CloseReason) => void

export interface KeptSession {
  session: RealtimeSession
  resumeToken: string
  /** The key that opened the session, needed with the token. Short-lived keys of one user have the same. */
  keyId: string
  openerId: string
  accountId: string
  appId: string | undefined
  displace: Displace | undefined
  cancelExpiry: (() => void) | undefined
}

/** The client that opens a session. By default, the session gets a new resume token. */
export interface SessionOwner extends Opener {
  /** Identifies whose sessions are counted together. @default keyId */
  accountId?: string
}

export interface FetchRequest extends SessionOwner {
  id: string
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

export type Erased = 'ended' | 'unknown' | 'unreachable'

export type KeptLimits = Pick<SessionLimits, 'maxKeptSessions' | 'maxSessionsPerKey'>

export interface SessionsOptions {
  clock: Clock
  logger: Logger
  /** How long (in milliseconds) a session is kept after its connection is lost. */
  graceMs: number
  limits: KeptLimits
  /** Creates what a shared store adds; absent if the sessions live only in this process. */
  share?: (sessions: Sessions) => Sharing
}

/** What a shared store adds to the sessions of a server. */
export interface Sharing {
  readonly store: Pick<Store, 'counters' | 'problem'>
  start(): Promise<void>
  own(kept: KeptSession): void
  fetch(request: FetchRequest): Promise<Fetched> | undefined
  erase(id: string, eraser: Opener): Promise<Erased>
  /** Removes a session from the store, because it ended here. If the store is unreachable, removes it later. */
  remove(id: string): void
  close(): Promise<void>
}

/** The sessions of a server. `fetch` moves one here; one without a connection is kept for a grace period. */
export class Sessions {
  readonly #options: SessionsOptions
  readonly #sessions = new Map<string, KeptSession>()
  /** Sessions without a connection. The one that has waited longest comes first. */
  readonly #waiting = new Set<KeptSession>()
  readonly #byAccount = new Map<string, number>()
  readonly #shared: Sharing | undefined

  constructor(options: SessionsOptions) {
    this.#options = options
    this.#shared = options.share?.(this)
  }

  get size(): number {
    return this.#sessions.size
  }

  get graceMs(): number {
    return this.#options.graceMs
  }

  /** Whether a reply or a call runs in any session or its result is to be told, or a caller has not heard all of it. */
  get busy(): boolean {
    return this.all().some(
      ({ session: { conversation, speech, speaksInCall } }) =>
        conversation.working || speech.announces || speaksInCall,
    )
  }

  /** Whether a caller has not heard all that the agent says. */
  get speaksInCall(): boolean {
    return this.all().some(({ session }) => session.speaksInCall)
  }

  get counters(): Counters | undefined {
    return this.#shared?.store.counters
  }

  /** While sessions cannot be stored, a sentence that describes the problem; otherwise `undefined`. */
  get problem(): string | undefined {
    return this.#shared?.store.problem
  }

  /** Throws a `VoiceError` if the store cannot work, for example without its package. */
  async start(): Promise<void> {
    await this.#shared?.start()
  }

  has(id: string): boolean {
    return this.#sessions.has(id)
  }

  get(id: string): KeptSession | undefined {
    return this.#sessions.get(id)
  }

  all(): KeptSession[] {
    return [...this.#sessions.values()]
  }

  fetch(request: FetchRequest): Promise<Fetched> | undefined {
    return this.#shared?.fetch(request)
  }

  /** Whether a key is below its limit, or has a session without a connection, which `add` can end. */
  hasRoom(accountId: string): boolean {
    const { maxSessionsPerKey } = this.#options.limits
    return this.#countOf(accountId) < maxSessionsPerKey || this.#longestWaiting(accountId) !== undefined
  }

  /** Adds a new session. If its key has reached its limit, the session that has waited longest for its client ends. */
  add(session: RealtimeSession, owner: SessionOwner): KeptSession {
    const kept = this.keep(session, owner)
    this.#shared?.own(kept)
    return kept
  }

  keep(
    session: RealtimeSession,
    { keyId, openerId, accountId = keyId, appId, resumeToken }: SessionOwner,
  ): KeptSession {
    const kept: KeptSession = {
      session,
      resumeToken: resumeToken ?? randomBytes(32).toString('base64url'),
      keyId,
      openerId,
      accountId,
      appId,
      displace: undefined,
      cancelExpiry: undefined,
    }
    this.#sessions.set(session.id, kept)
    this.#byAccount.set(accountId, this.#countOf(accountId) + 1)
    if (this.#countOf(accountId) > this.#options.limits.maxSessionsPerKey)
      this.#endOne(this.#longestWaiting(accountId))
    return kept
  }

  find(id: string, { keyId, resumeToken }: Pick<Opener, 'keyId' | 'resumeToken'>): KeptSession | undefined {
    const kept = this.#sessions.get(id)
    if (!kept || resumeToken === undefined) return undefined
    const isOwner = isSame(keyId, kept.keyId)
    return isSame(resumeToken, kept.resumeToken) && isOwner ? kept : undefined
  }

  take(kept: KeptSession, displace: Displace): void {
    kept.displace?.()
    this.#waitNoMore(kept)
    kept.displace = displace
  }

  /** A connection is lost. Its session ends: at once, or after the grace period if it can be resumed. */
  release(kept: KeptSession, displace: Displace, options: { canResume: boolean }): void {
    if (kept.displace !== displace) return
    kept.displace = undefined
    if (options.canResume) this.expireLater(kept)
    else this.end(kept.session.id)
  }

  /** Ends a session after the grace period, or earlier if too many sessions wait. */
  expireLater(kept: KeptSession): void {
    const { clock, graceMs, limits } = this.#options
    kept.cancelExpiry = clock.schedule(() => this.end(kept.session.id), graceMs)
    this.#waiting.add(kept)
    if (this.#waiting.size > limits.maxKeptSessions)
      this.#endOne(this.#longestWaiting(this.#greatestWaiting()))
  }

  /** Removes a session without ending it, because another server owns it now. */
  forget(kept: KeptSession): void {
    kept.displace = undefined
    this.#remove(kept)
  }

  /** Erases a session everywhere, for a client that may resume it, or whose exact key opened it. */
  async endOf(id: string, eraser: Opener): Promise<Erased> {
    const kept = this.#sessions.get(id)
    if (!kept) return this.#shared ? this.#shared.erase(id, eraser) : 'unknown'
    if (!isSame(eraser.openerId, kept.openerId) && !this.find(id, eraser)) return 'unknown'
    this.end(id)
    return 'ended'
  }

  end(id: string): void {
    const kept = this.#sessions.get(id)
    if (!kept) return
    this.#remove(kept)
    kept.displace?.(CLOSE.ended)
    kept.session.close()
    this.#shared?.remove(id)
  }

  async close(): Promise<void> {
    if (this.#shared) await this.#shared.close()
    else for (const id of [...this.#sessions.keys()]) this.end(id)
  }

  #countOf(accountId: string): number {
    return this.#byAccount.get(accountId) ?? 0
  }

  /** The account with the most sessions that wait, so that one account does not push out the sessions of others. */
  #greatestWaiting(): string {
    const counts = new Map<string, number>()
    for (const { accountId } of this.#waiting) counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
    return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0] as const)[0]
  }

  #longestWaiting(accountId: string): KeptSession | undefined {
    for (const kept of this.#waiting) if (kept.accountId === accountId) return kept
    return undefined
  }

  #endOne(kept: KeptSession | undefined): void {
    if (kept) this.end(kept.session.id)
  }

  #waitNoMore(kept: KeptSession): void {
    kept.cancelExpiry?.()
    kept.cancelExpiry = undefined
    this.#waiting.delete(kept)
  }

  #remove(kept: KeptSession): void {
    this.#waitNoMore(kept)
    if (this.#sessions.get(kept.session.id) !== kept) return
    this.#sessions.delete(kept.session.id)
    const left = this.#countOf(kept.accountId) - 1
    if (left > 0) this.#byAccount.set(kept.accountId, left)
    else this.#byAccount.delete(kept.accountId)
  }
}
