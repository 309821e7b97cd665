/**
 * Counts the `response.create` events that the server may ignore. After a call of a server tool, the server starts the
 * next response by itself. Clients made for OpenAI's API still send `response.create` to start it.
 * - A finished call adds one credit.
 * - An ignored `response.create` uses one credit.
 * - New user input removes all credits.
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

  /** Uses one credit; returns false if there is none. */
  spend(): boolean {
    if (this.#count === 0) return false
    this.#count -= 1
    return true
  }
}
