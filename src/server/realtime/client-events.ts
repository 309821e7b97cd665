import schema from '../../../schemas/events/client-events.json'
import type { ClientEvent } from '../../protocol/events.js'
import { isObject } from '../../protocol/is-object.js'
import { isTooDeep, MAX_NESTING } from '../../protocol/nesting.js'
import { hasMoreValues, parseShallow, shallowText } from '../../protocol/parse-json.js'
import { INVALID_VALUE, mustBe, ProtocolError } from './protocol-error.js'

type ClientEventType = 'string' | 'number' | 'object'

/** A required field of an event: its name, its JSON type, and its allowed values if the protocol lists them. */
type RequiredField = { field: string; kind: ClientEventType; values?: readonly string[] }

/**
 * The required fields of each event type, from the JSON Schema of the protocol. The handler of an event validates the
 * optional fields.
 */
const REQUIRED: Record<string, RequiredField[]> = Object.fromEntries(
  Object.entries(schema.$defs as Record<string, EventSchema>)
    .filter(([, { properties }]) => 'const' in (properties.type ?? {}))
    .map(([type, { required = [], properties }]) => [
      type,
      required
        .filter((field) => field !== 'type')
        .map((field) => ({ field, kind: kindOf(properties[field]), values: properties[field]?.enum })),
    ]),
)

interface EventSchema {
  required?: string[]
  properties: Record<string, { type?: string | string[]; const?: string; enum?: string[]; $ref?: string }>
}

/** Maximum length of an event id. Ids are stored, and errors repeat them. */
const MAX_ID_CHARS = 512

/**
 * Maximum number of JSON values in one message. To parse more would delay other sessions by over 50 ms. For comparison:
 * session settings with a hundred functions have 5,000 values.
 */
const MAX_VALUES = 50_000

/** The JSON type that a property needs. A property that refers to another schema (`$ref`) needs an object. */
function kindOf(property: EventSchema['properties'][string] | undefined): ClientEventType {
  return property?.type === 'string' || property?.type === 'number' ? property.type : 'object'
}

/**
 * The event types that a client may send. Those that begin with `voice.` need the `voice.v1` extension of the protocol.
 */
export const CLIENT_EVENT_TYPES: readonly string[] = Object.keys(REQUIRED)

const TOO_MANY_VALUES =
  'The message has more than 50,000 values in its objects and lists. Send long data as text, or in several events.'

/**
 * Parses a message as a JSON object. Also returns its `event_id`, so that errors about the message can contain it.
 * `null` if the id is absent, too long or no string.
 */
export function decodeMessage(text: string): { message: Record<string, unknown>; eventId: string | null } {
  const message = parse(text)
  if (!isObject(message)) throw new ProtocolError('invalid_json', 'An event must be a JSON object.')
  const { event_id: eventId } = message
  return { message, eventId: typeof eventId === 'string' && eventId.length <= MAX_ID_CHARS ? eventId : null }
}

/**
 * Parses JSON. Keeps one level of nesting more than is allowed, and removes deeper levels. If this level is present,
 * `refuseDepth` reports that the event is nested too deeply, and names the field in its error.
 */
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

/**
 * Checks that a message is an event of the protocol and has all required fields. `voice`: whether the client uses the
 * `voice.v1` extension.
 */
export function parseClientEvent(message: Record<string, unknown>, options: { voice: boolean }): ClientEvent {
  const { type } = message
  if (typeof type !== 'string') throw new ProtocolError(INVALID_VALUE, 'An event needs a "type".', 'type')
  const known = Object.hasOwn(REQUIRED, type) && (options.voice || !type.startsWith('voice.'))
  if (!known)
    throw new ProtocolError('unknown_event_type', `There is no event type "${shorten(type)}".`, 'type')
  for (const { field, kind, values } of REQUIRED[type] ?? []) {
    const value = message[field]
    if (isKind(value, kind) && (values?.includes(String(value)) ?? true)) continue
    const want = values ? values.map((one) => `"${one}"`).join(' or ') : NAMES[kind]
    throw new ProtocolError(INVALID_VALUE, `"${type}" needs "${field}", ${want}.`, field)
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

const NAMES: Record<ClientEventType, string> = { string: 'a string', number: 'a number', object: 'an object' }

function isKind(value: unknown, kind: ClientEventType): boolean {
  if (kind === 'object') return isObject(value)
  return kind === 'number' ? Number.isFinite(value) : typeof value === 'string'
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}...` : text)
