import { randomBytes } from 'node:crypto'
import type { Clock } from '../../ports.js'
import { CLOSE } from '../realtime/realtime-connection.js'
import type { RealtimeSession } from '../realtime/realtime-session.js'
import {
  type Displace,
  type Eraser,
  type Fetched,
  type FetchRequest,
  isSame,
  type KeptLimits,
  type KeptSession,
  type Proof,
  type SessionOwner,
  type SessionStore,
} from './session-store.js'
import type { SharedCounts } from './shared-counts.js'

export interface MemorySessionsOptions {
  clock: Clock
  graceMs: number
  limits: KeptLimits
  onEnd?: (kept: KeptSession) => void
}

/** The sessions of this process. A session without a connection is kept for a grace period. */
export class MemorySessions implements SessionStore {
  readonly graceMs: number
  readonly counts: SharedCounts | undefined = undefined
  readonly #sessions = new Map<string, KeptSession>()
  /** Sessions without a connection. The one that has waited longest comes first. */
  readonly #waiting = new Set<KeptSession>()
  readonly #counts = new Map<string, number>()
  readonly #limits: KeptLimits
  readonly #clock: Clock
  readonly #onEnd: ((kept: KeptSession) => void) | undefined

  constructor({ clock, graceMs, limits, onEnd }: MemorySessionsOptions) {
    this.#clock = clock
    this.#limits = limits
    this.#onEnd = onEnd
    this.graceMs = graceMs
  }

  get problem(): string | undefined {
    return undefined
  }

  get size(): number {
    return this.#sessions.size
  }

  get busy(): boolean {
    return this.all().some(({ session }) => session.conversation.working)
  }

  async start(): Promise<void> {}

  has(id: string): boolean {
    return this.#sessions.has(id)
  }

  /** Returns a session without checking a token; `undefined` if this process does not have it. */
  get(id: string): KeptSession | undefined {
    return this.#sessions.get(id)
  }

  all(): KeptSession[] {
    return [...this.#sessions.values()]
  }

  /** Returns `undefined`, because no other server has sessions to fetch. */
  fetch(_request: FetchRequest): Promise<Fetched> | undefined {
    return undefined
  }

  hasRoom(accountId: string): boolean {
    const { maxSessionsPerKey } = this.#limits
    return this.#countOf(accountId) < maxSessionsPerKey || this.#longestWaiting(accountId) !== undefined
  }

  /** Adds a session. Pass `resumeToken` only for a restored session, which already has a token. */
  add(
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
    this.#counts.set(accountId, this.#countOf(accountId) + 1)
    if (this.#countOf(accountId) > this.#limits.maxSessionsPerKey)
      this.#endOne(this.#longestWaiting(accountId))
    return kept
  }

  find(id: string, { keyId, resumeToken }: Proof): KeptSession | undefined {
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

  release(kept: KeptSession, displace: Displace, options: { canResume: boolean }): void {
    if (kept.displace !== displace) return
    kept.displace = undefined
    if (options.canResume) this.expireLater(kept)
    else this.end(kept.session.id)
  }

  /**
   * Starts the grace period of a session. If no client resumes the session, it ends after this period, or earlier if
   * too many sessions wait.
   */
  expireLater(kept: KeptSession): void {
    kept.cancelExpiry = this.#clock.schedule(() => this.end(kept.session.id), this.graceMs)
    this.#waiting.add(kept)
    if (this.#waiting.size > this.#limits.maxKeptSessions)
      this.#endOne(this.#longestWaiting(this.#greatestWaiting()))
  }

  /** Removes a session without ending it, because another server owns it now. */
  forget(kept: KeptSession): void {
    kept.displace = undefined
    this.#remove(kept)
  }

  async endOf(id: string, eraser: Eraser): Promise<'ended' | 'unknown' | 'unreachable'> {
    const kept = this.#sessions.get(id)
    const isOpener = kept !== undefined && isSame(eraser.openerId, kept.openerId)
    if (!isOpener && !this.find(id, eraser)) return 'unknown'
    this.end(id)
    return 'ended'
  }

  end(id: string): void {
    const kept = this.#sessions.get(id)
    if (!kept) return
    this.#remove(kept)
    kept.displace?.(CLOSE.ended)
    kept.session.close()
    this.#onEnd?.(kept)
  }

  async close(): Promise<void> {
    for (const id of [...this.#sessions.keys()]) this.end(id)
  }

  #countOf(accountId: string): number {
    return this.#counts.get(accountId) ?? 0
  }

  /** The account with the most sessions that wait, so that one account does not push out the sessions of others. */
  #greatestWaiting(): string {
    const counts = new Map<string, number>()
    for (const { accountId } of this.#waiting) counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
    return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0] as const)[0]
  }

  /**
   * The session that has been without a connection longest. With `accountId`, considers only the sessions of this
   * account.
   */
  #longestWaiting(accountId?: string): KeptSession | undefined {
    for (const kept of this.#waiting) if (accountId === undefined || kept.accountId === accountId) return kept
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
    if (left > 0) this.#counts.set(kept.accountId, left)
    else this.#counts.delete(kept.accountId)
  }
}
