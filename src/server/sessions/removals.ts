import type { SessionRecords } from './session-records.js'

/** Removals that wait for the store to come back; what is beyond them goes when its time is over. */
const MAX_OWED = 10_000

/** Removes the records of sessions that ended here, later where the store cannot be reached now. */
export class Removals {
  readonly #records: SessionRecords
  readonly #owed = new Map<string, string>()

  constructor(records: SessionRecords) {
    this.#records = records
  }

  /** Never rejects. */
  async remove(id: string, owner: string): Promise<void> {
    try {
      await this.#records.remove(id, owner)
    } catch {
      if (this.#owed.size < MAX_OWED) this.#owed.set(id, owner)
    }
  }

  /** The store is back. */
  catchUp(): void {
    const owed = [...this.#owed]
    this.#owed.clear()
    for (const [id, owner] of owed) void this.remove(id, owner)
  }
}
