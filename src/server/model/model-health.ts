import type { LanguageModel } from './language-model.js'
import type { ModelError, ModelFailure } from './model-error.js'

/** So many failures in a row, and a model is left out for a while. */
const MAX_FAILURES = 3
/** How long a model is left out, in milliseconds. After this time, one request tries it again. */
const REST_MS = 30_000
/** A provider that asks for a longer pause gets this one. */
const MAX_REST_MS = 5 * 60_000

/** Failures for which the request is the cause: they say nothing about the next request. */
const BY_REQUEST: ReadonlySet<ModelFailure> = new Set<ModelFailure>(['rejected', 'too-long'])
/** Failures that every request has until a person acts. */
const LASTING: ReadonlySet<ModelFailure> = new Set<ModelFailure>([
  'unauthorized',
  'no-credit',
  'unknown-model',
])

interface Health {
  failures: number
  /** The model is left out until this time. */
  restsUntil: number
}

/** The health of each model, which all conversations with the model share: its circuit breaker. */
const healthOf = new WeakMap<LanguageModel, Health>()

/**
 * Whether a request should go to this model now. A model that has failed several times in a row rests for a while.
 * After that, one request goes to it, and the others wait for what comes of it.
 */
export function isFit(model: LanguageModel, now: number): boolean {
  const health = healthOf.get(model)
  if (!health || health.restsUntil === 0) return true
  if (now < health.restsUntil) return false
  health.restsUntil = now + REST_MS
  return true
}

export function noteAnswer(model: LanguageModel): void {
  healthOf.delete(model)
}

export function noteFailure(
  model: LanguageModel,
  { failure, retryAfterMs = 0 }: ModelError,
  now: number,
): void {
  if (BY_REQUEST.has(failure)) return
  const { failures, restsUntil } = healthOf.get(model) ?? { failures: 0, restsUntil: 0 }
  const count = LASTING.has(failure) ? MAX_FAILURES : failures + 1
  const restMs = Math.max(count < MAX_FAILURES ? 0 : REST_MS, Math.min(retryAfterMs, MAX_REST_MS))
  healthOf.set(model, { failures: count, restsUntil: restMs === 0 ? restsUntil : now + restMs })
}

/** Retries of one request at one model. */
const MAX_RETRIES = 2
/** If another model is left, the user waits no longer than this for the first one, in milliseconds. */
const PATIENCE_MS = 1_000
/** The longest pause that a provider may ask for, in milliseconds. */
const MAX_PAUSE_MS = 60_000
const FIRST_PAUSE_MS = 500
const LAST_PAUSE_MS = 8_000
/** The part of a pause that differs from request to request, so that many requests do not come back at once. */
const JITTER = 0.25

export interface RetrySituation {
  /** Number of retries at this model so far. */
  retries: number
  /** Whether another model can answer instead. */
  hasNext: boolean
  now: number
  /** The time at which the turn ends. */
  deadline: number
}

/**
 * The pause before the request goes to the same model again, in milliseconds; `undefined` if it should not. A provider's
 * own wish counts; else the pause doubles with each retry.
 */
export function pauseBeforeRetry(error: ModelError, situation: RetrySituation): number | undefined {
  const { retries, hasNext, now, deadline } = situation
  const isSilent = error.failure === 'timeout' && error.status === undefined
  if (!error.retryable || isSilent || retries >= (hasNext ? 1 : MAX_RETRIES)) return undefined
  const pause = error.retryAfterMs ?? backoff(retries, now)
  const longest = Math.min(hasNext ? PATIENCE_MS : MAX_PAUSE_MS, deadline - now)
  return pause <= longest ? pause : undefined
}

/** The jitter comes from the clock, so that a replayed recording waits as long as the session did. */
function backoff(retries: number, now: number): number {
  const full = Math.min(FIRST_PAUSE_MS * 2 ** retries, LAST_PAUSE_MS)
  return Math.round(full * (1 - JITTER * ((now % 1_000) / 1_000)))
}
