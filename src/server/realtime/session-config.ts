import type { EffectiveSession } from '../../protocol/events.js'
import { fieldsOf } from '../../protocol/is-object.js'
import type { ProviderNames } from '../../protocol/voice-events.js'
import type { UserFacts } from '../agent/moment.js'
import { defaultSessionLimits } from '../defaults.js'
import type { SessionServer } from '../mcp/session-servers.js'
import type { ModelRequest } from '../model/language-model.js'
import type { SessionLimits } from '../model/session-limits.js'
import type { RecognitionHints } from '../model/speech-to-text.js'
import { type AudioFormat, type LineFormats, PCM_RATE } from '../speech/audio/audio-format.js'
import {
  type ConfigFields,
  type Detection,
  effectiveDetection,
  formatField,
  initialSettings,
  isOtherServer,
  isOwnServer,
  mergeSettings,
  readFormat,
  refuseTooManySettings,
  toAudioFormat,
  toMaxTokens,
  toToolChoice,
  voiceOf,
} from './session-settings.js'

/** Audio formats that the client cannot change, in the form of `format` fields. */
type FixedFormats = Record<keyof LineFormats, object>

export interface SessionConfigOptions {
  sessionId: string
  expiresAt: number
  providers: ProviderNames
  /** If true, the client can change only `audio`, `output_modalities`, `timezone` and `language`; its other settings are ignored. */
  locked: boolean
  /** The settings that belong to the client's short-lived key. They also apply in a locked session. */
  preset?: Record<string, unknown> | undefined
  /** @default defaultSessionLimits */
  limits?: SessionLimits | undefined
  /** Returns those tools of the client that can be offered together with the server's tools. */
  usableTools: (tools: readonly object[]) => object[]
  /** Origins of the MCP servers that the client may add. @default none */
  mcpOrigins?: readonly string[] | undefined
}

export interface SavedConfig {
  /** The requested settings. Stored sessions and recordings contain this field name, so it must not change. */
  wishes: ConfigFields
  preset: ConfigFields
  expiresAt: number
}

interface AudioFields {
  input: ConfigFields
  output: ConfigFields
}

export class SessionConfig {
  readonly #options: SessionConfigOptions
  readonly #defaults: ConfigFields
  #requested: ConfigFields
  #preset: ConfigFields
  #expiresAt: number
  #fixed: FixedFormats | undefined

  constructor(options: SessionConfigOptions) {
    this.#options = options
    this.#expiresAt = options.expiresAt
    this.#defaults = initialSettings(options.providers)
    this.#requested = this.#defaults
    if (options.preset) this.#merge(options.preset, { isLocked: false })
    this.#preset = this.#requested
  }

