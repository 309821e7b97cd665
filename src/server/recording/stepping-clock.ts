import type { Clock } from '../../ports.js'

/** Starts a timer: by the real clock, or by the times in a recording. Returns a function that cancels it. */
export type Timers = (number: number, callback: () => void, delayMs: number) => () => void

/** The clock of a recorded session. Its time changes only with an input, so that a replay makes the same decisions. */
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

  /** Sets the time of an input to `now`. Time never goes back. */
  step(now: number): void {
    this.#now = Math.max(this.#now, now)
  }

  schedule(callback: () => void, delayMs: number): () => void {
    this.#count += 1
    return this.#timers(this.#count, callback, delayMs)
  }
}
