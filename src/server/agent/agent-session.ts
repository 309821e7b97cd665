import { type Credentials, credentialsFromEnv } from '../../environment.js'
import { VoiceError } from '../../errors.js'
import type { Toolkit } from '../../toolkit/model/tool.js'
import type { LanguageModel } from '../model/language-model.js'
import type { SpeechToText } from '../model/speech-to-text.js'
import type { TextToSpeech } from '../model/text-to-speech.js'
import type { TurnDetector } from '../model/turn-detector.js'
import type { Vad } from '../model/vad.js'
import { type ApprovalPolicy, defaultReplyLimits, type ReplyLimits, type ToolSet } from './agent.js'

/** A provider string (several with commas between them), an engine, a list of both, or none. */
export type EngineChoice<T extends object> = string | T | readonly (string | T)[] | null

/** What an agent is made of. Provider strings are resolved, and unknown ones refused, when the server starts. */
export interface AgentSessionOptions {
  /** `provider/model:language`, such as `deepgram/nova-3:en`, or several, tried in order when one fails. @default none: clients open in text */
  stt?: EngineChoice<SpeechToText>
  /** `provider/model`, a language model, or a list tried in order when one fails. @default 'builtin/router' */
  llm?: string | LanguageModel | readonly (string | LanguageModel)[]
  /** `provider/model:voice`, or several, tried in order when one fails. @default none: answers are text */
  tts?: EngineChoice<TextToSpeech>
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
  Omit<AgentSessionOptions, 'limits' | 'tools' | 'locale' | 'llm' | 'vad' | 'turnDetection'>
> & {
  llm: string | LanguageModel
  vad: string | Vad
  turnDetection: string | TurnDetector
  tools: readonly Toolkit[]
  locale: string | undefined
  limits: ReplyLimits
}

/** What may change about an agent while it serves. */
export type AgentChange = Pick<AgentSessionOptions, 'tools' | 'instructions' | 'approve' | 'toolSet'>

/** Describes an agent. One object serves every session; each session id has its own conversation. */
export class AgentSession {
  #description: AgentDescription
  readonly #listeners = new Set<(change: AgentChange) => void>()

  constructor(options: AgentSessionOptions = {}) {
    const [llm = 'builtin/router', ...others] = [options.llm ?? []].flat()
    this.#description = {
      stt: options.stt ?? null,
      llm,
      tts: options.tts ?? null,
      vad: options.vad ?? 'silero/v5',
      turnDetection: options.turnDetection ?? 'semantic/v1',
      tools: checkedTools(options.tools),
      instructions: options.instructions ?? '',
      credentials: options.credentials ?? credentialsFromEnv(),
      fallback: [...others, ...(options.fallback ?? [])],
      approve: options.approve ?? 'writes',
      toolSet: options.toolSet ?? 'auto',
      locale: options.locale,
      limits: { ...defaultReplyLimits, ...options.limits },
    }
  }

  /** Every option with its value, as it is now. */
  get description(): AgentDescription {
    return this.#description
  }

  /**
   * Changes what the agent can do and is told. Every session, also one that is open, has it from its next turn on; calls under way
   * finish with the tools they began with.
   */
  update(change: AgentChange): void {
    const { tools, instructions, approve, toolSet } = change
    this.#description = {
      ...this.#description,
      ...(tools !== undefined && { tools: checkedTools(tools) }),
      ...(instructions !== undefined && { instructions }),
      ...(approve !== undefined && { approve }),
      ...(toolSet !== undefined && { toolSet }),
    }
    for (const listener of this.#listeners) listener(change)
  }

  /** Hears of every change from now on. Returns what ends it. */
  onUpdate(listener: (change: AgentChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

function checkedTools(tools: AgentSessionOptions['tools']): readonly Toolkit[] {
  const list = tools ?? []
  if (Array.isArray(list) && list.every((toolkit) => typeof toolkit?.getFunctions === 'function')) return list
  throw new VoiceError(
    'tools-invalid',
    'The option "tools" must be a list of toolkits, each with getFunctions(). Wrap a single function with defineTool().',
  )
}
