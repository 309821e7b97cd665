import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { messageOf, VoiceError } from '../../errors.js'
import type { Clock } from '../../ports.js'
import { isObject } from '../../protocol/is-object.js'
import { MAX_FILE_NESTING } from '../../protocol/nesting.js'
import { parseJson } from '../../protocol/parse-json.js'
import type { ProviderNames } from '../../protocol/voice-events.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../toolkit/model/json.js'
import type { ApprovalPolicy, ToolAnnotations, ToolDefinition } from '../../toolkit/model/tool.js'
import type { ReplyLimits } from '../agent/agent.js'
import type { BudgetScope } from '../agent/budget.js'
import { ModelError, type ModelFailure, modelFault, type ProviderFailure } from '../model/model-error.js'
import type { SessionLimits } from '../model/session-limits.js'
import { SpeechError, type SpeechFailure } from '../model/speech-error.js'
import type { VoiceModel } from '../model/voice-model.js'
import type { SessionInput } from '../realtime/session-tap.js'

export const RECORDING_VERSION = 1

/** The asynchronous dependencies. Their calls are numbered from 1 (`call`). */
export type RecordingSource =
  | 'model'
  | 'voice-model'
  | 'tool'
  | 'stt'
  | 'partial'
  | 'tts'
  | 'vad'
  | 'turn'
  | 'store'

export interface LineSink {
  write(line: RecordingLine): void
  /** Ends the recording with a line for `reason`. The session continues. */
  cut(reason: string): void
  close(): void
  erase(): void
  /** Resolves when all earlier lines are written, or could not be written. */
  flushed(): Promise<void>
}

/** One line of a recording. `at` is the time in milliseconds since the start of the session. */
export type RecordingLine = SessionLine | AgentLine | InLine | AnswerLine | OutLine | CutLine

interface SessionLine {
  kind: 'session'
  version: typeof RECORDING_VERSION
  id: string
  /** Identifies the API key that opened the session, but does not reveal the key. */
  owner: string
  startedAt: number
  /** A seed from which all ids of the session are derived. */
  seed: string
  locked: boolean
  preset?: JsonObject
  /** The limits of the session. @default the limits of the server version that replays the recording */
  limits?: Partial<SessionLimits>
  agent: RecordedAgent
  budgets: BudgetScope[]
}

/** The agent after a change. Its tools and approval rules apply from the next turn on. */
interface AgentLine {
  kind: 'agent'
  agent: RecordedAgent
}

/** The recorded description of an agent. It has no engines, instructions or credentials. */
export interface RecordedAgent {
  /** Names of the models, in the order in which they are tried. */
  models: string[]
  /** Maximum number of tools for each model that cannot get all tools of the agent. */
  maxTools?: Record<string, number>
  tools: RecordedTool[]
  searches: boolean
  approve: ApprovalPolicy
  limits: ReplyLimits
  /** Language tag of the agent's built-in messages. */
  locale: string
  providers: ProviderNames
  speech?: RecordedSpeech
}

export interface RecordedSpeech {
  stt: { name: string; streams: boolean } | null
  tts: string | null
  vad: string | null
  voiceModel?: Pick<VoiceModel, 'name' | 'traits'>
  turnDetector: { name: string; needsWords: boolean; judgesSound: boolean }
  language?: string
}

export interface RecordedTool {
  name: string
  description: string
  parameters: JsonSchema
  annotations: ToolAnnotations
  approve?: ApprovalPolicy
  dryRun: boolean
  /** Of a tool that was made from a request. `search` is there if models get only some of the tools. */
  request?: { title: string; inPath: string[]; search?: RecordedSearch }
}

export type RecordedSearch = Pick<ToolDefinition, 'method' | 'path' | 'folder' | 'words' | 'output'>

/** An input of the session. `together`: the input arrived in the same batch as the input of the previous line. */
export type InLine = { at: number; kind: 'in'; together?: true } & Incoming

export type Incoming =
  /** A client message is recorded as `text` if it is not valid JSON, otherwise as `event`. */
  | SessionInput
  | { from: 'client'; event: JsonValue }
  | { from: 'timer'; call: number }
  | { from: 'close' }
  | ({ from: RecordingSource; call: number } & Arrival)

