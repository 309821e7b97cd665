import { FRAME_MS } from '../../model/vad.js'

/** Number of consecutive voiced frames that count as speech: 96 ms. A click is shorter. */
export const ONSET_FRAMES = 3

/**
 * Smooths the results of voice activity detection, so that a single frame changes nothing. States: quiet ⇄ voiced.
 * `ONSET_FRAMES` voiced frames in a row change quiet to voiced, and two unvoiced frames in a row change voiced to
 * quiet.
 */
export class VoiceActivityGate {
  #run = 0
  #silent = 0
  #voiced = false

  get voiced(): boolean {
    return this.#voiced
  }

  /**
   * Milliseconds of silence since the last speech. Fewer than `ONSET_FRAMES` voiced frames in a row are not speech, so
   * they count as part of the silence.
   */
  get silenceMs(): number {
    return this.#silent * FRAME_MS
  }

  /** Takes the result for one frame. Returns the change of state, if any. */
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
