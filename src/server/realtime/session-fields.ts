import { SERVER_LABEL } from '../../protocol/events.js'
import { fieldsOf, isObject } from '../../protocol/is-object.js'
import { isLanguageTag, isTimezone } from '../agent/moment.js'
import type { ModelRequest } from '../model/language-model.js'
import { jsonBytes, type SessionLimits } from '../model/session-limits.js'
import { type AudioFormat, PCM_RATE, PCM_RATES } from '../speech/audio/audio-format.js'
import { INVALID_VALUE, mustBe, ProtocolError } from './protocol-error.js'

/** Settings of a session, as a client sends them. */
export type ConfigFields = Record<string, unknown>

/**
 * The session settings of the Realtime protocol that the server keeps. `true`: the whole value is kept. An object: only
 * the fields that it lists are kept.
 */
type KnownFields = { readonly [field: string]: true | KnownFields }

const SIDE: KnownFields = { format: { type: true, rate: true } }
const KNOWN: KnownFields = {
  type: true,
  instructions: true,
  output_modalities: true,
  max_output_tokens: true,
  truncation: true,
  tools: true,
  tool_choice: true,
  parallel_tool_calls: true,
  tracing: true,
  prompt: true,
  include: true,
  reasoning: true,
  // Not part of OpenAI's protocol: what the client says of its user.
  timezone: true,
  language: true,
  audio: {
    input: { ...SIDE, noise_reduction: true, transcription: true, turn_detection: true },
    output: { ...SIDE, voice: true, speed: true },
  },
}
const TOOL_CHOICES = ['auto', 'none', 'required']

/**
 * Checks a `session.update` and returns its known settings. With `only`, ignores all settings except these. Throws a
 * `ProtocolError`.
 */
export function readSessionFields(patch: unknown, only?: readonly string[]): ConfigFields {
  if (!isObject(patch)) throw mustBe('session', 'an object')
  const all = modernize(patch)
  const current = only ? Object.fromEntries(Object.entries(all).filter(([name]) => only.includes(name))) : all
  checkFields(current)
  return pick(current, KNOWN)
}

/**
 * Replaces fields of the beta Realtime protocol, which some clients still send, by those of the current (GA) protocol.
 * If both fields are present, the GA field is used.
 */
function modernize(patch: ConfigFields): ConfigFields {
  const { modalities, input_audio_format: input, output_audio_format: output, ...rest } = patch
  const named = modalities === undefined ? rest : { output_modalities: modalities, ...rest }
  const audio: ConfigFields = {
    ...(input !== undefined && { input: { format: fromBetaFormat(input, 'input') } }),
    ...(output !== undefined && { output: { format: fromBetaFormat(output, 'output') } }),
  }
  return Object.keys(audio).length === 0 ? named : { audio, ...named }
}

function pick(fields: ConfigFields, known: KnownFields): ConfigFields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const inside = Object.hasOwn(known, name) ? known[name] : undefined
      if (inside === undefined || value === undefined) return []
      return [[name, inside !== true && isObject(value) ? pick(value, inside) : value]]
    }),
  )
}

const isGiven = (value: unknown) => value !== undefined && value !== null

function checkFields(patch: ConfigFields): void {
  const { type, tools, output_modalities: modalities } = patch
  if (type !== undefined && type !== 'realtime' && type !== 'transcription')
    throw mustBe('session.type', '"realtime" or "transcription"')
  checkSettingTypes(patch)
  if (tools !== undefined && tools !== null) checkTools(tools)
  if (modalities !== undefined && modalities !== null && !isModalities(modalities))
    throw mustBe('session.output_modalities', '["text"] or ["audio"]')
  const { timezone, language } = patch
  if (isGiven(timezone) && !(typeof timezone === 'string' && isTimezone(timezone)))
    throw mustBe('session.timezone', 'the name of a time zone, such as "Europe/Berlin"')
  if (isGiven(language) && !(typeof language === 'string' && isLanguageTag(language)))
    throw mustBe('session.language', 'a language tag, such as "de"')
  readToolChoice(patch.tool_choice)
  readMaxTokens(patch.max_output_tokens)
}

/**
 * Whether an entry of `tools` refers to this server. Such an entry means that the client wants all tools of the server.
 */
