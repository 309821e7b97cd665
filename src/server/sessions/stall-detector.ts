import type { Clock } from '../../ports.js'

/** Silence is counted in this many steps. If this process is busy, a step takes longer, but still counts as one. */
const STEPS = 5

/**
 * Waits for replies that arrive in order on one connection. Rejects only if no reply at all arrives for a while: a
 * single reply may wait behind a thousand others.
 */
export class StallDetector {
  readonly #options: { clock: Clock; silenceMs: number }
  readonly #waiting = new Set<(error: Error) => void>()
  #silentSteps = 0
  #isWatching = false

  constructor(options: { clock: Clock; silenceMs: number }) {
    this.#options = options
  }

  /** Waits for a reply. Rejects if the reply does, or if the connection is silent for too long. */
  wait<T>(answer: Promise<T>): Promise<T> {
    // The time before the first command is not silence, so counting starts again.
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
    // Timers run before sockets are read. So `setImmediate` first lets replies through that have already arrived.
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
