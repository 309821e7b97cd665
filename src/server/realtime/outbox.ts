import type { ServerEvent, UnnumberedEvent } from '../../protocol/events.js'
import { replayLimits } from '../defaults.js'
import { type MemoryAccount, uncounted } from '../model/session-limits.js'

export interface OutboxEntry {
  number: number
  /** Whether the event belongs to the `voice.v1` extension. Clients without this extension do not get it. */
  extension: boolean
  /** Set for a piece of text or audio. A later event has the whole, so a shared store does not keep pieces. */
  isPiece?: true
  data: string | Uint8Array
}

export type OutboxReader = (entry: OutboxEntry) => void

export interface OutboxHolder {
  /** Called when a new entry, other than a piece, waits for `release`. */
  waits: () => void
  /** Called for each piece. */
  hasPiece: () => void
  /** Called when too many entries wait for `release`. The holder must then call `free`, which sends them. */
  overflows: () => void
}

/** How far the numbers of events go ahead when a session goes on without its store. */
const UNSTORED_FROM = 1_000_000

/** The newest entries up to this size are kept even when memory is short. */
const MIN_REPLAY_BYTES = 64 * 1024

/**
 * Numbers all events of a session without gaps (`event_1`, `event_2`...), passes them to its connections, and keeps the
 * newest for a client that lost its own. With a shared store, it is held: an event is sent only after it was stored, a
 * piece after all events before it. States: free ⇄ held.
 */
export class Outbox {
  readonly #kept: OutboxEntry[] = []
  #keptBytes = 0
  #last = 0
  #reader: OutboxReader | undefined
  readonly #others = new Set<OutboxReader>()
  #waiting: OutboxEntry[] = []
  #waitingBytes = 0
  #holder: OutboxHolder | undefined
  #watcher: OutboxReader | undefined
  readonly #memory: MemoryAccount

  constructor(memory: MemoryAccount = uncounted) {
    this.#memory = memory
  }

  get last(): number {
    return this.#last
  }

  emit(event: UnnumberedEvent): void {
    this.#last += 1
    const numbered = { event_id: `event_${this.#last}`, ...event } as ServerEvent
    this.#push({
      number: this.#last,
      extension: event.type.startsWith('voice.'),
      ...(event.type.endsWith('.delta') && { isPiece: true }),
      data: JSON.stringify(numbered),
    })
  }

  emitFrame(frame: Uint8Array): void {
    this.#last += 1
    this.#push({ number: this.#last, extension: true, isPiece: true, data: frame })
  }

  attach(reader: OutboxReader): () => void {
    this.#reader = reader
    return () => {
      if (this.#reader === reader) this.#reader = undefined
    }
  }

  /** Adds a reader without replacing the attached one. Returns a function that removes the added reader. */
  join(reader: OutboxReader): () => void {
    this.#others.add(reader)
    return () => this.#others.delete(reader)
  }

  /** The number of the oldest kept entry; if none is kept, the number of the next entry. */
  get oldest(): number {
    return this.#kept[0]?.number ?? this.#last + 1
  }

  /** The sent entries with a higher number; `undefined` if some are gone, or if the number is not assigned yet. */
  since(number: number): OutboxEntry[] | undefined {
    if (number > this.#last || number < this.oldest - 1) return undefined
    const firstWaiting = this.#waiting[0]?.number ?? Number.POSITIVE_INFINITY
    return this.keptAfter(number).filter((entry) => entry.number < firstWaiting)
  }

  keptAfter(number: number): OutboxEntry[] {
    return this.#kept.filter((entry) => entry.number > number)
  }

  /** Passes every new entry to the watcher at once, even if the entry is held back from the clients. */
  watch(watcher: OutboxReader): void {
    this.#watcher = watcher
  }

  hold(holder: OutboxHolder): void {
    this.#holder = holder
  }

  release(upTo: number): void {
    const stays = this.#waiting.findIndex(({ number, isPiece }) => number > upTo && !isPiece)
    const released = stays < 0 ? this.#waiting : this.#waiting.slice(0, stays)
    this.#waiting = stays < 0 ? [] : this.#waiting.slice(stays)
    for (const entry of released) {
      this.#waitingBytes -= entry.data.length
      this.#read(entry)
    }
  }

  /** Sends all held entries. Later ones get far higher numbers, which show that events were not stored. */
  free(): void {
    this.#holder = undefined
    this.release(this.#last)
    this.#last += UNSTORED_FROM
  }

  /** Continues a session with its entries. New events follow `last`, or `cursor`, which the client has received. */
  restore(entries: readonly OutboxEntry[], last: number, cursor = last): void {
    // The pieces after the last stored event were sent without being stored.
    const hasPieces = cursor > last && cursor < last + UNSTORED_FROM
    this.#last = hasPieces ? cursor : last
    for (const entry of entries) this.#keep(entry)
  }

  /** Drops all kept events, because the client has received events that this server does not know. */
  skipTo(number: number): void {
    this.#last = number
    this.#kept.length = 0
    this.#count(-this.#keptBytes)
  }

  #push(entry: OutboxEntry): void {
    this.#keep(entry)
    this.#watcher?.(entry)
    const holder = this.#holder
    if (entry.isPiece) holder?.hasPiece()
    if (!holder || (entry.isPiece && this.#waiting.length === 0)) {
      this.#read(entry)
      return
    }
    this.#waiting.push(entry)
    this.#waitingBytes += entry.data.length
    const { events, bytes } = replayLimits
    if (this.#waiting.length > events || this.#waitingBytes > bytes) holder.overflows()
    else if (!entry.isPiece) holder.waits()
  }

  #read(entry: OutboxEntry): void {
    this.#reader?.(entry)
    for (const reader of this.#others) reader(entry)
  }

  #keep(entry: OutboxEntry): void {
    this.#kept.push(entry)
    this.#count(entry.data.length)
    while (this.#keepsTooMuch) this.#count(-this.#kept.shift()!.data.length)
  }

  /** Whether the oldest entry must be dropped. When memory is short, a session keeps only `MIN_REPLAY_BYTES`. */
  get #keepsTooMuch(): boolean {
    if (this.#kept.length > replayLimits.events || this.#keptBytes > replayLimits.bytes) return true
    return this.#keptBytes > MIN_REPLAY_BYTES && !this.#memory.fits(0)
  }

  #count(bytes: number): void {
    this.#keptBytes += bytes
    this.#memory.add(bytes)
  }
}

export function eventNumber(eventId: string): number | undefined {
  const number = /^event_(\d{1,15})$/.exec(eventId)?.[1]
  return number === undefined ? undefined : Number(number)
}
