import type { ClientEvent } from '../../protocol/events.js'
import { fieldsOf } from '../../protocol/is-object.js'
import { ProtocolError } from './protocol-error.js'
import type { SessionParts } from './session-parts.js'

/**
 * Types of events that a locked session accepts, some of them with restrictions. In a locked session, clients can
 * change neither the agent nor the history.
 */
const TAKEN: readonly ClientEvent['type'][] = [
  'session.update',
  'conversation.item.create',
  'conversation.item.truncate',
  'input_audio_buffer.append',
  'input_audio_buffer.commit',
  'input_audio_buffer.clear',
  'output_audio_buffer.clear',
  'response.create',
  'response.cancel',
  'voice.ping',
  'voice.playback',
  'voice.mode',
]

/**
 * Throws `session_locked` for an event that a locked session does not accept. `TAKEN` lists the accepted types of
 * events. A new item must be a message or a decision of the user, or the output of a client's own function.
 */
export function refuseIfLocked(
  session: Pick<SessionParts, 'locked' | 'conversation'>,
  event: ClientEvent,
): void {
  if (!session.locked) return
  if (!TAKEN.includes(event.type)) throw sessionLocked(`events of the type "${event.type}"`, 'type')
  if (event.type === 'conversation.item.create') refuseItem(session, event.item)
}

export function sessionLocked(what: string, param: string): ProtocolError {
  const message = `This session is locked: it takes messages of the user, approvals, audio and cancelling, not ${what}.`
  return new ProtocolError('session_locked', message, param)
}

/**
 * Throws for an item that a locked session does not accept. Other errors in the item are reported later, when it is
 * parsed.
 */
function refuseItem({ conversation }: Pick<SessionParts, 'conversation'>, item: unknown): void {
  const { type, role, call_id: callId } = fieldsOf(item)
  if (type === 'message') {
    if (role !== 'user') throw sessionLocked(`messages with the role "${shorten(role)}"`, 'item.role')
  } else if (type === 'function_call_output') {
    if (!conversation.history.waitsForOutput(String(callId)))
      throw sessionLocked('the output of a call that does not wait for one', 'item.call_id')
  } else if (type !== 'mcp_approval_response')
    throw sessionLocked(`items of the type "${shorten(type)}"`, 'item.type')
}

const shorten = (text: unknown) => String(text).slice(0, 60)
