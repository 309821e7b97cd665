import { VoiceError } from '../errors.js'
import type { ClientEvent, ServerEvent } from '../protocol/events.js'
import { newUuid } from './ids.js'

/** The most stored events. A server ignores the last 256 ids if they are repeated, so none takes effect twice. */
const MAX_EVENTS = 100

type NamedEvent = ClientEvent & { event_id: string }

/** Events since the last pong or visible effect, and those queued. A pong confirms all before its ping; the rest is sent again. */
export class Unconfirmed {
  #events: NamedEvent[] = []
  /** For each open ping, how many events its pong confirms, counted from the start. */
  readonly #pings = new Map<number, number>()
  #confirmed = 0
  #lastPing = 0

  get size(): number {
    return this.#events.length
  }

  /** All stored events, oldest first. */
  get all(): readonly NamedEvent[] {
    return this.#events
  }

  /** Stores an event and gives it an id. Throws the `VoiceError` `queue-full` if too many events wait. */
  add(event: ClientEvent): NamedEvent {
    if (this.#events.length >= MAX_EVENTS)
      throw new VoiceError(
        'queue-full',
        'The agent cannot be reached, and no more can be kept for it; wait until the connection is back.',
      )
    const named = { ...event, event_id: event.event_id ?? newUuid() } as NamedEvent
    this.#events.push(named)
    return named
  }

  ping(): number {
    this.#lastPing += 1
    this.#pings.set(this.#lastPing, this.#confirmed + this.#events.length)
    return this.#lastPing
  }

  /** Confirms the events whose effect an event shows, and earlier ones, so that no server gets a restored message twice. */
  follow(event: ServerEvent): void {
    if (event.type === 'voice.pong') this.pong(event.t)
    else if (event.type === 'response.created') this.#confirm(({ type }) => type === 'response.create')
    else if (event.type === 'conversation.item.added')
      this.#confirm((one) => one.type === 'conversation.item.create' && one.item.id === event.item.id)
  }

  #confirm(isShown: (event: NamedEvent) => boolean): void {
    const count = this.#events.findIndex(isShown) + 1
    this.#events = this.#events.slice(count)
    this.#confirmed += count
  }

  /** Confirms the events sent before the ping. */
  pong(t: number): void {
    const upTo = this.#pings.get(t)
    if (upTo === undefined) return
    for (const number of [...this.#pings.keys()]) if (number <= t) this.#pings.delete(number)
    const count = Math.max(0, upTo - this.#confirmed)
    this.#events = this.#events.slice(count)
    this.#confirmed += count
  }

  lineLost(): void {
    this.#pings.clear()
  }

  clear(): void {
    this.#pings.clear()
    this.#confirmed += this.#events.length
    this.#events = []
  }
}
