import type { MemoryAccount, SessionLimits } from '../model/session-limits.js'

/** Memory of all sessions, in total and by account: an API key, a user of short-lived keys, or a visitor. */
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

  /** A visitor may hold at most what is free: one gets half of `maxBytes`, two a third each, and so on. */
  open(keyId: string, { isVisitor = false } = {}): MemoryAccount {
    let own = 0
    let isOpen = true
    const add = (bytes: number) => {
      if (!isOpen) return
      own += bytes
      this.#add(keyId, bytes)
    }
    return {
      fits: (bytes) => this.#fits(keyId, bytes) && (!isVisitor || this.#leavesRoom(keyId, bytes)),
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

  #leavesRoom(keyId: string, bytes: number): boolean {
    return this.bytesOf(keyId) + bytes <= this.#limits.maxBytes - this.#bytes
  }

  #add(keyId: string, bytes: number): void {
    const left = this.bytesOf(keyId) + bytes
    this.#bytes += bytes
    if (left > 0) this.#byKey.set(keyId, left)
    else this.#byKey.delete(keyId)
  }
}
