import type { Clock } from '../../ports.js'
import { decodeFrame } from '../../protocol/frames.js'
import { MAX_FILE_NESTING, MAX_NESTING } from '../../protocol/nesting.js'
import { parseShallow } from '../../protocol/parse-json.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import type { OutboxEntry } from '../realtime/outbox.js'
import type { SessionTap, TappedGreeting } from '../realtime/session-tap.js'
import type { SessionView } from '../realtime/session-view.js'
import type { Codec, Ports } from './ports.js'
import { writeError } from './recorded-error.js'
import type { Arrival, Incoming, RecordingLine, Source } from './recording-lines.js'
import type { Redactor } from './redactor.js'
import { SteppingClock } from './stepping-clock.js'

/** Where lines go. */
export interface LineSink {
  write(line: RecordingLine): void
  close(): void
  /** Removes what was written. */
  erase(): void
}

/** What a recorder is given. */
export interface SessionRecorderOptions {
  sink: LineSink
  redactor: Redactor
  clock: Clock
  /** The time that the recording's head names, in ms. */
  startedAt: number
  /** Writes down an agent that took the place of another. */
  describe: (agent: object) => RecordingLine
}

/** What a connection may bring several of in one go. */
const FROM_CLIENT: ReadonlySet<Incoming['from']> = new Set(['client', 'microphone', 'frame', 'close'])

/** The part of a message that is no JSON which is kept. */
const MAX_TEXT_CHARS = 1_000

/**
 * A turn of the event loop in which nothing else comes in. What two answers of one turn lead to would come in an order that follows from how
 * many promises each of them takes, and a replay takes others.
 */
const ownTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Writes down all that comes into one session and goes out of it. What it hands on it hands on unchanged, one thing after the other: the next
 * one comes in when all that follows from the one before has come to rest.
 */
export class SessionRecorder implements Ports, SessionTap {
  readonly clock: SteppingClock
  readonly #options: SessionRecorderOptions
  readonly #startedAt: number
  readonly #calls = new Map<Source, number>()
  readonly #answers = new Map<string, { count: number; last: string | undefined }>()
  readonly #agents = new Map<object, { index: number; made: object }>()
  #inOneGo = false
  #closed = false

  constructor(options: SessionRecorderOptions) {
    const { clock, startedAt } = options
    this.#options = options
    this.#startedAt = startedAt
    this.clock = new SteppingClock(this.#startedAt, (call, callback, delayMs) =>
      clock.schedule(() => {
        this.#in({ from: 'timer', call })
        callback()
      }, delayMs),
    )
  }

  stream<T>(from: Source, source: () => AsyncIterable<T>, codec: Codec<T>): AsyncIterable<T> {
    return this.#written(source(), { codec, arrived: this.#open(from) })
  }

