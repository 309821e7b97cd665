import { isDeepStrictEqual } from 'node:util'
import { silentLogger } from '../../ports.js'
import { decodeFrame } from '../../protocol/frames.js'
import { MAX_FILE_NESTING } from '../../protocol/nesting.js'
import { parseShallow } from '../../protocol/parse-json.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import { mapMembers } from '../../toolkit/model/map-members.js'
import { MASK } from '../../toolkit/secrets/mask.js'
import type { Agent } from '../agent/agent.js'
import { Budget } from '../agent/budget.js'
import type { HistoryItem } from '../agent/events.js'
import { defaultSessionLimits } from '../defaults.js'
import { uncounted } from '../model/session-limits.js'
import { sendGreeting } from '../realtime/greet.js'
import type { OutboxEntry } from '../realtime/outbox.js'
import { RealtimeSession } from '../realtime/realtime-session.js'
import { recoverSession } from '../realtime/recover.js'
import { restoreSnapshot, type SessionFacts } from '../realtime/session-snapshot.js'
import type { SessionRecorderTap } from '../realtime/session-tap.js'
import { agentOf, agentThrough, BudgetThrough, MEMORY_ANSWER, memoryThrough } from './agent-through-ports.js'
import {
  type AnswerLine,
  type Arrival,
  type InLine,
  type OutLine,
  type RecordedAgent,
  type Recording,
  type RecordingLine,
  type RecordingSource,
  readError,
  readRecording,
  SteppingClock,
  seededIds,
} from './recording-lines.js'
import type { Codec, Ports } from './recording-ports.js'
import { Redactor, silenceFor } from './redactor.js'

/** A server event without secrets and audio. For a binary frame, it is only the number of audio bytes. */
export type ReplayedEvent = JsonObject | number

/** The result of a replay: the server events in the recording, and those that the replay produced. */
export interface Replay {
  recorded: ReplayedEvent[]
  replayed: ReplayedEvent[]
  /** The first difference between the two lists; absent if they are equal. */
  difference?: {
    /** Index of the different events in both lists. */
    at: number
    recorded: ReplayedEvent | undefined
    replayed: ReplayedEvent | undefined
  }
}

/**
 * Replays a recorded session with the recorded events, results and times. Uses virtual time and no network. Throws
 * `recording-unreadable` if the file is not a valid recording.
 */
export async function replayRecording(path: string): Promise<Replay> {
  return replay(await readRecording(path))
}

export async function replay(recording: Recording): Promise<Replay> {
  const player = new RecordingPlayer(recording)
  const incoming = recording.lines.filter((line): line is InLine => line.kind === 'in')
  for (const [at, line] of incoming.entries()) {
    player.take(line)
    if (!incoming[at + 1]?.together) await settled()
  }
  const recorded = recording.lines.filter((line): line is OutLine => line.kind === 'out').map(saidOf)
  const { replayed } = player
  const at = recorded.findIndex((event, place) => !isDeepStrictEqual(event, replayed[place]))
  const parts = at >= 0 ? at : replayed.length > recorded.length ? recorded.length : undefined
  player.close()
  if (parts === undefined || (at < 0 && isCut(recording))) return { recorded, replayed }
  return {
    recorded,
    replayed,
    difference: { at: parts, recorded: recorded[parts], replayed: replayed[parts] },
  }
}

const isCut = ({ lines }: Recording) =>
  !lines.some((line) => line.kind === 'in' && line.from === 'close') || lines.at(-1)?.kind === 'cut'

const saidOf = (line: OutLine): ReplayedEvent => ('event' in line ? (line.event as JsonObject) : line.sound)