  /** The requested settings as JSON, for a handover to another server. */
  save(): SavedConfig {
    return { wishes: this.#requested, preset: this.#preset, expiresAt: this.#expiresAt }
  }

  restore({ wishes, preset, expiresAt }: SavedConfig): void {
    this.#requested = wishes
    this.#preset = preset
    this.#expiresAt = expiresAt
  }

  /** Merges a `session.update`. If it is invalid, throws a `ProtocolError` and changes nothing. */
  update(patch: unknown): void {
    this.#merge(patch, { isLocked: this.#options.locked })
  }

  /** Sets audio formats that the client cannot change. `undefined` lets the client change the formats again. */
  fixFormats(formats: LineFormats | undefined): void {
    this.#fixed = formats && { input: formatField(formats.input), output: formatField(formats.output) }
    this.#requested = withFormats(this.#requested, this.#fixed)
  }

  #merge(patch: unknown, { isLocked }: { isLocked: boolean }): void {
    const { limits = defaultSessionLimits, mcpOrigins = [] } = this.#options
    const merged = mergeSettings(this.#requested, patch, { defaults: this.#defaults, isLocked, mcpOrigins })
    const settings = withFormats(merged, this.#fixed)
    refuseTooManySettings(settings, { limits, param: 'session' })
    this.#requested = settings
  }

  get toolChoice(): ModelRequest['toolChoice'] {
    return toToolChoice(this.#requested.tool_choice)
  }

  get maxOutputTokens(): number | undefined {
    return toMaxTokens(this.#requested.max_output_tokens)
  }

  get user(): UserFacts {
    const { timezone, language } = this.#requested as Record<string, string | null | undefined>
    return { timezone: timezone ?? undefined, language: language ?? undefined }
  }

  get instructions(): string {
    return String(this.#unlocked.instructions ?? '')
  }

  get tools(): object[] {
    const tools = (this.#unlocked.tools as object[] | null) ?? []
    const servers = this.mcpServers.map(({ authorization: _, headers: __, ...shown }) => shown)
    return [...tools.filter(isOwnServer).slice(0, 1), ...servers, ...this.#options.usableTools(tools)]
  }

  get mcpServers(): SessionServer[] {
    const tools = (this.#unlocked.tools as object[] | null) ?? []
    return tools.filter(isOtherServer) as SessionServer[]
  }

  get transcribesOnly(): boolean {
    return this.#requested.type === 'transcription'
  }

  get listsTools(): boolean {
    return this.tools.some(isOwnServer)
  }

  /** Where instructions and tools come from: the requested settings, or the preset in a locked session. */
  get #unlocked(): ConfigFields {
    return this.#options.locked ? this.#preset : this.#requested
  }

  get #audio(): AudioFields {
    return this.#requested.audio as AudioFields
  }

  get speaks(): boolean {
    const modalities = this.#requested.output_modalities as string[] | null
    return this.#options.providers.tts !== null && (modalities ?? ['audio']).includes('audio')
  }

  get inputFormat(): AudioFormat {
    return toAudioFormat(this.#audio.input.format)
  }

  get outputFormat(): AudioFormat {
    return toAudioFormat(this.#audio.output.format)
  }

  /** Whether output audio can be sent in the binary frames of `voice.v1`, which contain PCM at 24 kHz. */
  get outputFitsFrames(): boolean {
    return this.outputFormat === PCM_RATE
  }

  /** The voice that the client requested; `undefined` for that of the server. */
  get voice(): string | undefined {
    const { voice } = this.#audio.output
    return typeof voice === 'string' && voice !== voiceOf(this.#options.providers.tts) ? voice : undefined
  }

  /** What the client knows of the speech; `undefined` if nothing. */
  get hints(): RecognitionHints | undefined {
    const { language, languages, keywords } = fieldsOf(this.#audio.input.transcription)
    const known = textsIn(languages)
    const spoken = known.length > 0 ? known : textsIn([language])
    const hints = { languages: spoken.map((one) => one.split('-')[0]!), keywords: textsIn(keywords) }
    return hints.languages.length + hints.keywords.length > 0 ? hints : undefined
  }

  /** `null` if it is off, or without a recognizer. If the session only transcribes, turns start and stop nothing. */
  get detection(): Detection | null {
    const requested = this.#audio.input.turn_detection
    if (this.#options.providers.stt === null || !requested) return null
    return {
      ...effectiveDetection(fieldsOf(requested)),
      ...(this.transcribesOnly && { create_response: false, interrupt_response: false }),
    }
  }

  effective(): EffectiveSession {
    const { sessionId: id, providers } = this.#options
    const expires_at = this.#expiresAt
    const { audio: _, ...requested } = this.#requested
    const { input, output } = this.#audio
    const transcription = providers.stt === null ? undefined : input.transcription
    const heard = { ...input, turn_detection: this.detection, transcription }
    if (this.transcribesOnly) {
      const object = 'realtime.transcription_session'
      const { type, include } = requested
      return withoutUndefined({ type, object, id, expires_at, include, audio: { input: heard } })
    }
    return withoutUndefined({
      ...requested,
      object: 'realtime.session',
      id,
      expires_at,
      model: providers.llm,
      instructions: this.instructions,
      tools: this.tools,
      output_modalities: [this.speaks ? 'audio' : 'text'],
      audio: { input: heard, output },
    })
  }
}

function withFormats(fields: ConfigFields, fixed: FixedFormats | undefined): ConfigFields {
  const { input, output } = fields.audio as AudioFields
  return {
    ...fields,
    audio: {
      input: { ...input, format: fixed?.input ?? readFormat(input.format, 'input') },
      output: { ...output, format: fixed?.output ?? readFormat(output.format, 'output') },
    },
  }
}

function withoutUndefined(fields: ConfigFields): EffectiveSession {
  return JSON.parse(JSON.stringify(fields)) as EffectiveSession
}

const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'string' && one !== '') : []
