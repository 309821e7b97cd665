import type { Clock } from '../../ports.js'
import type { RealtimeSession } from '../realtime/realtime-session.js'
import type { SessionRecords } from './session-records.js'

/**
 * Maximum number of removals that wait for the store. If there are more, their records stay in the store until they
 * expire.
 */
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

  /** Repeats the removals that failed. Call it when the store can be reached again. */
  catchUp(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const [id, owner] of waiting) void this.remove(id, owner)
  }
}

/** Maximum time that the owner of a session may take to finish its work before a handover. */
const HAND_OVER_MS = 6_000
const STEP_MS = 50

/** Waits until a session is idle, but only for a limited time. */
export async function whenIdle(session: Pick<RealtimeSession, 'busy'>, clock: Clock): Promise<void> {
  const deadline = clock.now() + HAND_OVER_MS
  while (session.busy && clock.now() < deadline)
    await new Promise<void>((resolve) => clock.schedule(resolve, STEP_MS))
}
