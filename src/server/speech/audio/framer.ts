/** Cuts a stream of samples into frames of one size, however it comes. */
export class Framer {
  readonly #frame: Int16Array
  #filled = 0

  constructor(frameSamples: number) {
    this.#frame = new Int16Array(frameSamples)
  }

  /** Samples of the frame that is not full. */
  get pending(): number {
    return this.#filled
  }

  /** Hands over every frame that is full. The frame is reused: whoever keeps it copies it. */
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

  /** Forgets the frame that is not full. */
  clear(): void {
    this.#filled = 0
  }
}
