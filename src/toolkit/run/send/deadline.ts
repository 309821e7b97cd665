import { VoiceError } from '../../../errors.js'
import type { Clock } from '../../../ports.js'

/** What may end a request before its answer. */
export interface DeadlineOptions {
  clock: Clock
  timeoutMs: number
  /** The caller's wish to stop. */
  signal?: AbortSignal | undefined
}

/**
 * The time of one call together with its caller's wish to stop; whatever comes first is the reason. Lighter than an AbortSignal, of which
 * each call would need its own.
 */
export class Deadline {
  #reason: VoiceError | undefined
  readonly #listeners = new Set<() => void>()
  readonly #stopClock: () => void
  readonly #signal: AbortSignal | undefined
  readonly #cancel = () =>
    this.#stop('aborted', 'The call was stopped before an answer came. The API may still have acted on it.')

  constructor({ clock, timeoutMs, signal }: DeadlineOptions) {
    const text = `The API did not answer within ${timeoutMs / 1000} seconds. It may still have acted on the request.`
    this.#stopClock = clock.schedule(() => this.#stop('timeout', text), timeoutMs)
    this.#signal = signal
    if (signal?.aborted) this.#cancel()
    else signal?.addEventListener('abort', this.#cancel, { once: true })
  }

  /** Why the call must end; undefined while it may go on. */
  get reason(): VoiceError | undefined {
    return this.#reason
  }

  /** Calls back when the call must end; returns the function that takes the wish back. */
  onStop(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The call is over: nothing stops it any more. */
  end(): void {
    this.#stopClock()
    this.#signal?.removeEventListener('abort', this.#cancel)
    this.#listeners.clear()
  }

  #stop(code: string, message: string): void {
    this.#reason ??= new VoiceError(code, message)
    for (const listener of [...this.#listeners]) listener()
  }
}
