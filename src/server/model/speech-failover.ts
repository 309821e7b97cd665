import type { SpeechError } from './speech-error.js'

/** A failover: the next recognizer or synthesizer in the list has replaced a failed one. */
export interface SpeechFailover {
  stage: 'stt' | 'tts'
  /** The error of the failed engine. */
  failed: SpeechError
  /** The provider string of the replacement. */
  next: string
}

/** Called on each failover. */
export type FailoverListener = (failover: SpeechFailover) => void
