import { FRAME_MS } from '../../model/vad.js'

/** Voiced frames in a row that count as speech: 96 ms. A click is shorter. */
export const ONSET_FRAMES = 3

/**
 * Smooths the verdicts of voice detection: a single frame changes nothing.
 *
 * States: quiet ⇄ voiced. Quiet becomes voiced after `ONSET_FRAMES` in a row; voiced becomes quiet with the second unvoiced frame, and one
 * voiced frame that follows a short gap is enough to go on.
 */
export class VoiceActivityGate {
  #run = 0
  #silent = 0
  #voiced = false

  /** Whether the user speaks. */
  get voiced(): boolean {
    return this.#voiced
  }

  /** Milliseconds since the last voiced frame of the speech that has ended, or is about to. */
  get silenceMs(): number {
    return this.#silent * FRAME_MS
  }

  /** Takes the result for one frame; returns the change. */
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
