/**
 * Counts `response.create` events that will be redundant. The server continues by itself after each call of a server
 * tool, but standard Realtime clients (written for OpenAI's API) send `response.create` all the same. So each finished
 * call adds one credit. A `response.create` without fields and without new input uses one credit instead of starting a
 * second answer.
 */
export class EventCredits {
  #count = 0

  /** Number of credits; stored for a handover to another server. */
  get count(): number {
    return this.#count
  }

  restore(count: number): void {
    this.#count = count
  }

  /** Adds a credit for a finished call of a server tool. */
  add(): void {
    this.#count += 1
  }

  /** Removes all credits, because a new user turn begins. */
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
