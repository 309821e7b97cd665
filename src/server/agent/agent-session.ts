import { type Credentials, credentialsFromEnv } from '../../environment.js'
import { VoiceError } from '../../errors.js'
import type { Toolkit } from '../../toolkit/model/tool.js'
import { defaultReplyLimits } from '../defaults.js'
import type { AiSdkModel } from '../model/ai-sdk-model.js'
import { type LanguageModel, ROUTER } from '../model/language-model.js'
import type { ShowModel } from '../model/show-model.js'
import type { SpeechToText } from '../model/speech-to-text.js'
import type { TextToSpeech } from '../model/text-to-speech.js'
import type { TurnDetector } from '../model/turn-detector.js'
import type { Vad } from '../model/vad.js'
import { withDefaults } from '../model/with-defaults.js'
import type { ApprovalPolicy, ReplyLimits, ToolSet } from './agent.js'
import { isTimezone } from './moment.js'
import { mergeTools } from './offered-tools.js'

/**
 * The choice of an engine:
 * - a provider string such as `deepgram/nova-3`, or several that are separated by commas
 * - an engine
 * - a list of provider strings and engines
 * - `null` for no engine
 */
export type EngineChoice<T extends object> = string | T | readonly (string | T)[] | null

/** The choice of a language model. */
export type ModelChoice = string | LanguageModel | AiSdkModel

/** Options of an agent. Unknown provider strings are rejected at startup. */
export interface AgentSessionOptions {
  /**
   * `provider/model:language`, such as `deepgram/nova-3:en`. If an engine of a list fails, the next one is used.
   * @default none: clients start with text input
   */
  stt?: EngineChoice<SpeechToText>
  /**
   * `provider/model`, a language model, or a model of the AI SDK such as `anthropic('claude-haiku-5-5')`. If a model of a
   * list fails, the next one is used.
   * @default 'builtin/router'
   */
  llm?: ModelChoice | readonly ModelChoice[]
  /** `provider/model:voice`. If an engine of a list fails, the next one is used. @default none: answers are text */
  tts?: EngineChoice<TextToSpeech>
  /** Voice activity detection, as `name/version` or as an object. @default 'silero/v5' */
  vad?: string | Vad | null
  /** Turn detection, as `name/version` or as an object. @default 'semantic/v1' */
  turnDetection?: string | TurnDetector | null
  /**
   * One model that hears and speaks, as `provider/model` or `provider/model:voice`, such as `openai/gpt-realtime-2.1`. It
   * takes the place of `stt`, `tts`, `vad` and `turnDetection`, and of `llm` if it calls tools itself.
   * @default none
   */
  voiceModel?: string | null
  /** Toolkits: objects with a `getFunctions()` method. @default none */
  tools?: readonly Toolkit[] | null
  /** Instructions from the operator; clients never see them. @default '' */
  instructions?: string
  /** Keys and base URLs of the providers. @default credentialsFromEnv() */
  credentials?: Credentials
  /**
   * `builtin/router`: if all language models fail, the built-in router answers. It says so, and only reads.
   * @default null
   */
  fallback?: 'builtin/router' | null
  /** Which calls need the user's approval. @default 'writes' */
  approve?: ApprovalPolicy
  /** Whether the model gets all tools or searches for them. @default 'auto' */
  toolSet?: ToolSet
  /** Language of the agent's built-in messages. @default the language of `stt`, else `en` */
  locale?: string
  /** Time zone of the users, such as `Europe/Berlin`, if neither client nor identity names one. @default the server's */
  timezone?: string
  limits?: Partial<ReplyLimits>
  /** Receives all requests to language models and their answers, as Markdown, for people. @default none */
  showModel?: ShowModel
}

/** All options with their values; defaults are filled in. */
export type AgentDescription = Required<
  Omit<
    AgentSessionOptions,
    'limits' | 'tools' | 'locale' | 'timezone' | 'showModel' | 'llm' | 'vad' | 'turnDetection'
  >
> & {
  llm: readonly ModelChoice[]
  vad: string | Vad
  turnDetection: string | TurnDetector
  tools: readonly Toolkit[]
  locale: string | undefined
  timezone: string | undefined
  showModel: ShowModel | undefined
  limits: ReplyLimits
}

/** The options that can change while the agent serves. */
export type AgentChange = Pick<AgentSessionOptions, 'tools' | 'instructions' | 'approve' | 'toolSet'>

