import { messageOf } from '../../errors.js'
import type { SpeechFailure } from '../../languages/language-data.js'

export type { SpeechFailure }

/** The error of a recognizer or synthesizer that has failed. The session tells the user and stays usable with text. */
export class SpeechError extends Error {
  override readonly name = 'SpeechError' as const
  readonly failure: SpeechFailure
  /** The provider string of the failed engine. */
  readonly provider: string

  constructor(failure: SpeechFailure, details: { provider: string; message: string; cause?: unknown }) {
    super(details.message, { cause: details.cause })
    this.failure = failure
    this.provider = details.provider
  }
}

/**
 * Returns a `SpeechError` unchanged, and converts any other error of an engine to one with the failure `bad-answer`.
 */
export function toSpeechError(thrown: unknown, provider: string): SpeechError {
  if (thrown instanceof SpeechError) return thrown
  return new SpeechError('bad-answer', { provider, message: messageOf(thrown), cause: thrown })
}

export function failureOfStatus(status: number): SpeechFailure {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 402 || status === 429) return 'rate-limited'
  if (status === 408 || status === 504) return 'timeout'
  return status >= 500 ? 'unavailable' : 'rejected'
}

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
