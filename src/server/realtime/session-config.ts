import type { EffectiveSession } from '../../protocol/events.js'
import { isObject } from '../../protocol/is-object.js'
import type { ProviderNames } from '../../protocol/voice-events.js'
import type { UserFacts } from '../agent/moment.js'
import { defaultSessionLimits } from '../defaults.js'
import type { ModelRequest } from '../model/language-model.js'
import type { SessionLimits } from '../model/session-limits.js'
import { type AudioFormat, type LineFormats, PCM_RATE } from '../speech/audio/audio-format.js'
import {
  type ConfigFields,
  formatField,
  isOwnServer,
  readFormat,
  readMaxTokens,
  readSessionFields,
  readToolChoice,
  refuseTooManySettings,
  toAudioFormat,
} from './session-fields.js'

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
}

/** Fields for which `null` is a valid value. For other fields, `null` restores the default. */
const NULLABLE = ['turn_detection', 'tracing', 'prompt', 'idle_timeout_ms']
/** Settings that a locked session accepts. */
const SOUND = ['audio', 'output_modalities', 'timezone', 'language']

export interface SavedConfig {
  /** The requested settings. Stored sessions and recordings contain this field name, so it must not change. */
  wishes: ConfigFields
  preset: ConfigFields
  expiresAt: number
}

/**
 * The session settings that the client requested, and those in effect. A `session.update` event is merged deeply: an
 * absent field keeps its value, and `null` restores the default.
 */
export class SessionConfig {
  readonly #options: SessionConfigOptions
  readonly #defaults: ConfigFields
  #requested: ConfigFields
  /**
   * The default settings together with the preset. In a locked session, instructions and tools come only from these.
   */
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

  /**
   * Merges a `session.update`. If it is invalid, throws a `ProtocolError` and changes nothing. Ignores unknown fields
   * and the field `model`.
   */
  update(patch: unknown): void {
    this.#merge(patch, this.#options.locked ? SOUND : undefined)
  }

  /** Sets audio formats that the client cannot change. `undefined` lets the client change the formats again. */
  fixFormats(formats: LineFormats | undefined): void {
    this.#fixed = formats && { input: formatField(formats.input), output: formatField(formats.output) }
    this.#requested = withFormats(this.#requested, this.#fixed)
  }

  #merge(patch: unknown, only?: readonly string[]): void {
    const known = readSessionFields(patch, only)
    const merged = withFormats(merge(this.#requested, known, this.#defaults), this.#fixed)
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

  /** What the client says of its user. */
  get user(): UserFacts {
    const { timezone, language } = this.#requested as Record<string, string | null | undefined>
    return { timezone: timezone ?? undefined, language: language ?? undefined }
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

  /**
   * Whether the client requests the list of the server's tools. It does so with an entry for this server in its
   * `tools`.
   */
  get listsTools(): boolean {
    return this.tools.some((tool) => isOwnServer(tool as ConfigFields))
  }

  /**
   * The settings that instructions and tools come from: the requested settings, or the preset ones in a locked session.
   */
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

  /** Whether output audio can be sent in the binary frames of `voice.v1`, which contain PCM at 24 kHz. */
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

/**
 * Replaces the requested audio formats by the fixed ones. If none are fixed, checks the requested ones and throws a
 * `ProtocolError` for an unknown format.
 */
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

/** Merges an update into settings. `null` restores the server's default, except for the fields in `NULLABLE`. */
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

/**
 * Whether a new value replaces the old value instead of being merged with it. True if the new value has a `type` that
 * differs from the old `type`. For example, a `turn_detection` of another type keeps no field of the old one.
 */
const isOtherKind = (old: ConfigFields, value: ConfigFields) =>
  value.type !== undefined && value.type !== old.type

function withoutUndefined(fields: ConfigFields): EffectiveSession {
  return JSON.parse(JSON.stringify(fields)) as EffectiveSession
}

type DefaultFields = Record<string, unknown>

const SERVER_VAD = { threshold: 0.5, prefix_padding_ms: 300, silence_duration_ms: 500, idle_timeout_ms: null }
const SEMANTIC_VAD = { eagerness: 'auto' }

function detectionDefaults(isServerVad: boolean): DefaultFields {
  const own = isServerVad ? { type: 'server_vad', ...SERVER_VAD } : { type: 'semantic_vad', ...SEMANTIC_VAD }
  return { ...own, create_response: true, interrupt_response: true }
}

/** The settings of a session before any client update. */
export function sessionDefaults(providers: ProviderNames): DefaultFields {
  return {
    type: 'realtime',
    instructions: '',
    output_modalities: providers.tts === null ? ['text'] : ['audio'],
    tools: [],
    tool_choice: 'auto',
    parallel_tool_calls: true,
    max_output_tokens: 'inf',
    truncation: 'auto',
    tracing: null,
    prompt: null,
    audio: {
      input: {
        format: { type: 'audio/pcm', rate: PCM_RATE },
        turn_detection: detectionDefaults(providers.turn_detection === 'silence/v1'),
      },
      output: { format: { type: 'audio/pcm', rate: PCM_RATE }, voice: voiceOf(providers.tts), speed: 1 },
    },
  }
}

/** The voice in a provider string `PROVIDER/MODEL:VOICE`; `default` if the string has no voice. */
export const voiceOf = (tts: string | null) => tts?.split(':')[1] ?? 'default'

const upTo = (max: number) => (value: unknown) =>
  typeof value === 'number' && value >= 0 ? Math.min(value, max) : undefined

const isTrueOrFalse = (value: unknown) => (typeof value === 'boolean' ? value : undefined)

/** The effective value of each field of turn detection for a requested one; `undefined` for the default. */
const DETECTION: Record<string, (value: unknown) => unknown> = {
  threshold: upTo(1),
  prefix_padding_ms: upTo(1_000),
  silence_duration_ms: upTo(30_000),
  idle_timeout_ms: (value) => (typeof value === 'number' && value > 0 ? value : undefined),
  eagerness: (value) => ['low', 'medium', 'high', 'auto'].find((one) => one === value),
  create_response: isTrueOrFalse,
  interrupt_response: isTrueOrFalse,
}

/**
 * The effective `audio.input` settings. Without a recognizer, turn detection and transcription are off. If `answers` is
 * false, user turns can neither start nor stop a response.
 */
export function effectiveInput(
  input: DefaultFields,
  { providers, answers }: { providers: ProviderNames; answers: boolean },
): DefaultFields {
  if (providers.stt === null) return { ...input, turn_detection: null, transcription: undefined }
  const requested = input.turn_detection as DefaultFields | null | undefined
  if (!requested) return { ...input, turn_detection: null }
  const fields = detectionDefaults(requested.type === 'server_vad')
  for (const [name, read] of Object.entries(DETECTION))
    if (name in fields) fields[name] = read(requested[name]) ?? fields[name]
  const answering = answers ? {} : { create_response: false, interrupt_response: false }
  return { ...input, turn_detection: { ...fields, ...answering } }
}
