import { VoiceError } from '../../../errors.js'
import type { Clock } from '../../../ports.js'
import type { Random } from '../../template/random.js'
import type { Exchanged } from './exchange.js'
import { responseHeader } from './response.js'

/** Methods that may run twice without harm (RFC 9110, 9.2.2). */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])

/** Waits before the second and third attempt; up to half as much again is added by chance. */
const BACKOFF_MS = [250, 1000]

/** Longer waits that an API asks for are not waited out inside a conversation. */
const MAX_WAIT_MS = 10_000

/** Attempting one request until it is answered for good. */
export interface RetryOptions {
  method: string
  clock: Clock
  random: Random
  signal: AbortSignal
}

/**
 * Repeats a request whose connection broke (idempotent methods only) or that was answered 429 or 503, when it says after which time, or
 * for idempotent methods after a growing pause. A timeout is not repeated: the time is used up.
 */
export async function withRetries(
  attempt: () => Promise<Exchanged>,
  { method, clock, random, signal }: RetryOptions,
): Promise<Exchanged> {
  const isIdempotent = IDEMPOTENT.has(method)
  for (let failures = 0; ; failures++) {
    const pause = BACKOFF_MS[failures]
    const backoff = pause === undefined ? undefined : pause * (1 + random() / 2)
    try {
      const exchanged = await attempt()
      const wait =
        backoff === undefined ? undefined : waitOf(exchanged, { backoff, isIdempotent, now: clock.now() })
      if (wait === undefined) return exchanged
      await pauseFor(wait, { clock, signal })
    } catch (error) {
      const mayRepeat =
        isIdempotent && error instanceof VoiceError && error.code === 'unreachable' && !signal.aborted
      if (!mayRepeat || backoff === undefined) throw error
      await pauseFor(backoff, { clock, signal })
    }
  }
}

/** How long to wait before asking again; undefined to take the answer as it is. */
function waitOf(
  { response }: Exchanged,
  { backoff, isIdempotent, now }: { backoff: number; isIdempotent: boolean; now: number },
): number | undefined {
  if (response.status !== 429 && response.status !== 503) return undefined
  const named = retryAfterMs(responseHeader(response, 'retry-after'), now)
  if (named === undefined) return isIdempotent ? backoff : undefined
  return named > MAX_WAIT_MS ? undefined : named
}

/** `Retry-After` in milliseconds from now: seconds or a date. */
export function retryAfterMs(value: string | undefined, now: number): number | undefined {
  if (!value) return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function pauseFor(ms: number, { clock, signal }: { clock: Clock; signal: AbortSignal }): Promise<void> {
  return new Promise((resolve, reject) => {
    // The clock's timers let the process end; a call that waits must not.
    const hold = setTimeout(() => {}, 2 ** 30)
    const abort = () => {
      clearTimeout(hold)
      cancel()
      reject(signal.reason)
    }
    const cancel = clock.schedule(() => {
      clearTimeout(hold)
      signal.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
