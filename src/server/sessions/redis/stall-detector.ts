import type { Clock } from '../../../ports.js'

/** Steps of the allowed silence. In a busy process a step takes longer, but still counts as one. */
const STEPS = 5

/** Rejects only if a connection gives no reply at all: one late reply may wait behind a thousand others. */
export class StallDetector {
  readonly #options: { clock: Clock; silenceMs: number }
  readonly #waiting = new Set<(error: Error) => void>()
  #silentSteps = 0
  #isWatching = false

  constructor(options: { clock: Clock; silenceMs: number }) {
    this.#options = options
  }

  wait<T>(answer: Promise<T>): Promise<T> {
    // The time without an awaited reply does not count as silence. The silence therefore starts now.
    if (this.#waiting.size === 0) this.#silentSteps = 0
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject)
      this.#watch()
      const onReply = () => {
        this.#silentSteps = 0
        this.#waiting.delete(reject)
      }
      answer.finally(onReply).then(resolve, reject)
    })
  }

  #watch(): void {
    if (this.#isWatching) return
    this.#isWatching = true
    const { clock, silenceMs } = this.#options
    // Node runs timers before it reads sockets. `setImmediate` lets it first read the replies that have already
    // arrived.
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
