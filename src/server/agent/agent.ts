import type { AgentTexts } from '../../languages/agent-texts.js'
import type { ProviderNames } from '../../protocol/voice-events.js'
import type { ApprovalPolicy } from '../../toolkit/model/tool.js'
import type { LanguageModel } from '../model/language-model.js'
import type { SpeechToText } from '../model/speech-to-text.js'
import type { TextToSpeech } from '../model/text-to-speech.js'
import type { TurnDetector } from '../model/turn-detector.js'
import type { Vad } from '../model/vad.js'
import type { VoiceModel } from '../model/voice-model.js'
import type { UserFacts } from './moment.js'
import type { OfferedTools } from './offered-tools.js'

export type { ApprovalPolicy } from '../../toolkit/model/tool.js'
export type { ToolSet } from './offered-tools.js'

/** Limits of one reply. They make sure that every reply ends. */
export interface ReplyLimits {
  /** Maximum requests to language models in one reply. @default 16 */
  maxSteps: number
  /** Maximum tool calls in one answer of a model. Further calls are refused. @default 16 */
  maxCallsPerStep: number
  /**
   * Maximum bytes of the arguments of one tool call. If they are longer, the rest of the model's answer is not read.
   * @default 262144
   */
  maxArgumentBytes: number
  /**
   * Maximum number of model answers with malformed or refused tool calls. One more such answer ends the reply.
   * @default 3
   */
  maxBadSteps: number
  /** Maximum time for the whole reply, in milliseconds. @default 120000 */
  replyTimeoutMs: number
  /** Maximum wait for the next chunk of the model's answer, in milliseconds. @default 30000 */
  modelSilenceMs: number
  /** Maximum time for one tool call with all its retries, in milliseconds. @default 60000 */
  toolTimeoutMs: number
  /**
   * If a tool runs longer than this time, a spoken reply says a sentence such as "Still working on it...". In
   * milliseconds.
   * @default 2500
   */
  fillerAfterMs: number
  /**
   * If a tool runs longer than this time, its call goes on in the background: the model is told so and answers, and the
   * user can go on talking. The result comes into the conversation at the next pause. In milliseconds.
   * @default 8000
   */
  backgroundAfterMs: number
  /** An approval request expires after this time, in milliseconds. @default 120000 */
  approvalTimeoutMs: number
  /** Maximum tokens of history that a model gets. Older results, then older turns are left out. @default 24000 */
  maxHistoryTokens: number
  /**
   * Maximum input and output tokens of one reply. While a model streams, its output tokens are estimated. @default
   * 200000
   */
  maxReplyTokens: number
}

/** An agent that is ready for conversations: an `AgentSession` with engines in place of provider strings. */
export interface Agent {
  /** Each request to a model tries these models in order. */
  models: LanguageModel[]
  /** The last of `models`, if it is the built-in router that answers in place of language models. It only reads. */
  lastResort?: LanguageModel | undefined
  tools: OfferedTools
  instructions: string
  /** What the application is, from its collections. */
  application?: string
  /**
   * What operator and identity say of the user; what the client says wins. Absent: models are not told of the moment and
   * the user.
   */
  user?: UserFacts
  approve: ApprovalPolicy
  limits: ReplyLimits
  locale: AgentTexts
  providers: ProviderNames
  speech?: AgentSpeech
  /** Returns the current agent; called before each turn. Absent if the agent never changes. */
  latest?: () => Agent
}

/** Speech engines of an agent. `null` if not configured. */
export interface AgentSpeech {
  stt: SpeechToText | null
  tts: TextToSpeech | null
  vad: Vad | null
  turnDetector: TurnDetector
  /** The model that hears and speaks in place of all of these; they are then `null`. Absent: none. */
  voiceModel?: VoiceModel | undefined
  /** Expected language of the user, as a language tag. `undefined` if not configured. */
  language?: string | undefined
}
