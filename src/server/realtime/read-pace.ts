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
}

const PAUSE_MS = 250

/**
 * Limits how fast the server reads messages from a connection. Messages above the limit are read later, not dropped.
 */
export class ReadPace {
  readonly #options: ReadPaceOptions
  readonly #allowance: MessageAllowance
  /** Number of `pause` calls without a matching `resume`. The socket is read only if it is 0. */
  #pauses = 0
  #isSlowed = false

  constructor(options: ReadPaceOptions) {
    this.#options = options
    this.#allowance = new MessageAllowance({ clock: options.clock, perSecond: options.messagesPerSecond })
  }

  /** Counts one message or ping. */
  take(): void {
    if (this.#allowance.take() || this.#isSlowed) return
    this.#isSlowed = true
    this.pause()
    this.#options.clock.schedule(() => {
      this.#isSlowed = false
      this.resume()
    }, PAUSE_MS)
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
