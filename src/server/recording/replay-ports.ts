import type { Codec, Ports } from './ports.js'
import {
  type AnswerLine,
  type Arrival,
  type InLine,
  type RecordedAgent,
  type RecordingLine,
  type RecordingSource,
  readError,
} from './recording-lines.js'

/** Creates an agent from its description in the recording. */
export type AgentMaker = (recorded: RecordedAgent) => object

/** Passes the recorded results of one call of a dependency, such as one request to a model, to the session. */
class ReplayChannel {
  readonly #arrived: Arrival[] = []
  #listener: ((arrival: Arrival) => void) | undefined

  put(arrival: Arrival): void {
    if (this.#listener) this.#listener(arrival)
    else this.#arrived.push(arrival)
  }

  listen(listener: (arrival: Arrival) => void): void {
    this.#listener = listener
    for (const arrival of this.#arrived.splice(0)) listener(arrival)
  }

  next(): Promise<Arrival> {
    const arrival = this.#arrived.shift()
    if (arrival) return Promise.resolve(arrival)
    return new Promise((resolve) => {
      this.#listener = (one) => {
        this.#listener = undefined
        resolve(one)
      }
    })
  }
}

/**
 * The ports of a replayed session. They return the recorded results at the recorded times, and never call a dependency.
 */
export class ReplayPorts implements Ports {
  readonly #channels = new Map<string, ReplayChannel>()
  readonly #calls = new Map<RecordingSource, number>()
  readonly #answers = new Map<string, { lines: AnswerLine[]; count: number }>()
  readonly #agents: RecordedAgent[] = []
  readonly #made = new Map<number, object>()
  readonly #timers = new Map<number, () => void>()
  readonly #agentOf: AgentMaker

  constructor(lines: readonly RecordingLine[], agentOf: AgentMaker) {
    this.#agentOf = agentOf
    for (const line of lines) {
      if (line.kind === 'session' || line.kind === 'agent') this.#agents.push(line.agent)
      else if (line.kind === 'answer') {
        const known = this.#answers.get(line.of) ?? { lines: [], count: 0 }
        known.lines.push(line)
        this.#answers.set(line.of, known)
      }
    }
  }

  stream<T>(from: RecordingSource, _source: () => AsyncIterable<T>, codec: Codec<T>): AsyncIterable<T> {
    return this.#read(this.#open(from), codec)
  }

  async *#read<T>(channel: ReplayChannel, codec: Codec<T>): AsyncGenerator<T> {
    while (true) {
      const arrival = await channel.next()
      if ('error' in arrival) throw readError(arrival.error)
      if ('end' in arrival) return
      yield codec.decode(arrival.value)
    }
  }

  async once<T>(from: RecordingSource, _source: () => Promise<T>, codec: Codec<T>): Promise<T> {
    const arrival = await this.#open(from).next()
    if ('error' in arrival) throw readError(arrival.error)
    return codec.decode('value' in arrival ? arrival.value : null)
  }

  listener<T>(from: RecordingSource, take: (value: T) => void, codec: Codec<T>): (value: T) => void {
    this.#open(from).listen((arrival) => {
      if ('value' in arrival) take(codec.decode(arrival.value))
    })
    return take
  }

  /**
   * Returns the result that the recording has for this call. `of` is the name under which the results are recorded.
   * Throws if the recording has no results with this name.
   */
  answer<T>(of: string, _ask: () => T): T {
    const known = this.#answers.get(of)
    const [first, second] = known?.lines ?? []
    if (!known || !first) throw new Error(`The recording has no answer for "${of}".`)
    if (second && second.n <= known.count) known.lines.shift()
    known.count += 1
    return known.lines[0]!.value as T
  }

  latest<T extends object>(_ask: () => T, make: (latest: T) => T): T {
    const index = this.answer('agent', () => 0)
    const known = this.#made.get(index)
    if (known) return known as T
    const made = make(this.agent(index) as T)
    this.#made.set(index, made)
    return made
  }

  /** The agent after it was changed `index` times. With the index 0, the agent at the start of the session. */
  agent(index: number): object {
    return this.#agentOf(this.#agents[index]!)
  }

  /** Registers a timer. It does not run by itself: the replay calls `fire` at the recorded time. */
  readonly schedule = (number: number, callback: () => void): (() => void) => {
    this.#timers.set(number, callback)
    return () => void this.#timers.delete(number)
  }

  fire(number: number): void {
    const callback = this.#timers.get(number)
    this.#timers.delete(number)
    callback?.()
  }

  arrive({ from, call }: { from: RecordingSource; call: number }, arrival: InLine & Arrival): void {
    this.#channel(from, call).put(arrival)
  }

  #open(from: RecordingSource): ReplayChannel {
    const call = (this.#calls.get(from) ?? 0) + 1
    this.#calls.set(from, call)
    return this.#channel(from, call)
  }

  #channel(from: RecordingSource, call: number): ReplayChannel {
    const name = `${from} ${call}`
    const channel = this.#channels.get(name) ?? new ReplayChannel()
    this.#channels.set(name, channel)
    return channel
  }
}
