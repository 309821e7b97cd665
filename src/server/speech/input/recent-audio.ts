import type { TurnDetector } from '../../model/turn-detector.js'
import { LISTENING_RATE } from '../../model/vad.js'

/** Audio that a turn detection judges. */
const JUDGED_SECONDS = 8
/** Audio with the melody at the end of speech. */
const MELODY_SECONDS = 1.5

/** The audio that a detector needs; `undefined` for one that uses silence alone. */
export function recentAudioFor({ judgeSound, needsWords }: TurnDetector): RecentAudio | undefined {
  if (judgeSound) return new RecentAudio(JUDGED_SECONDS)
  return needsWords ? new RecentAudio(MELODY_SECONDS) : undefined
}

/** The last seconds of an utterance. */
export class RecentAudio {
  readonly #ring: Int16Array
  #count = 0

  constructor(seconds: number) {
    this.#ring = new Int16Array(seconds * LISTENING_RATE)
  }

  /** Copies some samples; no more than fit. */
  push(samples: Int16Array): void {
    const capacity = this.#ring.length
    const at = this.#count % capacity
    const first = Math.min(samples.length, capacity - at)
    this.#ring.set(samples.subarray(0, first), at)
    this.#ring.set(samples.subarray(first), 0)
    this.#count += samples.length
  }

  /** A copy of what is kept, oldest first. */
  take(): Int16Array {
    const capacity = this.#ring.length
    if (this.#count <= capacity) return this.#ring.slice(0, this.#count)
    const at = this.#count % capacity
    const all = new Int16Array(capacity)
    all.set(this.#ring.subarray(at))
    all.set(this.#ring.subarray(0, at), capacity - at)
    return all
  }

  clear(): void {
    this.#count = 0
  }
}