/** Resolves when all code has continued that waits for nothing outside this process. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

class RecordingPlayer {
  readonly replayed: ReplayedEvent[] = []
  readonly #session: RealtimeSession
  readonly #ports: ReplayPorts
  readonly #clock: SteppingClock
  readonly #startedAt: number
  readonly #redactor = new Redactor([])

  constructor({ session: head, lines }: Recording) {
    this.#ports = new ReplayPorts(lines, (recorded: RecordedAgent) => agentOf(recorded))
    this.#startedAt = head.startedAt
    this.#clock = new SteppingClock(head.startedAt, this.#ports.schedule)
    this.#session = new RealtimeSession({
      id: head.id,
      agent: agentThrough(this.#ports.agent(0) as Agent, this.#ports),
      locked: head.locked,
      preset: head.preset,
      limits: { ...defaultSessionLimits, ...head.limits },
      memory: lines.some(isAboutMemory) ? memoryThrough(uncounted, this.#ports) : uncounted,
      budgets: head.budgets.map((scope) => new BudgetThrough(new Budget(scope, {}), this.#ports)),
      tap: this.#tap,
      clock: this.#clock,
      logger: silentLogger,
      newId: seededIds(head.seed),
    })
  }

  take(line: InLine): void {
    this.#clock.step(this.#startedAt + line.at)
    const session = this.#session
    switch (line.from) {
      case 'client':
        session.receive('text' in line ? line.text : JSON.stringify(withSilence(line.event)))
        break
      case 'microphone':
        session.receiveAudio(new Uint8Array(line.bytes))
        break
      case 'line':
        session.conversation.say(line.say, { aside: false })
        break
      case 'frame':
        session.refuseFrame()
        break
      case 'slowed':
        session.tellSlowed(line.bytesPerSecond)
        break
      case 'connection':
        session.view = line.view
        this.#greet(line)
        break
      case 'timer':
        this.#ports.fire(line.call)
        break
      case 'snapshot':
        this.#restore(line)
        break
      case 'recovery':
        recoverSession(session)
        break
      case 'close':
        session.close()
        break
      default:
        this.#ports.arrive(line, line)
    }
  }

  close(): void {
    this.#session.close()
  }

  #greet({ greeting: { resume, voice } }: InLine & { from: 'connection' }): void {
    sendGreeting({ start() {} }, this.#session, {
      resume: resume && { lastEventId: resume.lastEventId },
      voice: voice && { ...voice, resumeToken: MASK },
    })
  }

  #restore({ facts, items, last }: InLine & { from: 'snapshot' }): void {
    const snapshot = { facts: facts as unknown as SessionFacts, items: items as unknown as HistoryItem[] }
    this.#session.outbox.restore([], last)
    restoreSnapshot(this.#session, { ...snapshot, tools: undefined })
  }

  #said({ data }: OutboxEntry): void {
    this.replayed.push(
      typeof data === 'string'
        ? (this.#redactor.json(parseShallow(data, MAX_FILE_NESTING) as JsonObject) as JsonObject)
        : (decodeFrame(data)?.pcm.byteLength ?? 0),
    )
  }

  get #tap(): SessionRecorderTap {
    const nothing = () => {}
    return {
      took: nothing,
      closed: nothing,
      erased: nothing,
      said: (entry) => this.#said(entry),
      committed: () =>
        this.#ports.answer('waits', () => false)
          ? this.#ports.once('store', async () => {}, { encode: () => null, decode: () => undefined })
          : undefined,
    }
  }
}

const isAboutMemory = (line: RecordingLine) => line.kind === 'answer' && line.of === MEMORY_ANSWER

function withSilence(event: JsonValue): JsonValue {
  if (Array.isArray(event)) return event.map(withSilence)
  if (event === null || typeof event !== 'object') return event
  return mapMembers(
    event,
    (value, name) => (name === 'audio' ? silenceFor(value) : undefined) ?? withSilence(value),
  )
}

type AgentMaker = (recorded: RecordedAgent) => object

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

/** Returns the recorded results at the recorded times, and calls nothing. */
class ReplayPorts implements Ports {
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

  /** The recorded result of this call. Throws if the recording has none under this name. */
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
