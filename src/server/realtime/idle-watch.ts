import type { Clock } from '../../ports.js'

export interface IdleWatchOptions {
  clock: Clock
  /** The `idle_timeout_ms` of the protocol; `undefined` if off. */
  timeoutMs: () => number | undefined
  /** Whether user and agent are silent and no work is running. */
  isQuiet: () => boolean
  onTimeout: (timeoutMs: number) => void
}

/**
 * Calls `onTimeout` if the user stays silent for a time after the agent has spoken. The time starts at the end of
 * playback.
 */
export class IdleWatch {
  readonly #options: IdleWatchOptions
  #stopTimer: () => void = () => {}

  constructor(options: IdleWatchOptions) {
    this.#options = options
  }

  /** Starts the timer. Call it when the agent has sent all audio. `leadMs` is the time until playback ends. */
  start(leadMs: number): void {
    this.stop()
    const { clock, timeoutMs, isQuiet, onTimeout } = this.#options
    const timeout = timeoutMs()
    if (timeout === undefined) return
    this.#stopTimer = clock.schedule(() => {
      if (isQuiet()) onTimeout(timeout)
    }, leadMs + timeout)
  }

  /** Stops the timer. Call it when the user or the agent speaks. */
  stop(): void {
    this.#stopTimer()
  }
}
