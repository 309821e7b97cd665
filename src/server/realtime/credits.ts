/**
 * Stock clients ask for a response after every server-run tool call, though the server goes on by itself. Each finished call therefore
 * gives one credit, and a bare `response.create` that finds nothing to do spends one instead of making a second answer.
 */
export class Credits {
  #count = 0

  /** How many there are, for a session that moves to another server. */
  get count(): number {
    return this.#count
  }

  restore(count: number): void {
    this.#count = count
  }

  /** A call of the server's own tools has finished. */
  add(): void {
    this.#count += 1
  }

  /** The user has said something: what was owed for the last turn is void. */
  clear(): void {
    this.#count = 0
  }

  /** Spends one; false when there is none. */
  spend(): boolean {
    if (this.#count === 0) return false
    this.#count -= 1
    return true
  }
}
