/**
 * Counts the `response.create` events that the server may ignore. After a call of its own tools, the server continues
 * by itself, but clients made for OpenAI's API still send `response.create`. Each finished call adds one credit, an
 * ignored request uses one, and new user input removes all.
 */
export class EventCredits {
  #count = 0

  get count(): number {
    return this.#count
  }

  restore(count: number): void {
    this.#count = count
  }

  /** Adds one credit: a call of a server tool has finished. */
  add(): void {
    this.#count += 1
  }

  /** Removes all credits: a new user turn begins. */
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
