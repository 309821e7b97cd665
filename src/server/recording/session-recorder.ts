import type { Clock } from '../../ports.js'
import { decodeFrame } from '../../protocol/frames.js'
import { MAX_FILE_NESTING, MAX_NESTING } from '../../protocol/nesting.js'
import { parseShallow } from '../../protocol/parse-json.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import type { OutboxEntry } from '../realtime/outbox.js'
import type { SessionInput, SessionRecorderTap } from '../realtime/session-tap.js'
import {
  type Arrival,
  type Incoming,
  type LineSink,
  type RecordingLine,
  type RecordingSource,
  SteppingClock,
  writeError,
} from './recording-lines.js'
import type { Codec, Ports } from './recording-ports.js'

export interface SessionRecorderOptions {
  sink: LineSink
  clock: Clock
  /** The start time in the first line of the recording, in milliseconds. */
  startedAt: number
  describe: (agent: object) => RecordingLine
}

const FROM_CLIENT: ReadonlySet<Incoming['from']> = new Set([
  'client',
  'microphone',
  'line',
  'frame',
  'slowed',
  'close',
])

const MAX_TEXT_CHARS = 1_000

function readMessage(text: string): Incoming {
  try {
    return { from: 'client', event: parseShallow(text, MAX_NESTING + 1) as JsonValue }
  } catch {
    return { from: 'client', text: text.slice(0, MAX_TEXT_CHARS) }
  }
}

/** The next turn of the event loop, since the effects of two inputs in one could change their order. */
const ownTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Records a session. An input waits until the effects of the one before settle; batched messages are one. */
export class SessionRecorder implements Ports, SessionRecorderTap {
  readonly clock: SteppingClock
  readonly #options: SessionRecorderOptions
  readonly #startedAt: number
  readonly #calls = new Map<RecordingSource, number>()
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

  stream<T>(from: RecordingSource, source: () => AsyncIterable<T>, codec: Codec<T>): AsyncIterable<T> {
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

  async once<T>(from: RecordingSource, source: () => Promise<T>, codec: Codec<T>): Promise<T> {
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

  listener<T>(from: RecordingSource, take: (value: T) => void, codec: Codec<T>): (value: T) => void {
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
    if (text !== known.last) this.#write({ kind: 'answer', of, n, value: answer as JsonValue })
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

  took(input: SessionInput): void {
    this.#in(input.from === 'client' ? readMessage(input.text) : input)
  }

  said({ data }: OutboxEntry): void {
    const at = this.#at
    if (typeof data === 'string')
      this.#write({
        at,
        kind: 'out',
        event: parseShallow(data, MAX_FILE_NESTING) as JsonObject,
      })
    else this.#write({ at, kind: 'out', sound: decodeFrame(data)?.pcm.byteLength ?? 0 })
  }

  /** Records whether the session waits for its store, which a replay must do too. */
  committed(waiting: Promise<void> | undefined): Promise<void> | undefined {
    return this.answer('waits', () => waiting !== undefined)
      ? this.once('store', async () => waiting, { encode: () => null, decode: () => undefined })
      : undefined
  }

  closed(): void {
    if (this.#closed) return
    this.#in({ from: 'close' })
    this.#closed = true
    // Closes the recording one iteration of the event loop later, after the last events of the session.
    setImmediate(() => this.#options.sink.close())
  }

  erased(): void {
    this.#options.sink.erase()
  }

  get #at(): number {
    return this.clock.now() - this.#startedAt
  }

  /** Numbers a new call of a dependency, such as a request to a model. Returns a function that records its results. */
  #open(from: RecordingSource): (arrival: Arrival) => void {
    const call = (this.#calls.get(from) ?? 0) + 1
    this.#calls.set(from, call)
    return (arrival) => this.#in({ from, call, ...arrival })
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

  #write(line: RecordingLine): void {
    this.#options.sink.write(line)
  }
}
