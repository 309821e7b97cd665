/** Maximum number of chunks that wait for a missing one: 100 ms with 20 ms each. */
const MAX_WAITING = 5
/** If a number differs from the expected one by more than this, the numbering continues from that number. */
const MAX_STEP = 500

/** Puts numbered chunks of audio in order; drops repeated and late chunks. A missing chunk is skipped when more than five others wait for it. */
export class ChunkOrder {
  readonly #waiting = new Map<number, Uint8Array>()
  #next: number | undefined

  /** Adds a chunk; returns the audio that is now in order. */
  push(number: number, audio: Uint8Array): Uint8Array[] {
    if (this.#next === undefined || Math.abs(number - this.#next) > MAX_STEP) {
      this.#waiting.clear()
      this.#next = number
    }
    if (number < this.#next) return []
    this.#waiting.set(number, audio)
    if (this.#waiting.size > MAX_WAITING) this.#next = Math.min(...this.#waiting.keys())
    return [...this.#inOrder()]
  }

  *#inOrder(): Generator<Uint8Array> {
    for (let audio = this.#take(); audio; audio = this.#take()) yield audio
  }

  #take(): Uint8Array | undefined {
    const audio = this.#waiting.get(this.#next!)
    if (audio) this.#waiting.delete(this.#next!++)
    return audio
  }
}
