import { fieldsOf } from '../../protocol/is-object.js'
import { type AudioFormat, PCM_RATE, PCM_RATES } from '../speech/audio/audio-format.js'
import { INVALID_VALUE, ProtocolError } from './protocol-error.js'

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
