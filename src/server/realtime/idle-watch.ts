import type { Clock } from '../../ports.js'

/** What watching for a silent user needs. */
export interface IdleWatchOptions {
  clock: Clock
  /** `idle_timeout_ms` of the protocol; `undefined`: nobody watches. */
  timeoutMs: () => number | undefined
  /** Whether nobody speaks and nothing is under way. */
  isQuiet: () => boolean
  onTimeout: (timeoutMs: number) => void
}

/**
 * Waits for a user who says nothing after the agent has spoken.
 *
 * States: off → waiting (from the end of what is heard on) → off.
 */
export class IdleWatch {
  readonly #options: IdleWatchOptions
  #stopTimer: () => void = () => {}

  constructor(options: IdleWatchOptions) {
    this.#options = options
  }

  /** The agent has said everything; `leadMs` is how long the user still hears it. */
  start(leadMs: number): void {
    this.stop()
    const { clock, timeoutMs, isQuiet, onTimeout } = this.#options
    const timeout = timeoutMs()
    if (timeout === undefined) return
    this.#stopTimer = clock.schedule(() => {
      if (isQuiet()) onTimeout(timeout)
    }, leadMs + timeout)
  }

  /** The user has said something, or somebody else has. */
  stop(): void {
    this.#stopTimer()
  }
}
