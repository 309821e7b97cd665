import type { EffectiveSession } from '../../protocol/events.js'
import { isObject } from '../../protocol/is-object.js'
import type { ProviderNames } from '../../protocol/voice-events.js'
import { defaultSessionLimits } from '../defaults.js'
import type { ModelRequest } from '../model/language-model.js'
import type { SessionLimits } from '../model/session-limits.js'
import { type AudioFormat, type LineFormats, PCM_RATE } from '../speech/audio/audio-format.js'
import { formatField, readFormat, toAudioFormat } from './format-fields.js'
import { effectiveInput, sessionDefaults, voiceOf } from './session-defaults.js'
import {
  type ConfigFields,
  isOwnServer,
  readMaxTokens,
  readSessionFields,
  readToolChoice,
  refuseTooManySettings,
} from './session-fields.js'

/** Audio formats that the client cannot change, as values of the `format` fields. */
type FixedFormats = Record<keyof LineFormats, object>

export interface SessionConfigOptions {
  sessionId: string
  expiresAt: number
  providers: ProviderNames
  /** Whether all client settings except audio are ignored. */
  locked: boolean
  /** Settings that were given with a short-lived key. They also apply in a locked session. */
  preset?: Record<string, unknown> | undefined
  /** @default defaultSessionLimits */
  limits?: SessionLimits | undefined
  /** Returns the client's tools that can be offered together with the server's tools. */
  usableTools: (tools: readonly object[]) => object[]
}

/** Fields that can have the value `null`. For other fields, `null` restores the default. */
const NULLABLE = ['turn_detection', 'tracing', 'prompt', 'idle_timeout_ms']
/** Settings that a locked session accepts. */
const SOUND = ['audio', 'output_modalities']

export interface SavedConfig {
  /** The requested settings. Stored sessions and recordings have them under this name. */
  wishes: ConfigFields
  preset: ConfigFields
  expiresAt: number
}

/**
 * The session settings that the client requested, and those in effect. `session.update` is merged deeply: an absent
 * field stays, and `null` restores the default.
 */
export class SessionConfig {
  readonly #options: SessionConfigOptions
  readonly #defaults: ConfigFields
  #requested: ConfigFields
  /** Settings that also apply in a locked session. */
  #preset: ConfigFields
  #expiresAt: number
  #fixed: FixedFormats | undefined

  constructor(options: SessionConfigOptions) {
    this.#options = options
    this.#expiresAt = options.expiresAt
    this.#defaults = sessionDefaults(options.providers)
    this.#requested = this.#defaults
    if (options.preset) this.#merge(options.preset)
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

  /** Merges an update completely, or throws a `ProtocolError` and changes nothing. Unknown fields and other model names are ignored. */
  update(patch: unknown): void {
    this.#merge(patch, this.#options.locked ? SOUND : undefined)
  }

  /** Sets the audio formats, which the client then cannot change. `undefined` lets the client change them again. */
  fixFormats(formats: LineFormats | undefined): void {
    this.#fixed = formats && { input: formatField(formats.input), output: formatField(formats.output) }
    this.#requested = withFormats(this.#requested, this.#fixed)
  }

  #merge(patch: unknown, only?: readonly string[]): void {
    const known = readSessionFields(patch)
    const taken = only
      ? Object.fromEntries(Object.entries(known).filter(([name]) => only.includes(name)))
      : known
    const merged = withFormats(merge(this.#requested, taken, this.#defaults), this.#fixed)
    const { limits = defaultSessionLimits } = this.#options
    refuseTooManySettings(merged, { limits, param: 'session' })
    this.#requested = merged
  }

  get toolChoice(): ModelRequest['toolChoice'] {
    return readToolChoice(this.#requested.tool_choice)
  }

  get maxOutputTokens(): number | undefined {
    return readMaxTokens(this.#requested.max_output_tokens)
  }

  get instructions(): string {
    return String(this.#unlocked.instructions ?? '')
  }

  get tools(): object[] {
    const tools = (this.#unlocked.tools as ConfigFields[] | null) ?? []
    return [...tools.filter(isOwnServer).slice(0, 1), ...this.#options.usableTools(tools)]
  }

  get transcribesOnly(): boolean {
    return this.#requested.type === 'transcription'
  }

  /** Whether the client requests the list of the server's tools: it names this server among its tools. */
  get listsTools(): boolean {
    return this.tools.some((tool) => isOwnServer(tool as ConfigFields))
  }

  /** The settings that give instructions and tools. In a locked session, only preset settings do. */
  get #unlocked(): ConfigFields {
    return this.#options.locked ? this.#preset : this.#requested
  }

  get ownVoice(): string {
    return voiceOf(this.#options.providers.tts)
  }

  /** Whether replies are spoken: the client wants audio and a synthesizer is configured. */
  get speaks(): boolean {
    const modalities = this.#requested.output_modalities as string[] | null
    return this.#options.providers.tts !== null && (modalities ?? ['audio']).includes('audio')
  }

  get inputFormat(): AudioFormat {
    return toAudioFormat((this.#requested.audio as AudioFields).input.format)
  }

  /** Whether output audio has the format of binary frames. */
  get outputFitsFrames(): boolean {
    return toAudioFormat((this.#requested.audio as AudioFields).output.format) === PCM_RATE
  }

  effective(): EffectiveSession {
    const { sessionId: id, providers } = this.#options
    const expires_at = this.#expiresAt
    const { audio, ...requested } = this.#requested
    const { input, output } = audio as AudioFields
    const heard = effectiveInput(input, { providers, answers: !this.transcribesOnly })
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

interface AudioFields {
  input: ConfigFields
  output: ConfigFields
}

/** Replaces the requested audio formats by those in effect. Throws a `ProtocolError` for an unknown format. */
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

/** Merges an update into settings. `null` restores the server's default. */
function merge(base: ConfigFields, patch: ConfigFields, defaults: ConfigFields): ConfigFields {
  const merged: ConfigFields = { ...base }
  for (const [key, value] of Object.entries(patch)) {
    if (key === '__proto__' || value === undefined) continue
    const old = merged[key]
    const own = Object.hasOwn(defaults, key) ? defaults[key] : undefined
    if (value === null && !NULLABLE.includes(key)) merged[key] = own
    else if (isObject(old) && isObject(value) && !isOtherKind(old, value))
      merged[key] = merge(old, value, isObject(own) ? own : {})
    else merged[key] = value
  }
  return merged
}

/** Whether a value replaces the old one instead of being merged: turn detection or a format of another type. */
const isOtherKind = (old: ConfigFields, value: ConfigFields) =>
  value.type !== undefined && value.type !== old.type

function withoutUndefined(fields: ConfigFields): EffectiveSession {
  return JSON.parse(JSON.stringify(fields)) as EffectiveSession
}
