import { FRAME_SAMPLES } from '../../model/vad.js'

/** Frames kept from before somebody spoke: a second, more than any padding that is of use. */
const CAPACITY = 32

/** The last second of sound, so that an utterance begins before its onset was noticed. */
export class FrameHistory {
  readonly #ring = Array.from({ length: CAPACITY }, () => new Int16Array(FRAME_SAMPLES))
  #count = 0

  /** Copies a frame. */
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
