/**
 * Stock clients request a response after every server-run tool call, though the server continues by itself. Each
 * finished call therefore adds one credit. A bare `response.create` without new input uses one credit instead of
 * starting a second answer.
 */
export class EventCredits {
  #count = 0

  /** Number of credits, for a handover to another server. */
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
