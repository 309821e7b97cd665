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

interface Period {
  /** Length in milliseconds. */
  ms: number
  asked: boolean
}

/** Tells a dead connection from a busy one: dead if nothing comes in the interval after a ping, unless the ping or the timer was late. */
export class Heartbeat {
  #stopTimer = () => {}
  #heard = false

  constructor(private readonly options: HeartbeatOptions) {}

  start(): void {
    const { intervalMs } = this.options
    if (intervalMs > 0) this.#wait({ ms: intervalMs, asked: false }, 0)
  }

  stop(): void {
    this.#stopTimer()
  }

  traffic(): void {
    this.#heard = true
  }

  /** Pings at once and waits `ms` for an answer. */
  check(ms: number): void {
    // Counted before the ping: browsers send it even on a dead connection, and its own bytes must not count as progress.
    const queued = this.options.queuedBytes()
    this.options.ping()
    this.#wait({ ms, asked: true }, queued)
  }

  #wait({ ms, asked }: Period, queued: number): void {
    const { clock, queuedBytes, onDead } = this.options
    this.#stopTimer()
    this.#heard = false
    const due = clock.now() + ms
    this.#stopTimer = clock.schedule(() => {
      const isLate = clock.now() - due > ms
      const isBusy = queuedBytes() < queued
      if (this.#heard) this.start()
      else if (asked && !isLate && !isBusy) onDead()
      else this.check(ms)
    }, ms)
  }
}
