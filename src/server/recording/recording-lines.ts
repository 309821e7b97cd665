import type { ProviderNames } from '../../protocol/voice-events.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../toolkit/model/json.js'
import type { ApprovalPolicy, ToolAnnotations, ToolDefinition } from '../../toolkit/model/tool.js'
import type { ReplyLimits } from '../agent/agent.js'
import type { BudgetScope } from '../agent/budget.js'
import type { SessionLimits } from '../model/session-limits.js'
import type { TappedGreeting } from '../realtime/session-tap.js'
import type { SessionView } from '../realtime/session-view.js'

/** The version of what is written below; a reader refuses others. */
export const RECORDING_VERSION = 1

/** Everything from outside that a session waits for. The calls of each are numbered in the order in which they are made. */
export type Source = 'model' | 'tool' | 'stt' | 'partial' | 'tts' | 'vad' | 'turn' | 'store'

/** One line of a recording. `at` is in milliseconds since the session began. */
export type RecordingLine = SessionLine | AgentLine | InLine | AnswerLine | OutLine | CutLine

/** The first line: all that a session is made of. */
export interface SessionLine {
  kind: 'session'
  version: typeof RECORDING_VERSION
  id: string
  /** Stands for the key that opened the session; the key cannot be read from it. */
  owner: string
  /** Milliseconds since the epoch. */
  startedAt: number
  /** All ids of the session follow from it. */
  seed: string
  locked: boolean
  preset?: JsonObject
  /** @default those of the version that replays */
  limits?: Partial<SessionLimits>
  agent: RecordedAgent
  budgets: BudgetScope[]
}

/** The agent was changed while it served: its tools and rules from the next turn on. */
export interface AgentLine {
  kind: 'agent'
  agent: RecordedAgent
}

/** An agent without its engines, instructions and credentials. */
export interface RecordedAgent {
  /** Names, in the order in which they are tried. */
  models: string[]
  /** How many tools some of them are offered at a time; only where there are more. */
  maxTools?: Record<string, number>
  tools: RecordedTool[]
  /** Whether models find the tools by search. */
  searches: boolean
  approve: ApprovalPolicy
  limits: ReplyLimits
  /** The language tag of what it says by itself. */
  locale: string
  providers: ProviderNames
  speech?: RecordedSpeech
}

/** What is heard and said with. */
export interface RecordedSpeech {
  stt: { name: string; streams: boolean } | null
  tts: string | null
  vad: string | null
  turnDetector: { name: string; needsWords: boolean; judgesSound: boolean }
  language?: string
}

/** A tool as far as a conversation sees it. */
export interface RecordedTool {
  name: string
  description: string
  parameters: JsonSchema
  annotations: ToolAnnotations
  approve?: ApprovalPolicy
  /** Whether the exact request can be shown. */
  dryRun: boolean
  /** Present for a tool of a collection: its title, the parameters that stand in its path, and where models are offered some tools only, what they are found by. */
  request?: { title: string; inPath: string[]; search?: RecordedSearch }
}

/** What a tool of a collection is found by, beside its title, description and parameters. */
export type RecordedSearch = Pick<ToolDefinition, 'method' | 'path' | 'folder' | 'words' | 'output'>

/** Something came in. What has `together` came in one go with the line before. */
export type InLine = { at: number; kind: 'in'; together?: true } & Incoming

/** What may come in. */
export type Incoming =
  | { from: 'client'; event: JsonValue }
  /** A message that is no JSON. */
  | { from: 'client'; text: string }
  | { from: 'microphone'; bytes: number }
  /** A binary frame that is none of the protocol. */
  | { from: 'frame' }
  | { from: 'connection'; view: SessionView; greeting: TappedGreeting }
  | { from: 'timer'; call: number }
  /** Another server had the session before; what calls have left behind is not recorded. */
  | { from: 'snapshot'; facts: JsonValue; items: JsonValue[]; last: number }
  /** The other server stopped in the middle of something. */
  | { from: 'recovery' }
  | { from: 'close' }
  | ({ from: Source; call: number } & Arrival)

/** What comes of a call: values, then an end or an error. A call for one thing ends with its value. */
export type Arrival = { value: JsonValue } | { end: true } | { error: RecordedError }

/** An error as it can be thrown again. */
export interface RecordedError {
  message: string
  /** Present for a language model that failed. */
  model?: { name: string; failure: string; status?: number }
  /** Present for a recognizer or a voice that failed. */
  speech?: { provider: string; failure: string }
}

/** Something asked on the spot was answered otherwise than before: the `n`th answer, and all after it, until the next line says otherwise. */
export interface AnswerLine {
  kind: 'answer'
  of: string
  n: number
  value: JsonValue
}

/** Something was said to the client; `sound` is a binary frame of so many bytes. */
export type OutLine = { at: number; kind: 'out' } & ({ event: JsonValue } | { sound: number })

/** The recording ends here although the session went on. */
export interface CutLine {
  kind: 'cut'
  reason: string
}
