import schema from '../../../schemas/events/client-events.json'
import type { ClientEvent } from '../../protocol/events.js'
import { isTooDeep, MAX_NESTING } from '../../protocol/nesting.js'
import { parseShallow } from '../../protocol/parse-json.js'
import { INVALID_VALUE, ProtocolError } from './protocol-error.js'
import { isObject } from './session-config.js'

type Kind = 'string' | 'number' | 'object'

/** The fields each event has to have, as its schema says; all else is judged by who follows it. */
const REQUIRED: Record<string, [field: string, kind: Kind][]> = Object.fromEntries(
  Object.entries(schema.$defs as Record<string, EventSchema>)
    .filter(([, { properties }]) => 'const' in (properties.type ?? {}))
    .map(([type, { required = [], properties }]) => [
      type,
      required.filter((field) => field !== 'type').map((field) => [field, kindOf(properties[field])]),
    ]),
)

interface EventSchema {
  required?: string[]
  properties: Record<string, { type?: string | string[]; const?: string; $ref?: string }>
}

/** An id is remembered, and named in an error. */
const MAX_ID_CHARS = 512

/** What is described elsewhere is an object. */
function kindOf(property: EventSchema['properties'][string] | undefined): Kind {
  return property?.type === 'string' || property?.type === 'number' ? property.type : 'object'
}

/** The event types a client may send; those of `voice.*` in that dialect only. */
export const CLIENT_EVENT_TYPES: readonly string[] = Object.keys(REQUIRED)

/** The JSON object of a message and the id by which an error can name it. */
export function decodeMessage(text: string): { message: Record<string, unknown>; eventId: string | null } {
  const message = parse(text)
  if (!isObject(message)) throw new ProtocolError('invalid_json', 'An event must be a JSON object.')
  const { event_id: eventId } = message
  return { message, eventId: typeof eventId === 'string' && eventId.length <= MAX_ID_CHARS ? eventId : null }
}

/** One level more than an event may have, so that one that has more is refused by the name of its field. */
function parse(text: string): unknown {
  try {
    return parseShallow(text, MAX_NESTING + 1)
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
  for (const [field, kind] of REQUIRED[type] ?? []) {
    if (!isKind(message[field], kind)) {
      throw new ProtocolError(INVALID_VALUE, `"${type}" needs "${field}", ${NAMES[kind]}.`, field)
    }
  }
  if (typeof message.event_id === 'string' && message.event_id.length > MAX_ID_CHARS)
    throw new ProtocolError(INVALID_VALUE, `"event_id" may have ${MAX_ID_CHARS} characters.`, 'event_id')
  refuseDepth(message)
  return message as unknown as ClientEvent
}

/** What follows events may walk them by recursion. */
function refuseDepth(message: Record<string, unknown>): void {
  const field = Object.keys(message).find((name) => isTooDeep(message[name]))
  if (field === undefined) return
  const sentence = `"${shorten(field)}" is nested more than ${MAX_NESTING} levels deep. Send it flatter.`
  throw new ProtocolError(INVALID_VALUE, sentence, shorten(field))
}

const NAMES: Record<Kind, string> = { string: 'a string', number: 'a number', object: 'an object' }

function isKind(value: unknown, kind: Kind): boolean {
  if (kind === 'object') return isObject(value)
  return kind === 'number' ? Number.isFinite(value) : typeof value === 'string'
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}...` : text)
