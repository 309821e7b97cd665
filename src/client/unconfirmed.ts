import { VoiceError } from '../errors.js'
import type { ClientEvent, ServerEvent } from '../protocol/events.js'
import { newUuid } from './ids.js'

/** The most stored events. A server ignores the last 256 ids if they are repeated, so none takes effect twice. */
const MAX_EVENTS = 100

type NamedEvent = ClientEvent & { event_id: string }

/** Events that the server has not confirmed by a pong or by what it did, and those queued. They are sent again. */
export class Unconfirmed {
  readonly #events: NamedEvent[] = []
  #confirmed = 0

  /** All stored events, oldest first. */
  get all(): readonly NamedEvent[] {
    return this.#events
  }

  /** How many events there were so far. A ping carries this number, so its pong confirms all events before it. */
  get count(): number {
    return this.#confirmed + this.#events.length
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

  /** Confirms the events whose effect an event shows, and earlier ones, so that no server gets a restored message twice. */
  follow(event: ServerEvent): void {
    if (event.type === 'voice.pong') this.#confirm(event.t - this.#confirmed)
    else if (event.type === 'response.created') this.#confirmTo(({ type }) => type === 'response.create')
    else if (event.type === 'conversation.item.added')
      this.#confirmTo((one) => one.type === 'conversation.item.create' && one.item.id === event.item.id)
  }

  clear(): void {
    this.#confirm(this.#events.length)
  }

  #confirmTo(isShown: (event: NamedEvent) => boolean): void {
    this.#confirm(this.#events.findIndex(isShown) + 1)
  }

  #confirm(count: number): void {
    this.#confirmed += this.#events.splice(0, count).length
  }
}