  async *#written<T>(
    values: AsyncIterable<T>,
    { codec, arrived }: { codec: Codec<T>; arrived: (arrival: Arrival) => void },
  ): AsyncGenerator<T> {
    try {
      for await (const value of values) {
        await ownTurn()
        arrived({ value: codec.encode(value) })
        yield value
      }
      await ownTurn()
      arrived({ end: true })
    } catch (error) {
      await ownTurn()
      arrived({ error: writeError(error) })
      throw error
    }
  }

  async once<T>(from: Source, source: () => Promise<T>, codec: Codec<T>): Promise<T> {
    const arrived = this.#open(from)
    try {
      const value = await source()
      await ownTurn()
      arrived({ value: codec.encode(value) })
      return value
    } catch (error) {
      await ownTurn()
      arrived({ error: writeError(error) })
      throw error
    }
  }

  listener<T>(from: Source, take: (value: T) => void, codec: Codec<T>): (value: T) => void {
    const arrived = this.#open(from)
    return (value) => {
      setImmediate(() => {
        arrived({ value: codec.encode(value) })
        take(value)
      })
    }
  }

  answer<T>(of: string, ask: () => T): T {
    const answer = ask()
    const known = this.#answers.get(of) ?? { count: 0, last: undefined }
    const text = JSON.stringify(answer)
    const n = known.count
    this.#answers.set(of, { count: n + 1, last: text })
    if (text !== known.last) this.#write({ kind: 'answer', of, n, value: this.#redact(answer as JsonValue) })
    return answer
  }

  latest<T extends object>(ask: () => T, make: (latest: T) => T): T {
    const latest = ask()
    const known = this.#agents.get(latest)
    const index = known?.index ?? this.#agents.size
    if (!known && index > 0) this.#write(this.#options.describe(latest))
    this.answer('agent', () => index)
    if (known) return known.made as T
    const made = make(latest)
    this.#agents.set(latest, { index, made })
    return made
  }

  received(text: string): void {
    let event: JsonValue
    try {
      event = parseShallow(text, MAX_NESTING + 1) as JsonValue
    } catch {
      const kept = this.#options.redactor.text(text.slice(0, MAX_TEXT_CHARS))
      this.#in({ from: 'client', text: kept })
      return
    }
    this.#in({ from: 'client', event: this.#redact(event) })
  }

  heard(pcm: Uint8Array): void {
    this.#in({ from: 'microphone', bytes: pcm.byteLength })
  }

  refused(): void {
    this.#in({ from: 'frame' })
  }

  connected(view: SessionView, greeting: TappedGreeting): void {
    this.#in({ from: 'connection', view, greeting })
  }

  said({ data }: OutboxEntry): void {
    const at = this.#at
    if (typeof data === 'string')
      this.#write({
        at,
        kind: 'out',
        event: this.#redact(parseShallow(data, MAX_FILE_NESTING) as JsonObject),
      })
    else this.#write({ at, kind: 'out', sound: decodeFrame(data)?.pcm.byteLength ?? 0 })
  }

  restored({ facts, items }: { facts: object; items: readonly object[] }, last: number): void {
    const state = this.#redact(facts as JsonObject)
    const kept = [...items].map((item) => this.#redact(item as JsonObject))
    this.#in({ from: 'snapshot', facts: state, items: kept, last })
  }

  recovered(): void {
    this.#in({ from: 'recovery' })
  }

  /** Whoever waits for nothing goes on without a pause, replayed as well. */
  committed(waiting: Promise<void> | undefined): Promise<void> | undefined {
    return this.answer('waits', () => waiting !== undefined)
      ? this.once('store', async () => waiting, { encode: () => null, decode: () => undefined })
      : undefined
  }

  closed(): void {
    if (this.#closed) return
    this.#in({ from: 'close' })
    this.#closed = true
    // What the end of the session says belongs to it.
    setImmediate(() => this.#options.sink.close())
  }

  erased(): void {
    this.#options.sink.erase()
  }

  get #at(): number {
    return this.clock.now() - this.#startedAt
  }

  /** A call of a source begins; returns what writes down what comes of it. */
  #open(from: Source): (arrival: Arrival) => void {
    const call = (this.#calls.get(from) ?? 0) + 1
    this.#calls.set(from, call)
    return (arrival) => this.#in({ from, call, ...(this.#redact(arrival as JsonObject) as Arrival) })
  }

  #in(incoming: Incoming): void {
    if (this.#closed) return
    this.clock.step(this.#options.clock.now())
    const isClient = FROM_CLIENT.has(incoming.from)
    const together = isClient && this.#inOneGo
    this.#write({ at: this.#at, kind: 'in', ...(together && { together }), ...incoming })
    if (!isClient || together) return
    this.#inOneGo = true
    queueMicrotask(() => {
      this.#inOneGo = false
    })
  }

  #redact(value: JsonValue): JsonValue {
    return this.#options.redactor.json(value)
  }

  #write(line: RecordingLine): void {
    this.#options.sink.write(line)
  }
}
