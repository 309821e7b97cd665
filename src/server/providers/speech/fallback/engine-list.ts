import type { Clock } from '../../../../ports.js'
import type { SpeechError, SpeechFailure } from '../../../model/speech-error.js'
import type { FailoverListener, SpeechFailover } from '../../../model/speech-failover.js'

/** How long a failed engine is skipped. The time is longer for failures that need a change by the operator. */
const COOL_DOWN_MS: Record<SpeechFailure, number> = {
  unauthorized: 300_000,
  'not-installed': 300_000,
  'rate-limited': 60_000,
  unavailable: 30_000,
  unreachable: 30_000,
  timeout: 30_000,
  'bad-answer': 15_000,
  // It refused this sound or sentence; the next one may be fine.
  rejected: 0,
}

/** The engines of one list, and which of them are to be passed over for a while. Shared by all sessions of an agent. */
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

  /** All engines, skipped ones last, so that they are still tried as a last resort. */
  inOrder(): T[] {
    const now = this.#clock.now()
    const rests = (engine: T) => (this.#rests.get(engine) ?? 0) > now
    return [...this.#engines.filter((one) => !rests(one)), ...this.#engines.filter(rests)]
  }

  /** An engine failed; `next`, if any, takes over. */
  failed(engine: T, { error, next }: { error: SpeechError; next: T | undefined }): void {
    this.#rests.set(engine, this.#clock.now() + COOL_DOWN_MS[error.failure])
    if (!next) return
    for (const listener of this.#listeners) listener({ stage: this.#stage, failed: error, next: next.name })
  }

  /** An engine did its work. */
  worked(engine: T): void {
    this.#rests.delete(engine)
  }

  /** Calls the listener on each failover. Returns a function that removes the listener. */
  onFailover(listener: FailoverListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
