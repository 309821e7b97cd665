import { FRAME_SAMPLES } from '../../model/vad.js'

/** Number of kept frames: about one second, more than any useful padding. */
const CAPACITY = 32

/** The last second of audio, so that an utterance can start before its detected onset. */
export class FrameHistory {
  readonly #ring = Array.from({ length: CAPACITY }, () => new Int16Array(FRAME_SAMPLES))
  #count = 0

  push(frame: Int16Array): void {
    this.#ring[this.#count % CAPACITY]!.set(frame)
    this.#count += 1
  }

  /** The newest frames, oldest first. They are valid until the next push. */
  last(frames: number): Int16Array[] {
    const length = Math.min(frames, this.#count, CAPACITY)
    return Array.from({ length }, (_, at) => this.#ring[(this.#count - length + at) % CAPACITY]!)
  }

  clear(): void {
    this.#count = 0
  }
}
