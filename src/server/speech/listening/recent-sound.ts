import { LISTENING_RATE } from '../../model/vad.js'

/** What turn detection by sound looks at: eight seconds. */
const CAPACITY = 8 * LISTENING_RATE

/** The last seconds of an utterance. */
export class RecentSound {
  readonly #ring = new Int16Array(CAPACITY)
  #count = 0

  /** Copies some samples; no more than fit. */
  push(samples: Int16Array): void {
    const at = this.#count % CAPACITY
    const first = Math.min(samples.length, CAPACITY - at)
    this.#ring.set(samples.subarray(0, first), at)
    this.#ring.set(samples.subarray(first), 0)
    this.#count += samples.length
  }

  /** A copy of what is kept, oldest first. */
  take(): Int16Array {
    if (this.#count <= CAPACITY) return this.#ring.slice(0, this.#count)
    const at = this.#count % CAPACITY
    const all = new Int16Array(CAPACITY)
    all.set(this.#ring.subarray(at))
    all.set(this.#ring.subarray(0, at), CAPACITY - at)
    return all
  }

  clear(): void {
    this.#count = 0
  }
}
