import type { ClientEvent } from '../../protocol/events.js'
import { isObject } from '../../protocol/is-object.js'
import { isTooDeep, MAX_NESTING } from '../../protocol/nesting.js'
import { hasMoreValues, parseShallow, shallowText } from '../../protocol/parse-json.js'
import { fits, SCHEMAS, wanted } from './event-schema.js'
import { INVALID_VALUE, mustBe, ProtocolError } from './protocol-error.js'

/** Maximum length of an event id. Ids are stored, and errors repeat them. */
const MAX_ID_CHARS = 512

/** To parse more values would delay other sessions by over 50 ms. Settings with a hundred functions have 5,000. */
const MAX_VALUES = 50_000

/** The event types that a client may send. Those that begin with `voice.` need the `voice.v1` extension. */
export const CLIENT_EVENT_TYPES: readonly string[] = Object.keys(SCHEMAS).filter(
  (name) => SCHEMAS[name]?.properties?.type?.const === name,
)

const TOO_MANY_VALUES =
  'The message has more than 50,000 values in its objects and lists. Send long data as text, or in several events.'

/** Parses a JSON object. `eventId`: its `event_id`, for errors; `null` if it is absent, too long or no string. */
export function decodeMessage(text: string): { message: Record<string, unknown>; eventId: string | null } {
  const message = parse(text)
  if (!isObject(message)) throw new ProtocolError('invalid_json', 'An event must be a JSON object.')
  const { event_id: eventId } = message
  return { message, eventId: typeof eventId === 'string' && eventId.length <= MAX_ID_CHARS ? eventId : null }
}

/** Keeps one level of nesting more than is allowed, so that `refuseDepth` can name the field in its error. */
function parse(text: string): unknown {
  const kept = shallowText(text, MAX_NESTING + 1)
  if (hasMoreValues(kept, MAX_VALUES)) throw new ProtocolError(INVALID_VALUE, TOO_MANY_VALUES)
  try {
    return parseShallow(kept, MAX_NESTING + 1)
  } catch {
    throw new ProtocolError(
      'invalid_json',
      'The message is not JSON. Send one JSON object in each text frame.',
    )
  }
}

/** Checks that a message is an event with its required fields. `voice`: whether the client uses `voice.v1`. */
export function parseClientEvent(message: Record<string, unknown>, options: { voice: boolean }): ClientEvent {
  const { type } = message
  if (typeof type !== 'string') throw new ProtocolError(INVALID_VALUE, 'An event needs a "type".', 'type')
  const isKnown = CLIENT_EVENT_TYPES.includes(type) && (options.voice || !type.startsWith('voice.'))
  if (!isKnown)
    throw new ProtocolError('unknown_event_type', `There is no event type "${shorten(type)}".`, 'type')
  const { required = [], properties = {} } = SCHEMAS[type] ?? {}
  for (const field of required) {
    const schema = properties[field] ?? {}
    if (!fits(message[field], schema))
      throw new ProtocolError(INVALID_VALUE, `"${type}" needs "${field}", ${wanted(schema)}.`, field)
  }
  const { event_id: eventId } = message
  if (eventId !== undefined && eventId !== null && typeof eventId !== 'string')
    throw mustBe('event_id', 'a string')
  if (typeof eventId === 'string' && eventId.length > MAX_ID_CHARS)
    throw new ProtocolError(INVALID_VALUE, `"event_id" may have ${MAX_ID_CHARS} characters.`, 'event_id')
  refuseDepth(message)
  return message as unknown as ClientEvent
}

/** Throws if a field is nested too deeply. Later code is recursive, so its depth must be limited. */
function refuseDepth(message: Record<string, unknown>): void {
  const field = Object.keys(message).find((name) => isTooDeep(message[name]))
  if (field === undefined) return
  const sentence = `"${shorten(field)}" is nested more than ${MAX_NESTING} levels deep. Send it flatter.`
  throw new ProtocolError(INVALID_VALUE, sentence, shorten(field))
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}...` : text)
