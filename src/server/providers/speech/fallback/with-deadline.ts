import type { Clock } from '../../../../ports.js'
import { SpeechError } from '../../../model/speech-error.js'

/** How long an engine may take while another one could do its work. */
export interface FallbackDeadline {
  clock: Clock
  ms: number
  /** The provider string, for the error. */
  provider: string
  /** Stops what takes too long. */
  stop: AbortController
}

/** What a promise gives, or a `SpeechError` `timeout` when it takes too long; then its work is stopped. */
export function withDeadline<T>(
  promise: Promise<T>,
  { clock, ms, provider, stop }: FallbackDeadline,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(() => {
      reject(new SpeechError('timeout', { provider, message: `no answer within ${ms / 1000} seconds` }))
      stop.abort()
    }, ms)
    promise.then(resolve, reject).finally(cancel)
  })
}
