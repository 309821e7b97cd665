import type { ProviderNames } from '../../protocol/voice-events.js'
import type { ApprovalPolicy } from '../../toolkit/model/tool.js'
import type { Locale } from '../locales/locale.js'
import type { LanguageModel } from '../model/language-model.js'
import type { SpeechToText } from '../model/speech-to-text.js'
import type { TextToSpeech } from '../model/text-to-speech.js'
import type { TurnDetector } from '../model/turn-detector.js'
import type { Vad } from '../model/vad.js'
import type { ToolOffer } from './tool-offer.js'

export type { ApprovalPolicy } from '../../toolkit/model/tool.js'
export type { ToolSet } from './tool-offer.js'

/** What bounds a reply, so that it always ends. */
export interface ReplyLimits {
  /** LLM requests in one reply. @default 8 */
  maxSteps: number
  /** Tool calls in one step; further ones are refused. @default 16 */
  maxCallsPerStep: number
  /** Steps with a malformed tool call in one reply before it gives up. @default 3 */
  maxBadSteps: number
  /** Time for a whole reply. @default 120000 */
  replyTimeoutMs: number
  /** Time until a model's first sign of life, and between two of them. @default 30000 */
  modelSilenceMs: number
  /** Time for one tool call, all its retries included. @default 60000 */
  toolTimeoutMs: number
  /** How long a tool may run before a filler line is said. @default 2500 */
  fillerAfterMs: number
  /** How long a question whether to go ahead stays open. @default 120000 */
  approvalTimeoutMs: number
  /** Tokens of history a model is sent; older turns are left out. @default 24000 */
  maxHistoryTokens: number
  /** Tokens, in and out, that one reply may use. @default 200000 */
  maxReplyTokens: number
}

/** The limits of an agent that says nothing else. */
export const defaultReplyLimits = {
  maxSteps: 8,
  maxCallsPerStep: 16,
  maxBadSteps: 3,
  replyTimeoutMs: 120_000,
  modelSilenceMs: 30_000,
  toolTimeoutMs: 60_000,
  fillerAfterMs: 2_500,
  approvalTimeoutMs: 120_000,
  maxHistoryTokens: 24_000,
  maxReplyTokens: 200_000,
} as const satisfies ReplyLimits

/** An agent with everything resolved: what `AgentSession` describes, ready to hold conversations. */
export interface Agent {
  /** Tried in order, each step from the first; the embedded router may stand at the end. */
  models: LanguageModel[]
  tools: ToolOffer
  instructions: string
  approve: ApprovalPolicy
  limits: ReplyLimits
  locale: Locale
  providers: ProviderNames
  /** Ears and voice; absent for an agent that only reads and writes. */
  speech?: AgentSpeech
  /** The agent as it is now, with what was changed while it serves; asked before each turn. Absent: it never changes. */
  latest?: () => Agent
}

/** How an agent hears and speaks; `null` for what it cannot. */
export interface AgentSpeech {
  stt: SpeechToText | null
  tts: TextToSpeech | null
  vad: Vad | null
  turnDetector: TurnDetector
  /** What the user is taken to speak, as a language tag; `undefined` where nobody said. */
  language?: string | undefined
}
