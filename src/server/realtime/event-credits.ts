/**
 * Counts redundant `response.create` events. The server continues by itself after a server tool, but clients written
 * for OpenAI's API ask for a response. A finished call adds one credit; a `response.create` without fields and
 * without new input uses one.
 */
export class EventCredits {
  #count = 0

  get count(): number {
    return this.#count
  }

  restore(count: number): void {
    this.#count = count
  }

  /** A call of a server tool has finished. */
  add(): void {
    this.#count += 1
  }

  /** A new user turn begins. */
  clear(): void {
    this.#count = 0
  }

  /** Uses one credit; returns false when there is none. */
  spend(): boolean {
    if (this.#count === 0) return false
    this.#count -= 1
    return true
  }
}
