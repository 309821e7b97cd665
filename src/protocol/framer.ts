export class Framer {
  readonly #frame: Int16Array
  #filled = 0

  constructor(frameSamples: number) {
    this.#frame = new Int16Array(frameSamples)
  }

  get pending(): number {
    return this.#filled
  }

  /** Passes each complete frame to `take`. The frame is reused, so `take` must copy a frame that it keeps. */
  push(samples: Int16Array, take: (frame: Int16Array) => void): void {
    let at = 0
    while (at < samples.length) {
      const count = Math.min(this.#frame.length - this.#filled, samples.length - at)
      this.#frame.set(samples.subarray(at, at + count), this.#filled)
      this.#filled += count
      at += count
      if (this.#filled < this.#frame.length) return
      this.#filled = 0
      take(this.#frame)
    }
  }

  clear(): void {
    this.#filled = 0
  }
}