export const isOwnServer = (tool: ConfigFields) => tool.type === 'mcp' && tool.server_label === SERVER_LABEL

function checkTools(tools: unknown): void {
  if (!Array.isArray(tools) || !tools.every(isObject)) throw mustBe('session.tools', 'a list of tools')
  const foreign = tools.find((tool) => tool.type === 'mcp' && !isOwnServer(tool))
  if (foreign) {
    const message = `This server calls its own tools, under the server_label "${SERVER_LABEL}"; others of the type "mcp" cannot be added in "session.tools".`
    throw new ProtocolError(INVALID_VALUE, message, 'session.tools')
  }
  for (const [at, tool] of tools.entries()) checkToolTypes(tool, `session.tools[${at}]`)
}

/**
 * Converts the `tool_choice` of a client to the `toolChoice` of a model request. Throws a `ProtocolError` if it is
 * invalid.
 */
export function readToolChoice(choice: unknown): ModelRequest['toolChoice'] {
  if (choice === undefined || choice === null) return 'auto'
  if (typeof choice === 'string' && TOOL_CHOICES.includes(choice))
    return choice as 'auto' | 'none' | 'required'
  if (isObject(choice) && typeof choice.name === 'string') return { name: choice.name }
  if (isObject(choice) && choice.type === 'mcp') return 'required'
  throw mustBe('tool_choice', '"auto", "none", "required", or an object that names a tool')
}

/**
 * Converts the `max_output_tokens` of a client to a number; `undefined` means no limit. Throws a `ProtocolError` if it
 * is invalid.
 */
export function readMaxTokens(value: unknown): number | undefined {
  if (value === undefined || value === null || value === 'inf') return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value
  throw mustBe('max_output_tokens', 'a whole number above 0 or "inf"')
}

export function isModalities(value: unknown): value is ('text' | 'audio')[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => one === 'text' || one === 'audio')
}

/**
 * Throws if settings are too large or have too many tools. `param` is the name of the field that contains the settings.
 */
export function refuseTooManySettings(
  settings: object,
  { limits, param }: { limits: SessionLimits; param: string },
): void {
  const { maxSettingsBytes, maxClientTools } = limits
  const { tools } = settings as { tools?: unknown }
  if (Array.isArray(tools) && tools.length > maxClientTools) {
    const message = `"${param}.tools" has ${tools.length} tools, and ${maxClientTools} is the most. Send those that this session needs.`
    throw new ProtocolError('too_many_tools', message, `${param}.tools`)
  }
  if (jsonBytes(settings) <= maxSettingsBytes) return
  // The message does not contain the size of the settings. A recording masks the secrets in the settings, so the replay
  // of a recorded session would report another size.
  const message = `"${param}" takes more than ${maxSettingsBytes} bytes as JSON, the most it may. Send shorter instructions or fewer tools.`
  throw new ProtocolError('settings_too_large', message, param)
}

/** A check of a setting's type. `want` is the description of the type in an error message. */
interface SettingType {
  is: (value: unknown) => boolean
  want: string
}

const isText = (value: unknown) => typeof value === 'string'
const TEXT: SettingType = { is: isText, want: 'a string' }
const OBJECT: SettingType = { is: isObject, want: 'an object' }
const NAME_OR_OBJECT: SettingType = {
  is: (value) => isText(value) || isObject(value),
  want: 'a string or an object',
}

/**
 * The types of settings by their path in `session`. An object comes before its members, so that it is checked first.
 */
const SESSION: Record<string, SettingType> = {
  instructions: TEXT,
  parallel_tool_calls: { is: (value) => typeof value === 'boolean', want: 'true or false' },
  truncation: NAME_OR_OBJECT,
  tracing: NAME_OR_OBJECT,
  prompt: OBJECT,
  reasoning: OBJECT,
  include: { is: (value) => Array.isArray(value) && value.every(isText), want: 'a list of strings' },
  audio: OBJECT,
  'audio.input': OBJECT,
  'audio.input.format': OBJECT,
  'audio.input.noise_reduction': OBJECT,
  'audio.input.transcription': OBJECT,
  'audio.output': OBJECT,
  'audio.output.format': OBJECT,
  'audio.output.voice': NAME_OR_OBJECT,
  'audio.output.speed': { is: Number.isFinite, want: 'a number' },
}

