import { VoiceError } from '../../../errors.js'
import type { Clock } from '../../../ports.js'
import { IDEMPOTENT_METHODS } from '../../model/request-template.js'
import type { Random } from '../../template/random.js'
import type { Deadline } from './deadline.js'
import { type Exchanged, responseHeader } from './transport.js'

/** The waits before the second and third attempt, in milliseconds. Up to half of a wait is added at random. */
const BACKOFF_MS = [250, 1000]

/** Maximum wait that an API may ask for, in milliseconds. A user in a conversation does not wait longer. */
const MAX_WAIT_MS = 10_000

export interface RetryOptions {
  method: string
  clock: Clock
  random: Random
  deadline: Deadline
}

/**
 * Repeats a request that may succeed later:
 * - If there was no connection or it broke, only idempotent methods are repeated.
 * - After 429 or 503 with a `Retry-After` of at most `MAX_WAIT_MS`, any method is repeated.
 * - After 429 or 503 without `Retry-After`, only idempotent methods are repeated, with backoff.
 *
 * A request that timed out is not repeated, because no time is left.
 */
export async function withRetries(
  attempt: () => Promise<Exchanged>,
  { method, clock, random, deadline }: RetryOptions,
): Promise<Exchanged> {
  const isIdempotent = IDEMPOTENT_METHODS.has(method)
  for (let failures = 0; ; failures++) {
    const pause = BACKOFF_MS[failures]
    const backoff = () => (pause ?? 0) * (1 + random() / 2)
    try {
      const exchanged = await attempt()
      if (pause === undefined || !isBusy(exchanged)) return exchanged
      const wait = waitOf(exchanged, { backoff, isIdempotent, now: clock.now() })
      if (wait === undefined) return exchanged
      await pauseFor(wait, { clock, deadline })
    } catch (error) {
      const mayRepeat =
        isIdempotent && error instanceof VoiceError && error.code === 'unreachable' && !deadline.reason
      if (!mayRepeat || pause === undefined) throw error
      await pauseFor(backoff(), { clock, deadline })
    }
  }
}

const isBusy = ({ response: { status } }: Exchanged) => status === 429 || status === 503

function waitOf(
  { response }: Exchanged,
  { backoff, isIdempotent, now }: { backoff: () => number; isIdempotent: boolean; now: number },
): number | undefined {
  const named = retryAfterMs(responseHeader(response, 'retry-after'), now)
  if (named === undefined) return isIdempotent ? backoff() : undefined
  return named > MAX_WAIT_MS ? undefined : named
}

/** The wait of a `Retry-After` header (seconds or a date) in milliseconds; undefined if it is not valid. */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (!value) return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function pauseFor(ms: number, { clock, deadline }: { clock: Clock; deadline: Deadline }): Promise<void> {
  return new Promise((resolve, reject) => {
    // This timer keeps the process alive while the call waits. The timers of the clock do not keep it alive.
    const hold = setTimeout(() => {}, 2 ** 30)
    const finish = () => {
      clearTimeout(hold)
      cancel()
      forget()
      if (deadline.reason) reject(deadline.reason)
      else resolve()
    }
    const cancel = clock.schedule(finish, ms)
    const forget = deadline.onStop(finish)
    if (deadline.reason) finish()
  })
}
