import type { ServerEvent, UnnumberedEvent } from '../../protocol/events.js'
import { type MemoryAccount, uncounted } from '../model/session-limits.js'

/** A numbered event, ready to be sent again. */
export interface OutboxEntry {
  number: number
  /** Whether only the `voice.v1` dialect knows it. */
  extension: boolean
  data: string | Uint8Array
}

/** Where entries go while a client is connected. */
export type OutboxReader = (entry: OutboxEntry) => void

/** Whoever makes entries wait. */
export interface OutboxHolder {
  /** One more entry waits. */
  waits: () => void
  /** More waits than is kept: the holder has to free it. */
  overflows: () => void
}

/** What the outbox keeps for a client that comes back. */
export const REPLAY_LIMITS = { events: 2_000, bytes: 4 * 1024 * 1024 }
/** Kept of them also while memory is short. */
const MIN_REPLAY_BYTES = 64 * 1024

/**
 * Everything a session says, numbered without gaps: `event_1`, `event_2`... The last of it is kept, so that a client that lost the line
 * gets exactly what it missed. With a shared store, an entry waits until the store has it: nobody ever saw what another server would not know.
 *
 * States: free (entries go out at once) ⇄ held (they go out by `release`).
 */
export class Outbox {
  readonly #kept: OutboxEntry[] = []
  #keptBytes = 0
  #last = 0
  #reader: OutboxReader | undefined
  #waiting: OutboxEntry[] = []
  #waitingBytes = 0
  #holder: OutboxHolder | undefined
  #watcher: OutboxReader | undefined
  readonly #memory: MemoryAccount

  constructor(memory: MemoryAccount = uncounted) {
    this.#memory = memory
  }

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

  /** The oldest number that is kept, the next one when nothing is. */
  get oldest(): number {
    return this.#kept[0]?.number ?? this.#last + 1
  }

  /** What came after a number and may be seen; `undefined` when some of it is gone or the number was never given. */
  since(number: number): OutboxEntry[] | undefined {
    if (number > this.#last || number < this.oldest - 1) return undefined
    const firstWaiting = this.#waiting[0]?.number ?? Number.POSITIVE_INFINITY
    return this.keptAfter(number).filter((entry) => entry.number < firstWaiting)
  }

  /** What is kept after a number, also what waits. */
  keptAfter(number: number): OutboxEntry[] {
    return this.#kept.filter((entry) => entry.number > number)
  }

  /** Shows every entry from now on to somebody beside the reader, the moment it is said. */
  watch(watcher: OutboxReader): void {
    this.#watcher = watcher
  }

  /** From now on entries wait for `release`. */
  hold(holder: OutboxHolder): void {
    this.#holder = holder
  }

  /** Lets out what waits, up to a number. */
  release(upTo: number): void {
    const released = this.#waiting.filter((entry) => entry.number <= upTo)
    this.#waiting = this.#waiting.slice(released.length)
    for (const entry of released) {
      this.#waitingBytes -= entry.data.length
      this.#reader?.(entry)
    }
  }

  /** Lets out everything, and what comes from now on at once. */
  free(): void {
    this.#holder = undefined
    this.release(this.#last)
  }

  /** Goes on from what another server has said. */
  restore(entries: readonly OutboxEntry[], last: number): void {
    this.#last = last
    for (const entry of entries) this.#keep(entry)
  }

  /** A client has seen more than is known here: numbers go on after its last one. */
  skipTo(number: number): void {
    this.#last = number
    this.#kept.length = 0
    this.#count(-this.#keptBytes)
  }

  #push(entry: OutboxEntry): void {
    this.#keep(entry)
    this.#watcher?.(entry)
    const holder = this.#holder
    if (!holder) {
      this.#reader?.(entry)
      return
    }
    this.#waiting.push(entry)
    this.#waitingBytes += entry.data.length
    const { events, bytes } = REPLAY_LIMITS
    if (this.#waiting.length > events || this.#waitingBytes > bytes) holder.overflows()
    else holder.waits()
  }

  #keep(entry: OutboxEntry): void {
    this.#kept.push(entry)
    this.#count(entry.data.length)
    while (this.#keepsTooMuch) this.#count(-this.#kept.shift()!.data.length)
  }

  /** Where all sessions together hold too much, each keeps less of what it has said. */
  get #keepsTooMuch(): boolean {
    if (this.#kept.length > REPLAY_LIMITS.events || this.#keptBytes > REPLAY_LIMITS.bytes) return true
    return this.#keptBytes > MIN_REPLAY_BYTES && !this.#memory.fits(0)
  }

  #count(bytes: number): void {
    this.#keptBytes += bytes
    this.#memory.add(bytes)
  }
}

/** The number in an event id; `undefined` for anything else. */
export function eventNumber(eventId: string): number | undefined {
  const number = /^event_(\d{1,15})$/.exec(eventId)?.[1]
  return number === undefined ? undefined : Number(number)
}
