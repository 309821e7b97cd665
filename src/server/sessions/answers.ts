import type { Clock } from '../../ports.js'

/** Silence is counted in steps. One that lasts longer, because this process is too busy to listen, counts no more than another. */
const STEPS = 5

/**
 * Waits for answers that come over one line, in order. It gives up when nothing at all has come for a while, not when one answer is late: behind
 * a thousand commands each waits its turn, and that is no outage.
 */
export class Answers {
  readonly #options: { clock: Clock; silenceMs: number }
  readonly #waiting = new Set<(error: Error) => void>()
  #silentSteps = 0
  #isWatching = false

  constructor(options: { clock: Clock; silenceMs: number }) {
    this.#options = options
  }

  /** The answer. Rejects with what `answer` does, or, with all others, when the line is silent for too long. */
  wait<T>(answer: Promise<T>): Promise<T> {
    // Silence before the first question means nothing.
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
    // A timer runs before sockets are read: what has come already is heard first.
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
