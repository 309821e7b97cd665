import type { Clock } from '../ports.js'

export interface HeartbeatOptions {
  clock: Clock
  /** Silence before a ping, in milliseconds; 0: never. */
  intervalMs: number
  ping: () => void
  /** Bytes that wait to be sent: a connection that still sends them is busy, not dead. */
  queuedBytes: () => number
  onDead: () => void
}

/**
 * Tells a dead connection from a busy one. Any received data shows that the connection is alive. A silent connection
 * gets one ping; it is dead if nothing arrives within the interval after the ping. A timer that fires far too late
 * (background page, suspended laptop) proves nothing, so it causes another ping.
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

  /** Records received data. */
  traffic(): void {
    this.#heard = true
  }

  /** Pings at once and waits `ms` for an answer. */
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
