import { type EffectiveSession, SERVER_LABEL } from '../../protocol/events.js'
import type { ProviderNames } from '../../protocol/voice-events.js'
import type { ModelRequest } from '../model/language-model.js'
import { defaultSessionLimits, type SessionLimits } from '../model/session-limits.js'
import type { AudioFormat } from '../speech/audio/audio-format.js'
import { INVALID_VALUE, ProtocolError } from './protocol-error.js'
import { effectiveInput, sessionDefaults, voiceOf } from './session-defaults.js'
import { refuseTooManySettings } from './settings-limits.js'

type Fields = Record<string, unknown>

/** What decides which wishes of a client can come true. */
export interface SessionConfigOptions {
  sessionId: string
  expiresAt: number
  providers: ProviderNames
  /** Everything but the client's settings of sound is ignored. */
  locked: boolean
  /** Settings that came with a short-lived key; no lock keeps them out. */
  preset?: Record<string, unknown> | undefined
  /** @default defaultSessionLimits */
  limits?: SessionLimits | undefined
  /** Which of the client's tools can stand beside the server's. */
  usableTools: (tools: readonly object[]) => object[]
}

const FORMATS: readonly AudioFormat[] = ['audio/pcm', 'audio/pcmu', 'audio/pcma']
/** Where `null` is a setting of its own; anywhere else it takes a wish back. */
const NULLABLE = ['turn_detection', 'tracing', 'prompt', 'idle_timeout_ms']
/** What the client of a locked session may wish for. */
const SOUND = ['audio', 'output_modalities']
const TOOL_CHOICES = ['auto', 'none', 'required']

/** The wishes of a client as JSON. */
export interface SavedConfig {
  wishes: Fields
  preset: Fields
  expiresAt: number
}

/** The session as the client wishes it and as it is. `session.update` is merged deeply: absent keeps, `null` clears. */
export class SessionConfig {
  readonly #options: SessionConfigOptions
  readonly #defaults: Fields
  #wishes: Fields
  /** The wishes that stand in a locked session. */
  #preset: Fields
  #expiresAt: number

  constructor(options: SessionConfigOptions) {
    this.#options = options
    this.#expiresAt = options.expiresAt
    this.#defaults = sessionDefaults(options.providers)
    this.#wishes = this.#defaults
    if (options.preset) this.#merge(options.preset)
    this.#preset = this.#wishes
  }

