import type { SessionRecords } from './session-records.js'

/** Maximum number of removals that wait for the store. Further records are not removed, but expire. */
const MAX_WAITING = 10_000

/** Removes the records of ended sessions. If the store is unreachable, removes them later. */
export class Removals {
  readonly #records: SessionRecords
  readonly #waiting = new Map<string, string>()

  constructor(records: SessionRecords) {
    this.#records = records
  }

  /** Removes the record of a session. Never rejects. */
  async remove(id: string, owner: string): Promise<void> {
    try {
      await this.#records.remove(id, owner)
    } catch {
      if (this.#waiting.size < MAX_WAITING) this.#waiting.set(id, owner)
    }
  }

  /** Runs the waiting removals, because the store can be reached again. */
  catchUp(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const [id, owner] of waiting) void this.remove(id, owner)
  }
}
