import type { Clock } from '../../ports.js'

/** Maximum burst: as much as the average rate allows in this many seconds. */
const BURST_SECONDS = 5

/** A token bucket that limits how many messages, or how many bytes, a client may send. */
export class MessageAllowance {
  readonly #clock: Clock
  readonly #perSecond: number
  #left: number
  #countedAt: number

  /** `perSecond` is the maximum average number of messages or bytes per second. */
  constructor({ clock, perSecond }: { clock: Clock; perSecond: number }) {
    this.#clock = clock
    this.#perSecond = perSecond
    this.#left = perSecond * BURST_SECONDS
    this.#countedAt = clock.now()
  }

  /** Counts one message, or its bytes. Returns false if the client has sent too many. */
  take(amount = 1): boolean {
    const now = this.#clock.now()
    const gained = ((now - this.#countedAt) / 1000) * this.#perSecond
    this.#left = Math.min(this.#perSecond * BURST_SECONDS, this.#left + gained) - amount
    this.#countedAt = now
    return this.#left > 0
  }

  /** Time in milliseconds until the client may send again. */
  get waitMs(): number {
    return this.#left > 0 ? 0 : ((1 - this.#left) / this.#perSecond) * 1000
  }
}
