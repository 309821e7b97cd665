import type { Clock } from '../../ports.js'

/**
 * Starts a timer: by the real clock, or by the times in a recording. `number` counts the timers of the session. Returns
 * a function that cancels the timer.
 */
export type Timers = (number: number, callback: () => void, delayMs: number) => () => void

/**
 * The clock of a session that is recorded or replayed. Its time changes only when an input arrives. A replay therefore
 * reads the same times and makes the same decisions.
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

  /** Sets the clock to `now`, the time of an input. The clock never goes back. */
  step(now: number): void {
    this.#now = Math.max(this.#now, now)
  }

  schedule(callback: () => void, delayMs: number): () => void {
    this.#count += 1
    return this.#timers(this.#count, callback, delayMs)
  }
}
