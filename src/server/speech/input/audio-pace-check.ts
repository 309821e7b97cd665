/** Audio must arrive without a gap for this time before its pace is checked. */
const WATCHED_MS = 8_000
const MAX_GAP_MS = 400

/** Ratios of audio time to clock time that mean a wrong sample rate or channel count. */
const SUSPICIONS: readonly { from: number; to: number; sentence: string }[] = [
  {
    from: 0.3,
    to: 0.37,
    sentence:
      'Sound comes at a third of its pace: it may be 8 kHz sent as 24 kHz. Resample it, or use audio/pcmu.',
  },
  {
    from: 0.63,
    to: 0.7,
    sentence:
      'Sound comes at two thirds of its pace: it may be 16 kHz sent as 24 kHz. Resample it to 24 kHz.',
  },
  {
    from: 1.9,
    to: 2.1,
    sentence: 'Sound comes at twice its pace: it may be stereo sent as mono, or 48 kHz sent as 24 kHz.',
  },
]

/**
 * Detects audio with a wrong sample rate or with two channels. Recognizers do not understand such audio, but report no
 * error.
 */
export class AudioPaceCheck {
  #startedAt = 0
  #lastAt = Number.NEGATIVE_INFINITY
  #soundMs = 0
  #done = false

  /**
   * Adds `ms` of audio that arrived at the clock time `now`. If the pace is wrong, returns a sentence about the likely
   * cause, but only once.
   */
  take(ms: number, now: number): string | undefined {
    if (this.#done) return undefined
    if (now - this.#lastAt > MAX_GAP_MS) {
      this.#startedAt = now
      this.#soundMs = 0
    }
    this.#lastAt = now
    const watchedMs = now - this.#startedAt
    const pace = this.#soundMs / watchedMs
    this.#soundMs += ms
    if (watchedMs < WATCHED_MS) return undefined
    this.#done = true
    return SUSPICIONS.find(({ from, to }) => pace >= from && pace <= to)?.sentence
  }
}
