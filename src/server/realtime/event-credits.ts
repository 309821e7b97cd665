/**
 * Counts the `response.create` events that the server may ignore. It continues by itself after its own tools, but
 * clients made for OpenAI's API still ask. Each finished call adds one; an ignored request uses one; new user input
 * clears them.
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
