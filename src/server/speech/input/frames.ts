import type { TurnDetector } from '../../model/turn-detector.js'
import { FRAME_MS, LISTENING_RATE } from '../../model/vad.js'

/** Seconds of audio that a turn detector with audio analysis gets. */
const JUDGED_SECONDS = 8
/** Seconds of audio that are kept to measure the pitch at the end of speech. */
const MELODY_SECONDS = 1.5

/** A buffer for the audio that a turn detector needs; `undefined` if the detector decides by silence alone. */
export function recentAudioFor({ judgeSound, needsWords }: TurnDetector): RecentAudio | undefined {
  if (judgeSound) return new RecentAudio(JUDGED_SECONDS)
  return needsWords ? new RecentAudio(MELODY_SECONDS) : undefined
}

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

  take(samples = this.#ring.length): Int16Array {
    const capacity = this.#ring.length
    const length = Math.min(samples, this.#count, capacity)
    const all = new Int16Array(length)
    const from = (this.#count - length) % capacity
    const first = this.#ring.subarray(from, from + length)
    all.set(first)
    all.set(this.#ring.subarray(0, length - first.length), first.length)
    return all
  }

  clear(): void {
    this.#count = 0
  }
}

/** Number of consecutive voiced frames that count as speech: 96 ms. A click is shorter. */
export const ONSET_FRAMES = 3

/**
 * States: quiet ⇄ voiced. `ONSET_FRAMES` voiced frames in a row change quiet to voiced, two unvoiced ones change it
 * back, so that a single frame changes nothing.
 */
export class VoiceActivityGate {
  #run = 0
  #silent = 0
  #voiced = false

  get voiced(): boolean {
    return this.#voiced
  }

  /** Silence since the last speech. Fewer than `ONSET_FRAMES` voiced frames in a row are part of it. */
  get silenceMs(): number {
    return this.#silent * FRAME_MS
  }

  take(isSpeech: boolean): 'started' | 'stopped' | undefined {
    this.#run = isSpeech ? this.#run + 1 : 0
    if (this.#voiced) return this.#whileVoiced(isSpeech)
    this.#silent += 1
    if (this.#run < ONSET_FRAMES) return undefined
    this.#voiced = true
    this.#silent = 0
    return 'started'
  }

  reset(): void {
    this.#run = 0
    this.#silent = 0
    this.#voiced = false
  }

  #whileVoiced(isSpeech: boolean): 'stopped' | undefined {
    this.#silent = isSpeech ? 0 : this.#silent + 1
    if (this.#silent < 2) return undefined
    this.#voiced = false
    return 'stopped'
  }
}
