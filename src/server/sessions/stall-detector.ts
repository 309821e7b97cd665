import type { Clock } from '../../ports.js'

/** Silence is counted in steps. A step that takes longer because this process is busy counts as one step. */
const STEPS = 5

/**
 * Waits for replies that arrive in order on one connection. It rejects when no reply at all arrives for a while, not
 * when one reply is late: behind a thousand commands a long wait is normal.
 */
export class StallDetector {
  readonly #options: { clock: Clock; silenceMs: number }
  readonly #waiting = new Set<(error: Error) => void>()
  #silentSteps = 0
  #isWatching = false

  constructor(options: { clock: Clock; silenceMs: number }) {
    this.#options = options
  }

  /** Waits for a reply. Rejects as `answer` does or, with all others, when the connection is silent too long. */
  wait<T>(answer: Promise<T>): Promise<T> {
    // Silence before the first command does not count.
    if (this.#waiting.size === 0) this.#silentSteps = 0
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject)
      this.#watch()
      const settled = () => {
        this.#silentSteps = 0
        this.#waiting.delete(reject)
      }
      answer.finally(settled).then(resolve, reject)
    })
  }

  #watch(): void {
    if (this.#isWatching) return
    this.#isWatching = true
    const { clock, silenceMs } = this.#options
    // Timers run before sockets are read; `setImmediate` processes replies that have already arrived first.
    clock.schedule(() => setImmediate(() => this.#look()), silenceMs / STEPS)
  }

  #look(): void {
    this.#isWatching = false
    this.#silentSteps += 1
    if (this.#silentSteps >= STEPS) this.#giveUp()
    if (this.#waiting.size > 0) this.#watch()
  }

  #giveUp(): void {
    const error = new Error(`Redis gave no answer within ${this.#options.silenceMs} ms.`)
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const reject of waiting) reject(error)
  }
}
