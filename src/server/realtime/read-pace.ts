import type { WebSocket } from 'ws'
import type { Clock } from '../../ports.js'
import { MessageAllowance } from './message-allowance.js'

export interface ReadPaceOptions {
  socket: Pick<WebSocket, 'pause' | 'resume'>
  clock: Clock
  /**
   * Maximum average number of messages per second. If the client sends more, the server reads its messages more slowly.
   */
  messagesPerSecond: number
  /** The same for the bytes of the messages. @default no limit */
  bytesPerSecond?: number
  /** Called when the bytes are above the limit, but not more than once a minute. */
  onManyBytes?: () => void
}

const PAUSE_MS = 250
const MINUTE_MS = 60_000

/**
 * Limits how fast the server reads messages from a connection, by their number and by their bytes: parsing takes time in
 * proportion to the bytes, and delays all other sessions. Messages above the limits are read later, not dropped.
 */
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

  /** Counts one message or ping, with its bytes. */
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