/** A name that all language models accept. */
const NAME: SettingType = {
  is: (value) => isText(value) && /^[a-zA-Z0-9_-]{0,64}$/.test(String(value)),
  want: 'a name of at most 64 letters, digits, "_" and "-"',
}

/** The types of the members of a client's function tool. */
const TOOL: Record<string, SettingType> = { name: NAME, description: TEXT, parameters: OBJECT }

/**
 * Throws a `ProtocolError` for the first setting of a wrong type. `null` is valid for each setting: it resets the
 * setting.
 */
export function checkSettingTypes(session: Record<string, unknown>): void {
  check(session, { types: SESSION, param: 'session' })
}

/** Throws a `ProtocolError` if a member of a tool has a wrong type. */
export function checkToolTypes(tool: Record<string, unknown>, param: string): void {
  check(tool, { types: TOOL, param })
}

function check(
  fields: Record<string, unknown>,
  { types, param }: { types: Record<string, SettingType>; param: string },
): void {
  for (const [path, { is, want }] of Object.entries(types)) {
    const value = valueAt(fields, path.split('.'))
    if (value !== undefined && value !== null && !is(value)) throw mustBe(`${param}.${path}`, want)
  }
}

function valueAt(fields: Record<string, unknown>, path: string[]): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), fields)
}

type Direction = 'input' | 'output'

/** Maps each audio format name of the beta Realtime protocol to a `format` field of the current (GA) protocol. */
const BETA_FORMATS: Record<string, object> = {
  pcm16: { type: 'audio/pcm', rate: PCM_RATE },
  g711_ulaw: { type: 'audio/pcmu' },
  g711_alaw: { type: 'audio/pcma' },
}

/** The audio format of a `format` field that was already validated. The default is PCM at 24 kHz. */
export function toAudioFormat(field: unknown): AudioFormat {
  const { type, rate } = fieldsOf(field)
  if (type === 'audio/pcmu' || type === 'audio/pcma') return type
  return typeof rate === 'number' ? rate : PCM_RATE
}

export function formatField(format: AudioFormat): object {
  return typeof format === 'number' ? { type: 'audio/pcm', rate: format } : { type: format }
}

/** Checks a `format` field and returns its type and, for PCM, its rate. Throws a `ProtocolError`. */
export function readFormat(field: unknown, direction: Direction): Record<string, unknown> {
  const { type, rate } = fieldsOf(field)
  if (type === 'audio/pcm') {
    if (rate === undefined || rate === null) return { type, rate: PCM_RATE }
    if (PCM_RATES.some((known) => known === rate)) return { type, rate }
    throw wrong(direction, 'rate', { found: rate, known: PCM_RATES })
  }
  if (type !== 'audio/pcmu' && type !== 'audio/pcma')
    throw wrong(direction, 'type', { found: type ?? field, known: ['audio/pcm', 'audio/pcmu', 'audio/pcma'] })
  if (rate !== undefined && rate !== null && rate !== 8_000)
    throw wrong(direction, 'rate', { found: rate, known: [8_000] })
  return { type }
}

/**
 * Converts a value of `input_audio_format` or `output_audio_format` in the beta Realtime protocol to a `format` field
 * of the current (GA) protocol.
 */
export function fromBetaFormat(name: unknown, direction: Direction): object {
  const format = typeof name === 'string' && Object.hasOwn(BETA_FORMATS, name) && BETA_FORMATS[name]
  if (format) return format
  const param = `session.${direction}_audio_format`
  const message = `"${param}" must be one of ${Object.keys(BETA_FORMATS).join(', ')}, not ${shown(name)}. "session.audio.${direction}.format" also takes PCM at other rates.`
  throw new ProtocolError(INVALID_VALUE, message, param)
}

function wrong(
  direction: Direction,
  field: 'type' | 'rate',
  { found, known }: { found: unknown; known: readonly unknown[] },
): ProtocolError {
  const param = `session.audio.${direction}.format`
  const message = `"${param}.${field}" must be ${known.length > 1 ? 'one of ' : ''}${known.join(', ')}, not ${shown(found)}.`
  return new ProtocolError(INVALID_VALUE, message, param)
}

const shown = (value: unknown) => (JSON.stringify(value) ?? 'absent').slice(0, 60)
