import { SERVER_LABEL } from '../../protocol/events.js'
import { fieldsOf, isObject } from '../../protocol/is-object.js'
import type { ProviderNames } from '../../protocol/voice-events.js'
import type { ModelRequest } from '../model/language-model.js'
import { jsonBytes, type SessionLimits } from '../model/session-limits.js'
import { type AudioFormat, PCM_RATE, PCM_RATES } from '../speech/audio/audio-format.js'
import type { Eagerness } from '../speech/turns/detectors.js'
import { checkValue, SCHEMAS, type Schema } from './event-schema.js'
import { INVALID_VALUE, mustBe, ProtocolError } from './protocol-error.js'

/** Settings of a session, as a client sends them. The schema of client events lists those that the server keeps. */
export type ConfigFields = Record<string, unknown>

const SESSION = SCHEMAS.session!

const FREE = ['audio', 'output_modalities', 'timezone', 'language']

/** The voice in a provider string `PROVIDER/MODEL:VOICE`; `default` if the string has no voice. */
export const voiceOf = (tts: string | null) => tts?.split(':')[1] ?? 'default'

export function initialSettings(providers: ProviderNames): ConfigFields {
  const format = { type: 'audio/pcm', rate: PCM_RATE }
  const detection = providers.turn_detection === 'silence/v1' ? 'server_vad' : 'semantic_vad'
  return {
    type: 'realtime',
    instructions: '',
    output_modalities: [providers.tts === null ? 'text' : 'audio'],
    tools: [],
    tool_choice: 'auto',
    parallel_tool_calls: true,
    max_output_tokens: 'inf',
    truncation: 'auto',
    tracing: null,
    prompt: null,
    audio: {
      input: { format, turn_detection: effectiveDetection({ type: detection }) },
      output: { format, voice: voiceOf(providers.tts), speed: 1 },
    },
  }
}

/** Turn detection in effect. Only the fields of its type are present. */
export interface Detection {
  type: 'server_vad' | 'semantic_vad'
  create_response: boolean
  interrupt_response: boolean
  threshold?: number
  prefix_padding_ms?: number
  silence_duration_ms?: number
  idle_timeout_ms?: number | null
  eagerness?: Eagerness
}

type DetectionField = [usual: unknown, read: (value: unknown) => unknown]

const upTo = (max: number) => (value: unknown) =>
  typeof value === 'number' && value >= 0 ? Math.min(value, max) : undefined
const positive = (value: unknown) => (typeof value === 'number' && value > 0 ? value : undefined)
const level = (value: unknown) => ['low', 'medium', 'high', 'auto'].find((one) => one === value)
const flag = (value: unknown) => (typeof value === 'boolean' ? value : undefined)

const ANSWERING: Record<string, DetectionField> = {
  create_response: [true, flag],
  interrupt_response: [true, flag],
}

/** The fields of each type of turn detection: the default, and what takes effect for a requested value, if it is valid. */
const DETECTION: Record<Detection['type'], Record<string, DetectionField>> = {
  server_vad: {
    threshold: [0.5, upTo(1)],
    prefix_padding_ms: [300, upTo(1_000)],
    silence_duration_ms: [500, upTo(30_000)],
    idle_timeout_ms: [null, positive],
    ...ANSWERING,
  },
  semantic_vad: { eagerness: ['auto', level], ...ANSWERING },
}

export function effectiveDetection(requested: ConfigFields): Detection {
  const type = requested.type === 'server_vad' ? 'server_vad' : 'semantic_vad'
  const fields = Object.entries(DETECTION[type])
  const effective = fields.map(([name, [usual, read]]) => [name, read(requested[name]) ?? usual])
  return { type, ...Object.fromEntries(effective) }
}

export const isOwnServer = (tool: object) => isMcp(tool) && fieldsOf(tool).server_label === SERVER_LABEL

export const isOtherServer = (tool: object) => isMcp(tool) && !isOwnServer(tool)

const isMcp = (tool: unknown) => fieldsOf(tool).type === 'mcp'

/** Merges deeply: an absent field stays, `null` restores the default, but turns turn detection off. */
export function mergeSettings(
  settings: ConfigFields,
  patch: unknown,
  {
    defaults,
    isLocked,
    mcpOrigins,
  }: { defaults: ConfigFields; isLocked: boolean; mcpOrigins: readonly string[] },
): ConfigFields {
  if (!isObject(patch)) throw mustBe('session', 'an object')
  const fields = Object.entries(fromBeta(patch)).filter(([name]) => !isLocked || FREE.includes(name))
  const update = Object.fromEntries(fields)
  const { tools } = update
  for (const tool of Array.isArray(tools) ? tools.filter(isOtherServer) : []) checkServer(tool, mcpOrigins)
  checkValue(update, SESSION, 'session')
  return merge(settings, update, { defaults, schema: SESSION })
}

