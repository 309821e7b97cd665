/** Cuts a stream of samples into frames of one length and keeps the rest for the next call. */
export class FrameCutter {
  readonly #length: number
  #frame: Int16Array
  #filled = 0

  constructor(length: number) {
    this.#length = length
    this.#frame = new Int16Array(length)
  }

  push(samples: Int16Array): Int16Array[] {
    const frames: Int16Array[] = []
    for (let at = 0; at < samples.length; ) {
      const count = Math.min(samples.length - at, this.#length - this.#filled)
      this.#frame.set(samples.subarray(at, at + count), this.#filled)
      this.#filled += count
      at += count
      if (this.#filled < this.#length) break
      frames.push(this.#frame)
      this.#frame = new Int16Array(this.#length)
      this.#filled = 0
    }
    return frames
  }
}
