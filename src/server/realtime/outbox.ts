import type { ServerEvent, UnnumberedEvent } from '../../protocol/events.js'

/** A numbered event, ready to be sent again. */
export interface OutboxEntry {
  number: number
  /** Whether only the `voice.v1` dialect knows it. */
  extension: boolean
  data: string | Uint8Array
}

/** Where entries go while a client is connected. */
export type OutboxReader = (entry: OutboxEntry) => void

/** What the outbox keeps for a client that comes back. */
export const REPLAY_LIMITS = { events: 2_000, bytes: 4 * 1024 * 1024 }

/**
 * Everything a session says, numbered without gaps: `event_1`, `event_2`... The last of it is kept, so that a client that lost the line
 * gets exactly what it missed.
 */
export class Outbox {
  readonly #kept: OutboxEntry[] = []
  #keptBytes = 0
  #last = 0
  #reader: OutboxReader | undefined

  /** The number of the newest event. */
  get last(): number {
    return this.#last
  }

  /** Numbers an event, keeps it and hands it to whoever reads. */
  emit(event: UnnumberedEvent): void {
    this.#last += 1
    const numbered = { event_id: `event_${this.#last}`, ...event } as ServerEvent
    this.#push({
      number: this.#last,
      extension: event.type.startsWith('voice.'),
      data: JSON.stringify(numbered),
    })
  }

  /** A binary frame takes a number like any event. */
  emitFrame(frame: Uint8Array): void {
    this.#last += 1
    this.#push({ number: this.#last, extension: true, data: frame })
  }

  /** Starts handing entries to a reader; the one before gets no more. Returns what stops it. */
  attach(reader: OutboxReader): () => void {
    this.#reader = reader
    return () => {
      if (this.#reader === reader) this.#reader = undefined
    }
  }

  /** What came after a number; `undefined` when some of it is gone or the number was never given. */
  since(number: number): OutboxEntry[] | undefined {
    const oldest = this.#kept[0]?.number ?? this.#last + 1
    if (number > this.#last || number < oldest - 1) return undefined
    return this.#kept.filter((entry) => entry.number > number)
  }

  #push(entry: OutboxEntry): void {
    this.#kept.push(entry)
    this.#keptBytes += entry.data.length
    while (this.#kept.length > REPLAY_LIMITS.events || this.#keptBytes > REPLAY_LIMITS.bytes) {
      this.#keptBytes -= this.#kept.shift()!.data.length
    }
    this.#reader?.(entry)
  }
}

/** The number in an event id; `undefined` for anything else. */
export function eventNumber(eventId: string): number | undefined {
  const number = /^event_(\d{1,15})$/.exec(eventId)?.[1]
  return number === undefined ? undefined : Number(number)
}
