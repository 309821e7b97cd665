import type { ClientEvent } from '../../protocol/events.js'
import { fieldsOf } from '../../protocol/is-object.js'
import type { ShownLimits } from '../../protocol/voice-events.js'
import type { HistoryItem } from '../agent/events.js'
import { itemBytes } from '../agent/history.js'
import type { SessionLimits } from '../model/session-limits.js'
import { ProtocolError } from './protocol-error.js'
import type { SessionParts } from './session-parts.js'

/** Throws if an item is too large, or does not fit into the memory limit of its conversation or its API key. */
export function refuseTooMuch(session: SessionParts, item: HistoryItem): void {
  const { conversation, limits, memory } = session
  const bytes = itemBytes(item)
  refuseTooLarge(bytes, limits)
  if (!conversation.makeRoom(bytes)) throw conversationFull(limits)
  if (!memory.fits(bytes)) throw memoryFull()
}

export function refuseTooMuchInput(session: SessionParts, items: readonly HistoryItem[]): void {
  const { limits, memory } = session
  const sizes = items.map(itemBytes)
  for (const bytes of sizes) refuseTooLarge(bytes, limits)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (items.length > limits.maxItems || bytes > limits.maxHistoryBytes) {
    const message = `"response.input" has ${items.length} items of ${bytes} bytes; ${limits.maxItems} items and ${limits.maxHistoryBytes} bytes are the most. Send fewer.`
    throw new ProtocolError('input_too_large', message, 'response.input')
  }
  if (!memory.fits(bytes)) throw memoryFull()
}

/** Throws if too many out-of-band responses run, too many calls are open, or the conversation is full. */
export function refuseTooManyResponses(session: SessionParts, { outOfBand }: { outOfBand: boolean }): void {
  const { conversation, limits } = session
  const { maxOutOfBandResponses, maxOpenCalls } = limits
  if (outOfBand && conversation.outOfBandReplies >= maxOutOfBandResponses) {
    const message = `${maxOutOfBandResponses} responses out of band are under way, the most there may be. Wait for a response.done, or cancel one.`
    throw new ProtocolError('too_many_responses', message)
  }
  if (conversation.openCalls >= maxOpenCalls) {
    const message = `${conversation.openCalls} calls run or wait for an answer, and ${maxOpenCalls} is the most. Send their function_call_output, or answer their approval requests.`
    throw new ProtocolError('too_many_open_calls', message)
  }
  if (!outOfBand && !conversation.makeRoom(0)) throw conversationFull(limits)
}

export function shownLimits(limits: SessionLimits, maxMessageBytes: number): ShownLimits {
  return {
    max_message_bytes: maxMessageBytes,
    max_audio_seconds: limits.maxAudioSeconds,
    max_items: limits.maxItems,
    max_item_bytes: limits.maxItemBytes,
    max_history_bytes: limits.maxHistoryBytes,
    max_settings_bytes: limits.maxSettingsBytes,
    max_client_tools: limits.maxClientTools,
    max_open_calls: limits.maxOpenCalls,
    max_out_of_band_responses: limits.maxOutOfBandResponses,
  }
}

export function historyDropped(items: number, { maxItems, maxHistoryBytes }: SessionLimits): ProtocolError {
  const message = `The conversation has reached ${maxItems} items or ${maxHistoryBytes} bytes, the most it may hold. Its ${items} oldest items were dropped, and the agent does not know them any more. Start a new session for a new subject.`
  return new ProtocolError('history_dropped', message)
}

function refuseTooLarge(bytes: number, { maxItemBytes }: SessionLimits): void {
  if (bytes <= maxItemBytes) return
  // The message does not contain the size of the item. A recording masks the secrets in an item, so the replay of a
  // recorded session would report another size.
  const message = `The item takes more than ${maxItemBytes} bytes as JSON, the most it may. Send a shorter text, or several items.`
  throw new ProtocolError('item_too_large', message, 'item')
}

function conversationFull({ maxItems, maxHistoryBytes }: SessionLimits): ProtocolError {
  const message = `The conversation holds ${maxItems} items or ${maxHistoryBytes} bytes since the last message of the user, the most it may. Delete items, or start a new session.`
  return new ProtocolError('conversation_full', message)
}

function memoryFull(): ProtocolError {
  const message =
    'The sessions of this key hold as much memory as they may. Delete items, end sessions that are not needed, or try again later.'
  return new ProtocolError('key_memory_full', message)
}

/** What a locked session accepts, partly with restrictions. Clients can change neither agent nor history. */
const ACCEPTED_WHEN_LOCKED: readonly ClientEvent['type'][] = [
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

/** Throws `session_locked`. A new item must be a message or decision of the user, or the output of an own call. */
export function refuseIfLocked(
  session: Pick<SessionParts, 'locked' | 'conversation'>,
  event: ClientEvent,
): void {
  if (!session.locked) return
  if (!ACCEPTED_WHEN_LOCKED.includes(event.type))
    throw sessionLocked(`events of the type "${event.type}"`, 'type')
  if (event.type === 'conversation.item.create') refuseItem(session, event.item)
}

export function sessionLocked(what: string, param: string): ProtocolError {
  const message = `This session is locked: it takes messages of the user, approvals, audio and cancelling, not ${what}.`
  return new ProtocolError('session_locked', message, param)
}

/** Other errors in the item are reported later, when it is parsed. */
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
