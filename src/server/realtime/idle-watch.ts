import type { Clock } from '../../ports.js'

export interface IdleWatchOptions {
  clock: Clock
  /** The `idle_timeout_ms` of the protocol; `undefined` if off. */
  timeoutMs: () => number | undefined
  /** Whether user and agent are silent and no work is running. */
  isQuiet: () => boolean
  onTimeout: (timeoutMs: number) => void
}

/** Detects a user who stays silent after the agent has spoken. States: off → waiting (from the end of playback) → off. */
export class IdleWatch {
  readonly #options: IdleWatchOptions
  #stopTimer: () => void = () => {}

  constructor(options: IdleWatchOptions) {
    this.#options = options
  }

  /** Call it when the agent has sent all audio. `leadMs` is the time until playback ends. */
  start(leadMs: number): void {
    this.stop()
    const { clock, timeoutMs, isQuiet, onTimeout } = this.#options
    const timeout = timeoutMs()
    if (timeout === undefined) return
    this.#stopTimer = clock.schedule(() => {
      if (isQuiet()) onTimeout(timeout)
    }, leadMs + timeout)
  }

  /** Call it when the user or the agent speaks. */
  stop(): void {
    this.#stopTimer()
  }
}
