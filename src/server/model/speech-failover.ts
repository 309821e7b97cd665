import type { SpeechError } from './speech-error.js'

/** A failover: a recognizer or synthesizer has failed, and the next one in the list has replaced it. */
export interface SpeechFailover {
  stage: 'stt' | 'tts'
  /** The error of the failed engine. */
  failed: SpeechError
  /** The provider string of the replacement. */
  next: string
}

/** Called on each failover. */
export type FailoverListener = (failover: SpeechFailover) => void
