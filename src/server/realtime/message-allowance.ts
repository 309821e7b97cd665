import type { Clock } from '../../ports.js'

/** Seconds of unused allowance that a client may use in a burst. */
const BURST_SECONDS = 5

/** How many messages a client may send: an allowance that refills with time. */
export class MessageAllowance {
  readonly #clock: Clock
  readonly #perSecond: number
  #left: number
  #countedAt: number

  /** `perSecond` is the average number of messages. */
  constructor({ clock, perSecond }: { clock: Clock; perSecond: number }) {
    this.#clock = clock
    this.#perSecond = perSecond
    this.#left = perSecond * BURST_SECONDS
    this.#countedAt = clock.now()
  }

  /** Counts one message; returns whether the allowance still covers it. */
  take(): boolean {
    const now = this.#clock.now()
    const gained = ((now - this.#countedAt) / 1000) * this.#perSecond
    this.#left = Math.min(this.#perSecond * BURST_SECONDS, this.#left + gained) - 1
    this.#countedAt = now
    return this.#left > 0
  }
}