  /** What was wished so far, for a session that moves to another server. */
  save(): SavedConfig {
    return { wishes: this.#wishes, preset: this.#preset, expiresAt: this.#expiresAt }
  }

  restore({ wishes, preset, expiresAt }: SavedConfig): void {
    this.#wishes = wishes
    this.#preset = preset
    this.#expiresAt = expiresAt
  }

  /**
   * Merges an update, all of it or, with a `ProtocolError`, nothing. Unknown fields and foreign model names do no harm. A locked session takes how it
   * sounds, and nothing else.
   */
  update(patch: unknown): void {
    this.#merge(patch, this.#options.locked ? SOUND : undefined)
  }

  #merge(patch: unknown, only?: readonly string[]): void {
    if (!isObject(patch)) throw new ProtocolError(INVALID_VALUE, '"session" must be an object.', 'session')
    const known = modernize(patch)
    checkFields(known)
    const taken = only
      ? Object.fromEntries(Object.entries(known).filter(([name]) => only.includes(name)))
      : known
    const merged = merge(this.#wishes, taken, this.#defaults)
    const { limits = defaultSessionLimits } = this.#options
    refuseTooManySettings(merged, { limits, param: 'session' })
    this.#wishes = merged
  }

  get toolChoice(): ModelRequest['toolChoice'] {
    return readToolChoice(this.#wishes.tool_choice)
  }

  get maxOutputTokens(): number | undefined {
    return readMaxTokens(this.#wishes.max_output_tokens)
  }

  get instructions(): string {
    return String(this.#unlocked.instructions ?? '')
  }

  get tools(): object[] {
    const wished = (this.#unlocked.tools as Fields[] | null) ?? []
    return [...wished.filter(isOwnServer).slice(0, 1), ...this.#options.usableTools(wished)]
  }

  /** Whether the session only writes down what is said: nothing is ever answered. */
  get transcribesOnly(): boolean {
    return this.#wishes.type === 'transcription'
  }

  /** Whether the client wants to see the list of the server's tools: it names our server among its own tools. */
  get listsTools(): boolean {
    return this.tools.some((tool) => isOwnServer(tool as Fields))
  }

  /** Where instructions and tools are read from. */
  get #unlocked(): Fields {
    return this.#options.locked ? this.#preset : this.#wishes
  }

  /** The voice of the agent, as the session names it when the client names none. */
  get ownVoice(): string {
    return voiceOf(this.#options.providers.tts)
  }

  /** Whether answers are spoken: asked for, and there is a voice. */
  get speaks(): boolean {
    const wished = this.#wishes.output_modalities as string[] | null
    return this.#options.providers.tts !== null && (wished ?? ['audio']).includes('audio')
  }

  /** How the sound of the user comes in. */
  get inputFormat(): AudioFormat {
    const { input } = this.#wishes.audio as { input?: { format?: { type?: unknown } | null } | null }
    return FORMATS.find((format) => format === input?.format?.type) ?? 'audio/pcm'
  }

  /** Whether sound goes out as PCM16. */
  get outputIsPcm(): boolean {
    const { output } = this.#wishes.audio as { output?: { format?: { type?: unknown } | null } | null }
    return (output?.format?.type ?? 'audio/pcm') === 'audio/pcm'
  }

  /** The whole session as it is in effect. */
  effective(): EffectiveSession {
    const { sessionId: id, providers } = this.#options
    const expires_at = this.#expiresAt
    const { audio, ...wishes } = this.#wishes
    const { input, output } = audio as { input: Fields; output: Fields }
    const heard = effectiveInput(input, { providers, answers: !this.transcribesOnly })
    if (this.transcribesOnly) {
      const object = 'realtime.transcription_session'
      const { type, include } = wishes
      return withoutUndefined({ type, object, id, expires_at, include, audio: { input: heard } })
    }
    return withoutUndefined({
      ...wishes,
      ...{ object: 'realtime.session', id, expires_at },
      model: providers.llm,
      instructions: this.instructions,
      tools: this.tools,
      output_modalities: [this.speaks ? 'audio' : 'text'],
      audio: { input: heard, output },
    })
  }
}

/** Names of the beta that some clients still send. */
function modernize(patch: Fields): Fields {
  const { modalities, ...rest } = patch
  return modalities === undefined ? rest : { output_modalities: modalities, ...rest }
}

function checkFields(patch: Fields): void {
  const { type, instructions, tools, output_modalities: modalities, audio } = patch
  const wrong = (param: string, want: string) =>
    new ProtocolError(INVALID_VALUE, `"session.${param}" must be ${want}.`, `session.${param}`)
  if (type !== undefined && type !== 'realtime' && type !== 'transcription')
    throw wrong('type', '"realtime" or "transcription"')
  if (instructions !== undefined && instructions !== null && typeof instructions !== 'string')
    throw wrong('instructions', 'a string')
  if (tools !== undefined && tools !== null) checkTools(tools)
  if (modalities !== undefined && modalities !== null && !isModalities(modalities))
    throw wrong('output_modalities', '["text"] or ["audio"]')
  if (audio !== undefined && audio !== null) checkAudio(audio)
  readToolChoice(patch.tool_choice)
  readMaxTokens(patch.max_output_tokens)
}

const isOwnServer = (tool: Fields) => tool.type === 'mcp' && tool.server_label === SERVER_LABEL

function checkTools(tools: unknown): void {
  if (!Array.isArray(tools) || !tools.every(isObject))
    throw new ProtocolError(INVALID_VALUE, '"session.tools" must be a list of tools.', 'session.tools')
  const foreign = tools.find((tool) => tool.type === 'mcp' && !isOwnServer(tool))
  if (foreign) {
    const message = `This server calls its own tools, under the server_label "${SERVER_LABEL}"; others of the type "mcp" cannot be added in "session.tools".`
    throw new ProtocolError(INVALID_VALUE, message, 'session.tools')
  }
}

function checkAudio(audio: unknown): void {
  if (!isObject(audio))
    throw new ProtocolError(INVALID_VALUE, '"session.audio" must be an object.', 'session.audio')
  for (const direction of ['input', 'output'] as const) {
    const side = audio[direction]
    if (side === undefined || side === null) continue
    const param = `session.audio.${direction}`
    if (!isObject(side)) throw new ProtocolError(INVALID_VALUE, `"${param}" must be an object.`, param)
    const format = side.format
    if (
      format !== undefined &&
      format !== null &&
      !(isObject(format) && FORMATS.some((known) => known === format.type))
    ) {
      throw new ProtocolError(
        INVALID_VALUE,
        `"${param}.format.type" must be one of ${FORMATS.join(', ')}.`,
        `${param}.format`,
      )
    }
  }
}

/** A `tool_choice` as the agent knows it. */
export function readToolChoice(choice: unknown): ModelRequest['toolChoice'] {
  if (choice === undefined || choice === null) return 'auto'
  if (typeof choice === 'string' && TOOL_CHOICES.includes(choice))
    return choice as 'auto' | 'none' | 'required'
  if (isObject(choice) && typeof choice.name === 'string') return { name: choice.name }
  if (isObject(choice) && choice.type === 'mcp') return 'required'
  const message = '"tool_choice" must be "auto", "none", "required", or an object that names a tool.'
  throw new ProtocolError(INVALID_VALUE, message, 'tool_choice')
}

/** A `max_output_tokens` as the agent knows it. */
export function readMaxTokens(value: unknown): number | undefined {
  if (value === undefined || value === null || value === 'inf') return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value
  throw new ProtocolError(
    INVALID_VALUE,
    '"max_output_tokens" must be a whole number above 0 or "inf".',
    'max_output_tokens',
  )
}

/** `null` takes a wish back: what the server does by itself is in effect again. */
function merge(base: Fields, patch: Fields, defaults: Fields): Fields {
  const merged: Fields = { ...base }
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

/** A turn detection or format of another type starts afresh. */
const isOtherKind = (old: Fields, value: Fields) => value.type !== undefined && value.type !== old.type

function withoutUndefined(fields: Fields): EffectiveSession {
  return JSON.parse(JSON.stringify(fields)) as EffectiveSession
}

/** Whether a value names what an answer consists of. */
export function isModalities(value: unknown): value is ('text' | 'audio')[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => one === 'text' || one === 'audio')
}

/** Whether a value is an object and no list. */
export function isObject(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
