import { type Clock, within } from '../../../../ports.js'
import type { FailoverListener, SpeechFailover } from '../../../model/speech-error.js'
import { SpeechError, type SpeechFailure } from '../../../model/speech-error.js'

/** How long a failed engine is skipped, in milliseconds. It is longer for failures that the operator must correct. */
const COOL_DOWN_MS: Record<SpeechFailure, number> = {
  unauthorized: 300_000,
  'not-installed': 300_000,
  'rate-limited': 60_000,
  unavailable: 30_000,
  unreachable: 30_000,
  timeout: 30_000,
  'bad-answer': 15_000,
  // The engine rejected only this audio or this sentence. So the engine is not skipped afterwards.
  rejected: 0,
}

/**
 * A list of engines that replace each other after failures. A failed engine is skipped for a while. All sessions of an
 * agent share the list.
 */
export class EngineList<T extends { name: string }> {
  readonly #engines: readonly T[]
  readonly #clock: Clock
  readonly #stage: SpeechFailover['stage']
  readonly #rests = new Map<T, number>()
  readonly #listeners = new Set<FailoverListener>()

  constructor(engines: readonly T[], { clock, stage }: { clock: Clock; stage: SpeechFailover['stage'] }) {
    this.#engines = engines
    this.#clock = clock
    this.#stage = stage
  }

  /**
   * All engines in the sequence in which they are tried. Skipped engines come last, so that they are tried only if all
   * others fail.
   */
  inOrder(): T[] {
    const now = this.#clock.now()
    const rests = (engine: T) => (this.#rests.get(engine) ?? 0) > now
    return [...this.#engines.filter((one) => !rests(one)), ...this.#engines.filter(rests)]
  }

  /** Records that an engine failed. `next` is the engine that takes over; `undefined` if there is none. */
  failed(engine: T, { error, next }: { error: SpeechError; next: T | undefined }): void {
    this.#rests.set(engine, this.#clock.now() + COOL_DOWN_MS[error.failure])
    if (!next) return
    for (const listener of this.#listeners) listener({ stage: this.#stage, failed: error, next: next.name })
  }

  /** Records that an engine has worked, so that it is no longer skipped. */
  worked(engine: T): void {
    this.#rests.delete(engine)
  }

  /** Calls the listener whenever an engine replaces a failed one. Returns a function that removes the listener. */
  onFailover(listener: FailoverListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

/** The deadline of an engine. It applies only if another engine can take over. */
export interface FallbackDeadline {
  clock: Clock
  ms: number
  provider: string
  stop: AbortController
}

/** Returns the result of a promise. After the deadline, aborts `stop` and rejects with a `SpeechError` `timeout`. */
export function withDeadline<T>(
  promise: Promise<T>,
  { clock, ms, provider, stop }: FallbackDeadline,
): Promise<T> {
  const late = () => {
    stop.abort()
    return new SpeechError('timeout', { provider, message: `no answer within ${ms / 1000} seconds` })
  }
  return within(promise, { clock, ms, late })
}
