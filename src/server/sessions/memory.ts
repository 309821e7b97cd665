import { randomBytes } from 'node:crypto'
import type { Clock } from '../../ports.js'
import type { RealtimeSession } from '../realtime/realtime-session.js'
import {
  type Displace,
  type Eraser,
  isSame,
  type KeptSession,
  type Opener,
  type Proof,
  type SessionStore,
} from './session-store.js'

/** What the sessions of a process are given. */
export interface MemorySessionsOptions {
  clock: Clock
  graceMs: number
  /** A session came to its end: its time was over, or it was erased. */
  onEnd?: (kept: KeptSession) => void
}

/** The sessions of this process. One whose client is gone is kept for a grace time. */
export class MemorySessions implements SessionStore {
  readonly graceMs: number
  readonly problem = undefined
  readonly counts = undefined
  readonly #sessions = new Map<string, KeptSession>()
  readonly #clock: Clock
  readonly #onEnd: ((kept: KeptSession) => void) | undefined

  constructor({ clock, graceMs, onEnd }: MemorySessionsOptions) {
    this.#clock = clock
    this.#onEnd = onEnd
    this.graceMs = graceMs
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

  /** The session, without any proof: for whoever keeps them. */
  get(id: string): KeptSession | undefined {
    return this.#sessions.get(id)
  }

  all(): KeptSession[] {
    return [...this.#sessions.values()]
  }

  /** Nothing is anywhere else. */
  fetch(): undefined {}

  /** With a token for a session that comes from elsewhere and has one. */
  add(
    session: RealtimeSession,
    { keyId, openerId, appId, resumeToken }: Opener & { resumeToken?: string },
  ): KeptSession {
    const kept: KeptSession = {
      session,
      resumeToken: resumeToken ?? randomBytes(32).toString('base64url'),
      keyId,
      openerId,
      appId,
      displace: undefined,
      cancelExpiry: undefined,
    }
    this.#sessions.set(session.id, kept)
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
    kept.cancelExpiry?.()
    kept.cancelExpiry = undefined
    kept.displace = displace
  }

  release(kept: KeptSession, displace: Displace, options: { canResume: boolean }): void {
    if (kept.displace !== displace) return
    kept.displace = undefined
    if (options.canResume) this.expireLater(kept)
    else this.end(kept.session.id)
  }

  /** Nobody has the session: it ends after the grace time, unless somebody takes it. */
  expireLater(kept: KeptSession): void {
    kept.cancelExpiry = this.#clock.schedule(() => this.end(kept.session.id), this.graceMs)
  }

  /** Another server has the session from now on. */
  forget(kept: KeptSession): void {
    kept.cancelExpiry?.()
    kept.displace = undefined
    if (this.#sessions.get(kept.session.id) === kept) this.#sessions.delete(kept.session.id)
  }

  async endOf(id: string, eraser: Eraser): Promise<'ended' | 'unknown'> {
    const kept = this.#sessions.get(id)
    const isOpener = kept !== undefined && isSame(eraser.openerId, kept.openerId)
    if (!isOpener && !this.find(id, eraser)) return 'unknown'
    this.end(id)
    return 'ended'
  }

  /** Forgets a session and stops what it does. */
  end(id: string): void {
    const kept = this.#sessions.get(id)
    if (!kept) return
    this.#sessions.delete(id)
    kept.cancelExpiry?.()
    kept.displace?.()
    kept.session.close()
    this.#onEnd?.(kept)
  }

  async close(): Promise<void> {
    for (const id of [...this.#sessions.keys()]) this.end(id)
  }
}
