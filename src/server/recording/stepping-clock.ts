import type { Clock } from '../../ports.js'

/** Who runs timers: the real clock, or a recording that knows when each was due. */
export type Timers = (number: number, callback: () => void, delayMs: number) => () => void

/**
 * The clock of a recorded session. It stands still between two things that come in, so that whatever is decided by the time is decided
 * the same way again.
 */
export class SteppingClock implements Clock {
  readonly #timers: Timers
  #now: number
  #count = 0

  constructor(now: number, timers: Timers) {
    this.#now = now
    this.#timers = timers
  }

  now(): number {
    return this.#now
  }

  /** Something comes in at `now`. Time never goes back. */
  step(now: number): void {
    this.#now = Math.max(this.#now, now)
  }

  schedule(callback: () => void, delayMs: number): () => void {
    this.#count += 1
    return this.#timers(this.#count, callback, delayMs)
  }
}