/** Describes an agent: its models, speech engines, tools and instructions. One object can serve all sessions. */
export class AgentSession {
  #description: AgentDescription
  readonly #listeners = new Set<(change: AgentChange) => void>()
  #unfollow = () => {}

  constructor(options: AgentSessionOptions = {}) {
    this.#description = {
      stt: options.stt ?? null,
      llm: checkedModels([options.llm ?? []].flat()),
      tts: options.tts ?? null,
      vad: options.vad ?? 'silero/v5',
      turnDetection: options.turnDetection ?? 'semantic/v1',
      voiceModel: checkedVoiceModel(options),
      tools: checkedTools(options.tools),
      instructions: options.instructions ?? '',
      credentials: options.credentials ?? credentialsFromEnv(),
      fallback: checkedFallback(options.fallback),
      approve: options.approve ?? 'writes',
      toolSet: options.toolSet ?? 'auto',
      locale: options.locale,
      timezone: checkedTimezone(options.timezone),
      showModel: options.showModel,
      limits: withDefaults(defaultReplyLimits, options.limits),
    }
    this.#follow()
  }

  get description(): AgentDescription {
    return this.#description
  }

  /**
   * Changes tools, instructions, approval policy or tool set. All sessions use the change from their next turn on. Throws
   * what `getFunctions` of a toolkit throws; then nothing changes.
   */
  update(change: AgentChange): void {
    const { instructions, approve, toolSet } = change
    const { tools: before } = this.#description
    const tools = change.tools === undefined ? undefined : checkedTools(change.tools)
    if (tools) mergeTools(tools)
    this.#description = withDefaults(this.#description, { tools, instructions, approve, toolSet })
    if (this.#description.tools !== before) this.#follow()
    for (const listener of this.#listeners) listener(change)
  }

  /** Calls the listener on every change. Returns a function that removes the listener. */
  onUpdate(listener: (change: AgentChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Offers the current tools of toolkits whose tools change, such as those of an MCP server. */
  #follow(): void {
    this.#unfollow()
    const { tools } = this.#description
    const stops = tools.flatMap((toolkit) => toolkit.onChange?.(() => this.update({ tools })) ?? [])
    this.#unfollow = () => {
      for (const stop of stops) stop()
    }
  }
}

function checkedModels(models: ModelChoice[]): ModelChoice[] {
  if (models.length === 0) return [ROUTER]
  if (models.length === 1 || !models.includes(ROUTER)) return models
  throw new VoiceError(
    'wrong-usage',
    `"${ROUTER}" is no language model, so it cannot be one of several. With the setting "fallback" (--fallback ${ROUTER}), it answers if all language models fail, and only reads.`,
  )
}

const REPLACED = ['stt', 'tts', 'vad', 'turnDetection'] as const

function checkedVoiceModel(options: AgentSessionOptions): AgentDescription['voiceModel'] {
  const model = options.voiceModel ?? null
  const other = model === null ? undefined : REPLACED.find((name) => (options[name] ?? null) !== null)
  if (other === undefined) return model
  throw new VoiceError(
    'wrong-usage',
    `A voice model hears, speaks and takes turns by itself, so "${other}" has no use beside "voiceModel". Leave out one of the two.`,
  )
}

function checkedFallback(fallback: AgentSessionOptions['fallback']): AgentDescription['fallback'] {
  if (fallback === undefined || fallback === null) return null
  if (fallback === ROUTER) return fallback
  throw new VoiceError(
    'wrong-usage',
    `The option "fallback" takes "${ROUTER}" only. Put further language models into "llm", in order.`,
  )
}

function checkedTimezone(timezone: string | undefined): string | undefined {
  if (timezone === undefined || isTimezone(timezone)) return timezone
  throw new VoiceError(
    'wrong-usage',
    `There is no time zone "${timezone.slice(0, 80)}". Use an IANA name such as Europe/Berlin.`,
  )
}

function checkedTools(tools: AgentSessionOptions['tools']): readonly Toolkit[] {
  const list = tools ?? []
  if (Array.isArray(list) && list.every((toolkit) => typeof toolkit?.getFunctions === 'function')) return list
  throw new VoiceError(
    'tools-invalid',
    'The option "tools" must be a list of toolkits, each with getFunctions(). Wrap a single function with defineTool().',
  )
}
