import { type Credentials, credentialsFromEnv } from '../../environment.js'
import { VoiceError } from '../../errors.js'
import type { Toolkit } from '../../toolkit/model/tool.js'
import type { LanguageModel } from '../model/language-model.js'
import type { SpeechToText } from '../model/speech-to-text.js'
import type { TextToSpeech } from '../model/text-to-speech.js'
import type { TurnDetector } from '../model/turn-detector.js'
import type { Vad } from '../model/vad.js'
import { type ApprovalPolicy, defaultReplyLimits, type ReplyLimits, type ToolSet } from './agent.js'

/** What an agent is made of. Provider strings are resolved, and unknown ones refused, when the server starts. */
export interface AgentSessionOptions {
  /** `provider/model:language`, such as `deepgram/nova-3:en`. @default none: clients open in text */
  stt?: string | SpeechToText | null
  /** `provider/model`, or a language model. @default 'builtin/router' */
  llm?: string | LanguageModel
  /** `provider/model:voice`. @default none: answers are text */
  tts?: string | TextToSpeech | null
  /** `name/version`. @default 'silero/v5' */
  vad?: string | Vad | null
  /** `name/version`. @default 'semantic/v1' */
  turnDetection?: string | TurnDetector | null
  /** Toolkits; anything with `getFunctions()` is one. @default none */
  tools?: readonly Toolkit[] | null
  /** What the operator tells the agent; never shown to a client. @default '' */
  instructions?: string
  /** Keys and addresses of the providers. @default credentialsFromEnv() */
  credentials?: Credentials
  /** Tried in order when the language model fails. @default none */
  fallback?: readonly (string | LanguageModel)[]
  /** Which calls wait for the user's yes. @default 'writes' */
  approve?: ApprovalPolicy
  /** Whether the model gets all tools or finds them by search. @default 'auto' */
  toolSet?: ToolSet
  /** Language of what the agent says by itself. @default the language of `stt`, else `en` */
  locale?: string
  limits?: Partial<ReplyLimits>
}

/** Every option with its value. */
export type AgentDescription = Required<
  Omit<AgentSessionOptions, 'limits' | 'tools' | 'locale' | 'vad' | 'turnDetection'>
> & {
  vad: string | Vad
  turnDetection: string | TurnDetector
  tools: readonly Toolkit[]
  locale: string | undefined
  limits: ReplyLimits
}

/** Describes an agent. One object serves every session; each session id has its own conversation. */
export class AgentSession {
  readonly description: AgentDescription

  constructor(options: AgentSessionOptions = {}) {
    const tools = options.tools ?? []
    if (!Array.isArray(tools) || !tools.every((toolkit) => typeof toolkit?.getFunctions === 'function')) {
      throw new VoiceError(
        'tools-invalid',
        'The option "tools" must be a list of toolkits, each with getFunctions(). Wrap a single function with defineTool().',
      )
    }
    this.description = {
      stt: options.stt ?? null,
      llm: options.llm ?? 'builtin/router',
      tts: options.tts ?? null,
      vad: options.vad ?? 'silero/v5',
      turnDetection: options.turnDetection ?? 'semantic/v1',
      tools,
      instructions: options.instructions ?? '',
      credentials: options.credentials ?? credentialsFromEnv(),
      fallback: options.fallback ?? [],
      approve: options.approve ?? 'writes',
      toolSet: options.toolSet ?? 'auto',
      locale: options.locale,
      limits: { ...defaultReplyLimits, ...options.limits },
    }
  }
}
