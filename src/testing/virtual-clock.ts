import type { Clock } from '../ports.js'

interface Timer {
  at: number
  callback: () => void
}

/** A clock that only a test advances, so that a minute of conversation takes no time. */
export class VirtualClock implements Clock {
  #now: number
  #timers: Timer[] = []

  constructor(startMs = 0) {
    this.#now = startMs
  }

  now(): number {
    return this.#now
  }

  schedule(callback: () => void, delayMs: number): () => void {
    const timer = { at: this.#now + Math.max(0, delayMs), callback }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  /** Number of timers that wait. */
  get pending(): number {
    return this.#timers.length
  }

  /**
   * Advances the clock and runs the timers that are due, in order. After each timer, lets code that awaits promises
   * continue.
   */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    await settle()
    for (let next = this.#nextBefore(end); next; next = this.#nextBefore(end)) {
      this.#timers = this.#timers.filter((one) => one !== next)
      this.#now = next.at
      next.callback()
      await settle()
    }
    this.#now = end
  }

  #nextBefore(end: number): Timer | undefined {
    const due = this.#timers.filter((timer) => timer.at <= end)
    return due.sort((a, b) => a.at - b.at)[0]
  }
}

/** Lets code that awaits promises continue, until all code is finished or awaits a timer, a file or the network. */
export async function settle(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve))
}
