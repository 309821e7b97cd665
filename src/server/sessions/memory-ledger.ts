import type { MemoryAccount, SessionLimits } from '../model/session-limits.js'

/** Counts the memory of all sessions of a server, in total and for each API key that opened sessions. */
export class MemoryLedger {
  readonly #limits: Pick<SessionLimits, 'maxBytes' | 'maxBytesPerKey'>
  readonly #byKey = new Map<string, number>()
  #bytes = 0

  constructor(limits: Pick<SessionLimits, 'maxBytes' | 'maxBytesPerKey'>) {
    this.#limits = limits
  }

  get bytes(): number {
    return this.#bytes
  }

  bytesOf(keyId: string): number {
    return this.#byKey.get(keyId) ?? 0
  }

  /** Creates the memory account of a new session. `keyId` identifies the API key that opened the session. */
  open(keyId: string): MemoryAccount {
    let own = 0
    let isOpen = true
    const add = (bytes: number) => {
      if (!isOpen) return
      own += bytes
      this.#add(keyId, bytes)
    }
    return {
      fits: (bytes) => this.#fits(keyId, bytes),
      add,
      close: () => {
        add(-own)
        isOpen = false
      },
    }
  }

  #fits(keyId: string, bytes: number): boolean {
    const { maxBytes, maxBytesPerKey } = this.#limits
    return this.#bytes + bytes <= maxBytes && this.bytesOf(keyId) + bytes <= maxBytesPerKey
  }

  #add(keyId: string, bytes: number): void {
    const left = this.bytesOf(keyId) + bytes
    this.#bytes += bytes
    if (left > 0) this.#byKey.set(keyId, left)
    else this.#byKey.delete(keyId)
  }
}
