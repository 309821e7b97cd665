import type { ClientEvent } from '../../protocol/events.js'
import { INVALID_VALUE, ProtocolError } from './protocol-error.js'
import { isObject } from './session-config.js'

type Kind = 'string' | 'number' | 'object'

/** The fields an event has to have; all else is judged by who follows it. */
const REQUIRED: Record<ClientEvent['type'], Record<string, Kind>> = {
  'session.update': { session: 'object' },
  'conversation.item.create': { item: 'object' },
  'conversation.item.retrieve': { item_id: 'string' },
  'conversation.item.delete': { item_id: 'string' },
  'conversation.item.truncate': { item_id: 'string', content_index: 'number', audio_end_ms: 'number' },
  'input_audio_buffer.append': { audio: 'string' },
  'input_audio_buffer.commit': {},
  'input_audio_buffer.clear': {},
  'output_audio_buffer.clear': {},
  'response.create': {},
  'response.cancel': {},
  'voice.ping': { t: 'number' },
  'voice.playback': { item_id: 'string', content_index: 'number', played_ms: 'number' },
  'voice.mode': { mode: 'string' },
}

/** The event types a client may send; those of `voice.*` in that dialect only. */
export const CLIENT_EVENT_TYPES = Object.keys(REQUIRED)

/** The JSON object of a message and the id by which an error can name it. */
export function decodeMessage(text: string): { message: Record<string, unknown>; eventId: string | null } {
  const message = parse(text)
  if (!isObject(message)) throw new ProtocolError('invalid_json', 'An event must be a JSON object.')
  return { message, eventId: typeof message.event_id === 'string' ? message.event_id : null }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ProtocolError(
      'invalid_json',
      'The message is not JSON. Send one JSON object in each text frame.',
    )
  }
}

/** Checks that a message is an event of the protocol with all it needs. */
export function readClientEvent(message: Record<string, unknown>, options: { voice: boolean }): ClientEvent {
  const { type } = message
  if (typeof type !== 'string') throw new ProtocolError(INVALID_VALUE, 'An event needs a "type".', 'type')
  const known = Object.hasOwn(REQUIRED, type) && (options.voice || !type.startsWith('voice.'))
  if (!known)
    throw new ProtocolError('unknown_event_type', `There is no event type "${shorten(type)}".`, 'type')
  for (const [field, kind] of Object.entries(REQUIRED[type as ClientEvent['type']])) {
    if (!isKind(message[field], kind)) {
      throw new ProtocolError(INVALID_VALUE, `"${type}" needs "${field}", ${NAMES[kind]}.`, field)
    }
  }
  return message as unknown as ClientEvent
}

const NAMES: Record<Kind, string> = { string: 'a string', number: 'a number', object: 'an object' }

function isKind(value: unknown, kind: Kind): boolean {
  if (kind === 'object') return isObject(value)
  return kind === 'number' ? Number.isFinite(value) : typeof value === 'string'
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}...` : text)
