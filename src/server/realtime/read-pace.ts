import type { WebSocket } from 'ws'
import type { Clock } from '../../ports.js'

export interface ReadPaceOptions {
  socket: Pick<WebSocket, 'pause' | 'resume'>
  clock: Clock
  /** Maximum average number of messages per second. Further messages are read more slowly. */
  messagesPerSecond: number
  /** The same for the bytes of the messages. @default no limit */
  bytesPerSecond?: number
  /** Called when the bytes are above the limit, but not more than once a minute. */
  onManyBytes?: () => void
}

const PAUSE_MS = 250
const MINUTE_MS = 60_000

/** Limits how fast messages are read, by number and bytes, as parsing delays other sessions. None is lost. */
export class ReadPace {
  readonly #options: ReadPaceOptions
  readonly #messages: MessageAllowance
  readonly #bytes: MessageAllowance
  #toldAt = Number.NEGATIVE_INFINITY
  /** Number of `pause` calls without a matching `resume`. The socket is read only if it is 0. */
  #pauses = 0
  #isSlowed = false

  constructor(options: ReadPaceOptions) {
    this.#options = options
    const { clock, messagesPerSecond, bytesPerSecond = Number.MAX_SAFE_INTEGER } = options
    this.#messages = new MessageAllowance({ clock, perSecond: messagesPerSecond })
    this.#bytes = new MessageAllowance({ clock, perSecond: bytesPerSecond })
  }

  take(bytes = 0): void {
    const isFew = this.#messages.take()
    const isSmall = this.#bytes.take(bytes)
    if (!isSmall) this.#tell()
    if ((isFew && isSmall) || this.#isSlowed) return
    this.#isSlowed = true
    this.pause()
    this.#options.clock.schedule(
      () => {
        this.#isSlowed = false
        this.resume()
      },
      Math.max(PAUSE_MS, this.#bytes.waitMs),
    )
  }

  #tell(): void {
    const now = this.#options.clock.now()
    if (now - this.#toldAt < MINUTE_MS) return
    this.#toldAt = now
    this.#options.onManyBytes?.()
  }

  /** Stops reading. The caller must call `resume` later. */
  pause(): void {
    this.#pauses += 1
    if (this.#pauses === 1) this.#options.socket.pause()
  }

  resume(): void {
    this.#pauses -= 1
    if (this.#pauses === 0) this.#options.socket.resume()
  }
}

const BURST_SECONDS = 5

export class MessageAllowance {
  readonly #clock: Clock
  readonly #perSecond: number
  #left: number
  #countedAt: number

  constructor({ clock, perSecond }: { clock: Clock; perSecond: number }) {
    this.#clock = clock
    this.#perSecond = perSecond
    this.#left = perSecond * BURST_SECONDS
    this.#countedAt = clock.now()
  }

  take(amount = 1): boolean {
    const now = this.#clock.now()
    const gained = ((now - this.#countedAt) / 1000) * this.#perSecond
    this.#left = Math.min(this.#perSecond * BURST_SECONDS, this.#left + gained) - amount
    this.#countedAt = now
    return this.#left > 0
  }

  get waitMs(): number {
    return this.#left > 0 ? 0 : ((1 - this.#left) / this.#perSecond) * 1000
  }
}