/** Throws a `ProtocolError` for an MCP server that the operator has not allowed: the server would be asked by this one. */
function checkServer(tool: unknown, origins: readonly string[]): void {
  const { server_label: label, server_url: url } = fieldsOf(tool)
  const origin = typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : undefined
  if (typeof label === 'string' && label !== '' && origin !== undefined && origins.includes(origin)) return
  const allowed =
    origins.length > 0 ? `of ${origins.join(', ')}` : 'that the setting "mcpOrigins" names, which has none'
  const message = `This server calls its own tools, under the server_label "${SERVER_LABEL}". Another entry of the type "mcp" needs a "server_label", and a "server_url" ${allowed}.`
  throw new ProtocolError(INVALID_VALUE, message, 'session.tools')
}

/** A schema without properties takes members of any name. */
function merge(
  base: ConfigFields,
  patch: ConfigFields,
  { defaults, schema }: { defaults: ConfigFields; schema: Schema },
): ConfigFields {
  const merged: ConfigFields = { ...base }
  for (const [key, value] of Object.entries(patch)) {
    const { properties = { [key]: {} } } = schema
    if (!Object.hasOwn(properties, key) || key === '__proto__' || value === undefined) continue
    const old = merged[key]
    const usual = Object.hasOwn(defaults, key) ? defaults[key] : undefined
    if (value === null && key !== 'turn_detection') merged[key] = usual
    else if (isObject(old) && isObject(value) && !isOtherKind(old, value))
      merged[key] = merge(old, value, { defaults: fieldsOf(usual), schema: properties[key] ?? {} })
    else merged[key] = value
  }
  return merged
}

/** A `turn_detection` of another type, for example, keeps no field of the old one. */
const isOtherKind = (old: ConfigFields, value: ConfigFields) =>
  old.type !== undefined && value.type !== undefined && value.type !== old.type

export function toToolChoice(choice: unknown): ModelRequest['toolChoice'] {
  if (isObject(choice)) return typeof choice.name === 'string' ? { name: choice.name } : 'required'
  return (choice ?? 'auto') as ModelRequest['toolChoice']
}

export const toMaxTokens = (value: unknown) => (typeof value === 'number' ? value : undefined)

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

type Direction = 'input' | 'output'

const RATES: Record<string, readonly unknown[]> = {
  'audio/pcm': PCM_RATES,
  'audio/pcmu': [8_000],
  'audio/pcma': [8_000],
}

/** The audio format names of the beta protocol, each with the `format` field of the current (GA) protocol. */
const BETA_FORMATS: Record<string, object> = {
  pcm16: { type: 'audio/pcm', rate: PCM_RATE },
  g711_ulaw: { type: 'audio/pcmu' },
  g711_alaw: { type: 'audio/pcma' },
}

/** Replaces fields of the beta protocol, which some clients still send. If both are present, the GA field counts. */
function fromBeta({
  modalities,
  input_audio_format: input,
  output_audio_format: output,
  ...rest
}: ConfigFields): ConfigFields {
  const audio = {
    ...(input !== undefined && { input: { format: fromBetaFormat(input, 'input') } }),
    ...(output !== undefined && { output: { format: fromBetaFormat(output, 'output') } }),
  }
  return {
    ...(Object.keys(audio).length > 0 && { audio }),
    ...(modalities !== undefined && { output_modalities: modalities }),
    ...rest,
  }
}

function fromBetaFormat(name: unknown, direction: Direction): object {
  const format = typeof name === 'string' && Object.hasOwn(BETA_FORMATS, name) && BETA_FORMATS[name]
  if (format) return format
  const param = `session.${direction}_audio_format`
  const message = `"${param}" must be one of ${Object.keys(BETA_FORMATS).join(', ')}, not ${shown(name)}. "session.audio.${direction}.format" also takes PCM at other rates.`
  throw new ProtocolError(INVALID_VALUE, message, param)
}

/** The audio format of a `format` field that was already checked. The default is PCM at 24 kHz. */
export function toAudioFormat(field: unknown): AudioFormat {
  const { type, rate } = fieldsOf(field)
  if (type === 'audio/pcmu' || type === 'audio/pcma') return type
  return typeof rate === 'number' ? rate : PCM_RATE
}

export function formatField(format: AudioFormat): object {
  return typeof format === 'number' ? { type: 'audio/pcm', rate: format } : { type: format }
}

export function readFormat(field: unknown, direction: Direction): object {
  const { type, rate } = fieldsOf(field)
  const rates = typeof type === 'string' && Object.hasOwn(RATES, type) ? RATES[type] : undefined
  if (!rates) throw wrong(direction, 'type', { found: type ?? field, known: Object.keys(RATES) })
  const isGiven = rate !== undefined && rate !== null
  if (isGiven && !rates.includes(rate)) throw wrong(direction, 'rate', { found: rate, known: rates })
  return type === 'audio/pcm' ? { type, rate: rate ?? PCM_RATE } : { type }
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
