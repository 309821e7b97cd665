import type { SpeechError } from './speech-error.js'

/** A recognizer or a voice failed and the next one of its list took over. */
export interface SpeechFailover {
  stage: 'stt' | 'tts'
  /** What failed, and why. */
  failed: SpeechError
  /** The provider string of the one that took over. */
  next: string
}

/** Who hears of failovers. */
export type FailoverListener = (failover: SpeechFailover) => void
