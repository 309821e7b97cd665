/** Maximum number of chunks that wait for a missing chunk: 100 ms if each chunk has 20 ms. */
const MAX_WAITING = 5
/** If the number of a chunk differs from the expected one by more than this, the order starts again at that chunk. */
const MAX_STEP = 500

/**
 * Puts numbered chunks of audio in order; drops repeated and late chunks. A missing chunk is skipped when more than
 * five later chunks wait for it.
 */
export class ChunkOrder {
  readonly #waiting = new Map<number, Uint8Array>()
  #next: number | undefined

  /** Adds a chunk. Returns all chunks that can now be played, in order. */
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
