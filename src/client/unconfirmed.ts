import { VoiceError } from '../errors.js'
import type { ClientEvent } from '../protocol/events.js'
import { newUuid } from './ids.js'

/** Fewer than the 256 ids that a server remembers, so that sending them all again doubles nothing. */
const MAX_EVENTS = 100

type Named = ClientEvent & { event_id: string }

/**
 * Events that a server may not have got: those typed while the line was down, and those sent since the last answer to a ping. Events arrive in
 * order, so a pong confirms all that went out before its ping. After a reconnect the rest is sent again under the same ids.
 */
export class Unconfirmed {
  #events: Named[] = []
  /** For each ping on its way: how many events it confirms. */
  readonly #pings = new Map<number, number>()
  #confirmed = 0
  #lastPing = 0

  get size(): number {
    return this.#events.length
  }

  /** All of them, oldest first. */
  get all(): readonly Named[] {
    return this.#events
  }

  /** Keeps an event and gives it its id. Throws the `VoiceError` `queue-full` when too many wait. */
  add(event: ClientEvent): Named {
    if (this.#events.length >= MAX_EVENTS)
      throw new VoiceError(
        'queue-full',
        'The agent cannot be reached, and no more can be kept for it; wait until the connection is back.',
      )
    const named = { ...event, event_id: event.event_id ?? newUuid() } as Named
    this.#events.push(named)
    return named
  }

  /** The number a ping carries. */
  ping(): number {
    this.#lastPing += 1
    this.#pings.set(this.#lastPing, this.#confirmed + this.#events.length)
    return this.#lastPing
  }

  /** The answer came: what went out before is there. */
  pong(t: number): void {
    const upTo = this.#pings.get(t)
    if (upTo === undefined) return
    for (const number of [...this.#pings.keys()]) if (number <= t) this.#pings.delete(number)
    const count = Math.max(0, upTo - this.#confirmed)
    this.#events = this.#events.slice(count)
    this.#confirmed += count
  }

  /** The line is gone: pings on their way will not be answered, and confirm nothing that is sent again. */
  lineLost(): void {
    this.#pings.clear()
  }

  /** Forgets everything: another conversation begins. */
  clear(): void {
    this.#pings.clear()
    this.#confirmed += this.#events.length
    this.#events = []
  }
}
