import type { Clock } from '../../../../ports.js'
import { SpeechError } from '../../../model/speech-error.js'

/** The deadline of an engine, used while another engine could take over. */
export interface FallbackDeadline {
  clock: Clock
  ms: number
  /** The provider string, for the error. */
  provider: string
  stop: AbortController
}

/** The result of a promise. After the deadline, stops the work and rejects with a `SpeechError` `timeout`. */
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
