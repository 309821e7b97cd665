import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../ports.js'
import type { RealtimeSession } from '../realtime/realtime-session.js'

/** A session and what it takes to come back to it. */
export interface KeptSession {
  session: RealtimeSession
  /** Sent to the client once per connection; the same for the life of the session. */
  resumeToken: string
  /** Stands for the key that opened the session: the token is good together with it only. */
  keyId: string
  /** Closes the connection that has the session now. */
  displace: (() => void) | undefined
  cancelExpiry: (() => void) | undefined
}

/** The sessions of this process. One whose client is gone is kept for a grace time. */
export class MemorySessions {
  readonly #sessions = new Map<string, KeptSession>()
  readonly #clock: Clock
  readonly #graceMs: number

  constructor(options: { clock: Clock; graceMs: number }) {
    this.#clock = options.clock
    this.#graceMs = options.graceMs
  }

  get size(): number {
    return this.#sessions.size
  }

  get graceMs(): number {
    return this.#graceMs
  }

  has(id: string): boolean {
    return this.#sessions.has(id)
  }

  /** Keeps a new session. */
  add(session: RealtimeSession, keyId: string): KeptSession {
    const kept: KeptSession = {
      session,
      resumeToken: randomBytes(32).toString('base64url'),
      keyId,
      displace: undefined,
      cancelExpiry: undefined,
    }
    this.#sessions.set(session.id, kept)
    return kept
  }

  /** The session, for whoever has its token and the key it was opened with; compared in constant time. */
  find(id: string, proof: { keyId: string; resumeToken: string | undefined }): KeptSession | undefined {
    const kept = this.#sessions.get(id)
    if (!kept || proof.resumeToken === undefined) return undefined
    const sameKey = timingSafeEqual(digest(proof.keyId), digest(kept.keyId))
    const sameToken = timingSafeEqual(digest(proof.resumeToken), digest(kept.resumeToken))
    return sameKey && sameToken ? kept : undefined
  }

  /** A connection takes the session; the one that had it is closed. */
  take(kept: KeptSession, displace: () => void): void {
    kept.displace?.()
    kept.cancelExpiry?.()
    kept.cancelExpiry = undefined
    kept.displace = displace
  }

  /** A connection lost the session. It is ended now, or after the grace time when its client can come back. */
  release(kept: KeptSession, displace: () => void, options: { canResume: boolean }): void {
    if (kept.displace !== displace) return
    kept.displace = undefined
    if (options.canResume) {
      kept.cancelExpiry = this.#clock.schedule(() => this.end(kept.session.id), this.#graceMs)
    } else this.end(kept.session.id)
  }

  /** Erases a session for whoever opened it. False when there is none. */
  endOf(id: string, keyId: string): boolean {
    if (this.#sessions.get(id)?.keyId !== keyId) return false
    this.end(id)
    return true
  }

  /** Forgets a session and stops what it does. */
  end(id: string): void {
    const kept = this.#sessions.get(id)
    if (!kept) return
    this.#sessions.delete(id)
    kept.cancelExpiry?.()
    kept.displace?.()
    kept.session.close()
  }

  /** Ends them all. */
  endAll(): void {
    for (const id of [...this.#sessions.keys()]) this.end(id)
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
