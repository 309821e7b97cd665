import type { JsonValue } from '../../toolkit/model/json.js'
import type { LineSink, RecordingLine } from './recording-lines.js'
import type { Redaction, Redactor } from './redactor.js'

/**
 * The members of a line that are redacted: their values come from clients, models or APIs. The recorder itself sets all
 * other members.
 */
const REDACTED = ['value', 'event', 'facts', 'items', 'preset', 'error', 'text']

/**
 * Amount of redaction after which other sessions can run: about this many characters (see `Redaction`). This amount
 * takes some milliseconds.
 */
const SLICE = 50_000

/**
 * Redacts the lines of a recording and passes them on in order. A large line is redacted in slices, and other sessions
 * can run between two slices.
 */
export class RedactingSink implements LineSink {
  readonly #sink: LineSink
  readonly #redactor: Redactor
  readonly #maxWaitingChars: number
  #current: Redaction<RecordingLine> | undefined
  #waiting: string[] = []
  #waitingChars = 0
  #isClosing = false
  #onIdle: (() => void)[] = []

  constructor(sink: LineSink, redactor: Redactor, maxWaitingChars: number) {
    this.#sink = sink
    this.#redactor = redactor
    this.#maxWaitingChars = maxWaitingChars
  }

  write(line: RecordingLine): void {
    if (this.#current) this.#wait(JSON.stringify(line))
    else {
      this.#current = this.#redact(line)
      this.#work()
    }
  }

  cut(reason: string): void {
    this.#drop()
    this.#sink.cut(reason)
  }

  close(): void {
    if (this.#current) this.#isClosing = true
    else this.#sink.close()
  }

  erase(): void {
    this.#drop()
    this.#sink.erase()
  }

  async flushed(): Promise<void> {
    if (this.#current) await new Promise<void>((resolve) => this.#onIdle.push(resolve))
    await this.#sink.flushed()
  }

  #wait(line: string): void {
    this.#waitingChars += line.length
    if (this.#waitingChars > this.#maxWaitingChars) this.cut('its lines arrive faster than they are redacted')
    else this.#waiting.push(line)
  }

  /** Redacts lines until one slice of work is done. Other sessions can run before the next slice. */
  #work(): void {
    for (let left = SLICE; this.#current; ) {
      const { done, value } = this.#current.next()
      if (!done) left -= value
      else {
        this.#sink.write(value)
        this.#current = this.#next()
      }
      if (left > 0) continue
      setImmediate(() => this.#work())
      return
    }
    if (this.#isClosing) this.#sink.close()
    for (const resolve of this.#onIdle.splice(0)) resolve()
  }

  #next(): Redaction<RecordingLine> | undefined {
    const line = this.#waiting.shift()
    this.#waitingChars -= line?.length ?? 0
    return line === undefined ? undefined : this.#redact(JSON.parse(line) as RecordingLine)
  }

  *#redact(line: RecordingLine): Redaction<RecordingLine> {
    const members: [string, JsonValue][] = []
    for (const [name, value] of Object.entries(line))
      members.push([name, REDACTED.includes(name) ? yield* this.#redactor.slices(value) : value])
    return Object.fromEntries(members) as unknown as RecordingLine
  }

  #drop(): void {
    this.#current = undefined
    this.#waiting = []
    this.#waitingChars = 0
  }
}
