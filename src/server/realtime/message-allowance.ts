import type { Clock } from '../../ports.js'

/** Unused allowance of this many seconds can be used in a burst. */
const BURST_SECONDS = 5

/** Limits how many messages a client may send. The allowance refills with time. */
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

  /** Counts one message. Returns false when the allowance is used up. */
  take(): boolean {
    const now = this.#clock.now()
    const gained = ((now - this.#countedAt) / 1000) * this.#perSecond
    this.#left = Math.min(this.#perSecond * BURST_SECONDS, this.#left + gained) - 1
    this.#countedAt = now
    return this.#left > 0
  }
}