/** A step in a result: values, then an end or error; without a stream, one value or error. */
export type Arrival = { value: JsonValue } | { end: true } | { error: RecordedError }

export type RecordedError = {
  message: string
  model?: { name: string; failure: string } & Omit<ProviderFailure, 'message'>
  speech?: { provider: string; failure: string }
}

/** A result of `Ports.answer`, from call `n` (0 is the first) to the next line with the same `of`. */
export interface AnswerLine {
  kind: 'answer'
  of: string
  n: number
  value: JsonValue
}

/** An output to the client: an event, or a binary frame. `sound` is the size of the audio in the frame, in bytes. */
export type OutLine = { at: number; kind: 'out' } & ({ event: JsonValue } | { sound: number })

interface CutLine {
  kind: 'cut'
  reason: string
}

export function writeError(thrown: unknown): RecordedError {
  const message = messageOf(thrown)
  if (thrown instanceof ModelError) {
    const { model: name, message: _, ...fault } = modelFault(thrown)
    return { message, model: { name, ...fault } }
  }
  if (thrown instanceof SpeechError) {
    const { provider, failure } = thrown
    return { message, speech: { provider, failure } }
  }
  return { message }
}

export function readError({ message, model, speech }: RecordedError): Error {
  if (model) {
    const { name, failure, ...details } = model
    return new ModelError(failure as ModelFailure, { model: name, message, ...details })
  }
  if (speech) return new SpeechError(speech.failure as SpeechFailure, { provider: speech.provider, message })
  return new Error(message)
}

export interface Recording {
  session: SessionLine
  lines: RecordingLine[]
}

/** Reads a recording from a file. An incomplete last line is ignored. Throws `recording-unreadable`. */
export async function readRecording(path: string): Promise<Recording> {
  try {
    return parseRecording(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof VoiceError) throw error
    throw unreadable(`${path} cannot be read: ${messageOf(error)}.`)
  }
}

export function parseRecording(text: string): Recording {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const lines = whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line, at) => parseLine(line, at + 1))
  const [session] = lines
  if (session?.kind !== 'session')
    throw unreadable('This is no recording: its first line describes no session.')
  if (session.version !== RECORDING_VERSION)
    throw unreadable(
      `The recording has version ${String(session.version)}; this program reads version ${RECORDING_VERSION}.`,
    )
  return { session, lines }
}

const MAX_LINE_NESTING = MAX_FILE_NESTING + 8

function parseLine(line: string, number: number): RecordingLine {
  let value: unknown
  try {
    value = parseJson(line, MAX_LINE_NESTING)
  } catch (error) {
    throw unreadable(`Line ${number} of the recording is not JSON (${messageOf(error)}).`)
  }
  if (isObject(value) && typeof value.kind === 'string') return value as unknown as RecordingLine
  throw unreadable(`This is no recording: its line ${number} is not an object with a "kind".`)
}

const unreadable = (message: string) => new VoiceError('recording-unreadable', message)

/** Ids from a seed, the same in a replay. Without the seed, they cannot be guessed. */
export function seededIds(seed: string): (prefix: string) => string {
  let count = 0
  return (prefix) => {
    count += 1
    const digest = createHash('sha256').update(`${seed} ${count}`).digest('hex')
    return `${prefix}_${digest.slice(0, 24)}`
  }
}

/** Starts timer `number` by the clock or by a recording. Returns its cancelling. */
type Timers = (number: number, callback: () => void, delayMs: number) => () => void

/** A clock that changes only when an input arrives, so that a replay reads the same times. */
export class SteppingClock implements Clock {
  readonly #timers: Timers
  #now: number
  #count = 0

  constructor(now: number, timers: Timers) {
    this.#now = now
    this.#timers = timers
  }

  now(): number {
    return this.#now
  }

  /** Sets the clock to `now`, the time of an input. The clock never goes back. */
  step(now: number): void {
    this.#now = Math.max(this.#now, now)
  }

  schedule(callback: () => void, delayMs: number): () => void {
    this.#count += 1
    return this.#timers(this.#count, callback, delayMs)
  }
}
