import type { TurnDetector } from '../../model/turn-detector.js'
import { FRAME_SAMPLES, LISTENING_RATE } from '../../model/vad.js'

/** Seconds of audio that a turn detector with audio analysis gets. */
const JUDGED_SECONDS = 8
/** Seconds of audio that are kept to measure the pitch at the end of speech. */
const MELODY_SECONDS = 1.5

/** A buffer for the audio that a turn detector needs; `undefined` if the detector decides by silence alone. */
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

  /** Adds samples. In a full buffer, they overwrite the oldest ones. `samples` must not be longer than the buffer. */
  push(samples: Int16Array): void {
    const capacity = this.#ring.length
    const at = this.#count % capacity
    const first = Math.min(samples.length, capacity - at)
    this.#ring.set(samples.subarray(0, first), at)
    this.#ring.set(samples.subarray(first), 0)
    this.#count += samples.length
  }

  /** A copy of the kept samples, oldest first. */
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

/** Number of kept frames: about one second. More audio from before the onset of speech is of no use. */
const KEPT_FRAMES = 32

/** The last second of audio, so that an utterance can start before its detected onset. */
export class FrameHistory {
  readonly #ring = Array.from({ length: KEPT_FRAMES }, () => new Int16Array(FRAME_SAMPLES))
  #count = 0

  push(frame: Int16Array): void {
    this.#ring[this.#count % KEPT_FRAMES]!.set(frame)
    this.#count += 1
  }

  /** The newest frames, oldest first. They are valid until the next push. */
  last(frames: number): Int16Array[] {
    const length = Math.min(frames, this.#count, KEPT_FRAMES)
    return Array.from({ length }, (_, at) => this.#ring[(this.#count - length + at) % KEPT_FRAMES]!)
  }

  clear(): void {
    this.#count = 0
  }
}
