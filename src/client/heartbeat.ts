import type { Clock } from '../ports.js'

/** What a heartbeat is given. */
export interface HeartbeatOptions {
  clock: Clock
  /** How long a line may be silent before it is asked; 0: never. */
  intervalMs: number
  ping: () => void
  /** Bytes that wait to be sent: a line that is still getting rid of them is busy, not dead. */
  queuedBytes: () => number
  onDead: () => void
}

/**
 * Tells a dead line from a busy one. Anything that comes counts as life. A silent line is asked once, and is dead when nothing came for the
 * whole interval after that. A timer that came far too late (a page in the background, a laptop that slept) proves nothing: it asks again.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  #stopTimer = () => {}
  #heard = false

  constructor(options: HeartbeatOptions) {
    this.#options = options
  }

  start(): void {
    if (this.#options.intervalMs > 0) this.#wait({ asked: false, ms: this.#options.intervalMs })
  }

  stop(): void {
    this.#stopTimer()
  }

  /** Something came. */
  traffic(): void {
    this.#heard = true
  }

  /** There is reason for doubt: asks at once and waits for `ms`. */
  check(ms: number): void {
    this.#options.ping()
    this.#wait({ asked: true, ms })
  }

  #wait({ asked, ms }: { asked: boolean; ms: number }): void {
    const { clock, queuedBytes } = this.#options
    this.#stopTimer()
    this.#heard = false
    const due = clock.now() + ms
    const queued = queuedBytes()
    this.#stopTimer = clock.schedule(() => {
      const isLate = clock.now() - due > ms
      const lives = this.#heard || queuedBytes() < queued
      this.#look({ asked, lives, isLate })
    }, ms)
  }

  #look({ asked, lives, isLate }: { asked: boolean; lives: boolean; isLate: boolean }): void {
    const { intervalMs, onDead } = this.#options
    if (asked && !lives && !isLate) onDead()
    else if (!lives) this.check(intervalMs || 5_000)
    else if (intervalMs > 0) this.#wait({ asked: false, ms: intervalMs })
  }
}
