import type { AgentTexts } from '../../languages/agent-texts.js'
import type { ProviderNames } from '../../protocol/voice-events.js'
import type { ApprovalPolicy } from '../../toolkit/model/tool.js'
import type { LanguageModel } from '../model/language-model.js'
import type { SpeechToText } from '../model/speech-to-text.js'
import type { TextToSpeech } from '../model/text-to-speech.js'
import type { TurnDetector } from '../model/turn-detector.js'
import type { Vad } from '../model/vad.js'
import type { OfferedTools } from './offered-tools.js'

export type { ApprovalPolicy } from '../../toolkit/model/tool.js'
export type { ToolSet } from './offered-tools.js'

/** Limits of one reply, so that it always ends. */
export interface ReplyLimits {
  /** LLM requests in one reply. @default 8 */
  maxSteps: number
  /** Tool calls in one step; further ones are refused. @default 16 */
  maxCallsPerStep: number
  /** Bytes of the arguments of one tool call; at a longer one the model is read no further. @default 262144 */
  maxArgumentBytes: number
  /** Steps with a malformed tool call before the reply gives up. @default 3 */
  maxBadSteps: number
  /** Time for a whole reply. @default 120000 */
  replyTimeoutMs: number
  /** Maximum silence of a model before its first chunk, and between two chunks. @default 30000 */
  modelSilenceMs: number
  /** Time for one tool call, all its retries included. @default 60000 */
  toolTimeoutMs: number
  /** How long a tool may run before the agent says a filler sentence. @default 2500 */
  fillerAfterMs: number
  /** How long an approval request stays open. @default 120000 */
  approvalTimeoutMs: number
  /** Tokens of history sent to a model; older turns are left out. @default 24000 */
  maxHistoryTokens: number
  /** Input and output tokens that one reply may use; estimated while a model streams. @default 200000 */
  maxReplyTokens: number
}

/** A resolved agent: what `AgentSession` describes, ready to hold conversations. */
export interface Agent {
  /** Tried in order; each step starts with the first. The embedded router may be the last. */
  models: LanguageModel[]
  tools: OfferedTools
  instructions: string
  approve: ApprovalPolicy
  limits: ReplyLimits
  locale: AgentTexts
  providers: ProviderNames
  /** Speech engines; absent for a text-only agent. */
  speech?: AgentSpeech
  /**
   * Returns the current agent, with changes made while it serves; called before each turn. Absent: the agent never
   * changes.
   */
  latest?: () => Agent
}

/** Speech engines of an agent; `null` for an engine that is not configured. */
export interface AgentSpeech {
  stt: SpeechToText | null
  tts: TextToSpeech | null
  vad: Vad | null
  turnDetector: TurnDetector
  /** Expected language of the user, as a language tag; `undefined` when it is not configured. */
  language?: string | undefined
}
