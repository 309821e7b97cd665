import type { ClientEvent } from '../../protocol/events.js'
import { SERVER_LABEL } from '../../protocol/events.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { nothingToCommit } from './audio-buffer.js'
import { createResponse } from './create-response.js'
import { parseItem } from './items.js'
import { INVALID_VALUE, mustBe, ProtocolError } from './protocol-error.js'
import { refuseIfLocked, refuseTooMuch, sessionLocked } from './refusals.js'
import type { SessionParts } from './session-parts.js'

type Handler<T extends ClientEvent['type']> = (
  session: SessionParts,
  event: ClientEvent & { type: T },
) => void

const HANDLERS: { [T in ClientEvent['type']]: Handler<T> } = {
  'session.update': (session, { session: patch }) => {
    session.config.update(patch)
    session.speech.configure()
    session.send({ type: 'session.updated', session: session.config.effective() })
    if (session.config.listsTools) listTools(session)
    session.servers?.update(session.config.mcpServers)
  },
  'conversation.item.create': createItem,
  'conversation.item.retrieve': (session, { item_id: id }) => {
    const item = session.conversation.history.get(id)
    if (!item) throw noSuchItem('item_retrieve_invalid_item_id', id)
    session.send({ type: 'conversation.item.retrieved', item })
  },
  'conversation.item.delete': (session, { item_id: id }) => {
    if (!session.conversation.deleteItem(id)) throw noSuchItem('item_delete_invalid_item_id', id)
  },
  'conversation.item.truncate': truncateItem,
  'input_audio_buffer.append': (session, { audio }) => session.appendAudio(session.audio.decode(audio)),
  'input_audio_buffer.commit': commitAudio,
  'input_audio_buffer.clear': (session) => {
    session.audio.clear()
    session.speech.clear()
    session.send({ type: 'input_audio_buffer.cleared' })
  },
  // Used only in WebRTC and telephone calls, where the server controls playback. A WebSocket client plays the audio
  // itself.
  'output_audio_buffer.clear': ({ playback, speech }) => {
    if (playback.player) speech.stopSpeaking()
  },
  'response.create': createResponse,
  'response.cancel': (session, event) => {
    const id = event.response_id ?? undefined
    if (session.conversation.cancel('client_cancelled', id)) return
    // The speech goes on if it belongs to another response than the client names.
    const isMeant = id === undefined || id === session.responses.last
    if (isMeant && session.speech.stopSpeaking()) return
    // The response may end while the client's event is on its way. Clients recognize this error by its first two words
    // and ignore it.
    const message = 'Cancellation failed: no response is under way.'
    throw new ProtocolError('response_cancel_not_active', message)
  },
  'voice.ping': (session, { t }) => session.send({ type: 'voice.pong', t }),
  'voice.playback': (session, { item_id: id, played_ms: ms }) => session.speech.report(id, ms),
  'voice.mode': (session, { mode }) => {
    session.speech.textOnly = mode === 'text'
  },
}

export function handleClientEvent(session: SessionParts, event: ClientEvent): void {
  refuseIfLocked(session, event)
  const handle = HANDLERS[event.type] as Handler<ClientEvent['type']>
  handle(session, event)
}

function createItem(session: SessionParts, event: ClientEvent & { type: 'conversation.item.create' }): void {
  const item = parseItem(event.item, session.newId)
  const { conversation, locked } = session
  // In a locked session, the client cannot choose the position of an item: items stay in chronological order.
  const afterId = locked ? undefined : readPlace(event.previous_item_id)
  if (conversation.history.get(item.id)) {
    const message = `The conversation has an item "${item.id}" already.`
    throw new ProtocolError('item_create_duplicate_item_id', message, 'item.id')
  }
  refuseTooMuch(session, item)
  if (item.type === 'mcp_approval_response') {
    if (conversation.answerApproval(item, afterId)) return
    const message = `No approval is waiting under "${item.approval_request_id}": it is unknown, answered or expired.`
    throw new ProtocolError('approval_request_not_found', message, 'item.approval_request_id')
  }
  if (item.type === 'message' && item.role === 'user') session.credits = 0
  conversation.addItem(item, afterId)
  session.typed.added(item)
}

function readPlace(id: unknown): string | null | undefined {
  if (typeof id === 'string' || id === null || id === undefined) return id
  throw mustBe('previous_item_id', 'the id of an item')
}

/** Ignores a deleted item: a client may still be playing a reply that the server has withdrawn. */
function truncateItem(
  session: SessionParts,
  event: ClientEvent & { type: 'conversation.item.truncate' },
): void {
  const { item_id: id, content_index: index, audio_end_ms: end } = event
  if (session.conversation.history.wasDeleted(id)) return
  const item = session.conversation.history.get(id)
  if (item?.type !== 'message' || item.role !== 'assistant')
    throw noSuchItem('item_truncate_invalid_item_id', id)
  if (index < 0 || end < 0)
    throw new ProtocolError(INVALID_VALUE, 'A place in the audio cannot be negative.', 'audio_end_ms')
  const heardMs = session.speech.output.truncate(id, end, { onlyRecent: session.locked })
  if (heardMs === undefined)
    throw sessionLocked('the truncation of a message that was heard long ago', 'item_id')
  session.send({
    type: 'conversation.item.truncated',
    item_id: id,
    content_index: index,
    audio_end_ms: heardMs,
  })
}

function commitAudio(session: SessionParts): void {
  if (!session.speech.takesAudio) {
    commitWithoutRecognizer(session)
    return
  }
  const seconds = session.speech.findsTurns ? 0 : session.audio.commit()
  session.credits = 0
  if (!session.speech.commit(seconds)) throw nothingToCommit()
}

function commitWithoutRecognizer(session: SessionParts): void {
  session.audio.commit()
  const id = session.newId('item')
  session.send({ type: 'input_audio_buffer.committed', item_id: id })
  session.credits = 0
  session.conversation.addItem(
    parseItem({ id, type: 'message', role: 'user', content: [{ type: 'input_audio' }] }, session.newId),
  )
  const message = 'This session has no speech recognition. Type instead, or start the server with --stt.'
  session.send({
    type: 'conversation.item.input_audio_transcription.failed',
    item_id: id,
    content_index: 0,
    error: { type: 'transcription_error', code: 'no_speech_to_text', message },
  })
}

function noSuchItem(code: string, id: string): ProtocolError {
  return new ProtocolError(code, `There is no such item: "${id.slice(0, 80)}".`, 'item_id')
}

/** Lists the server's tools once, for a client that has an entry for it in `tools`. `again`: they have changed. */
export function listTools(
  session: Pick<SessionParts, 'conversation' | 'newId' | 'send'>,
  { again = false } = {},
): void {
  const { conversation } = session
  if (listOf(session, SERVER_LABEL) && !again) return
  beginList(session, SERVER_LABEL)(conversation.tools.filter(({ server }) => server === undefined))
}

const listOf = ({ conversation }: Pick<SessionParts, 'conversation'>, label: string) =>
  conversation.history.items.find((item) => item.type === 'mcp_list_tools' && item.server_label === label)

/** Tells the client that the tools of a server are asked for. The returned function adds their list to the conversation. */
export function beginList(
  session: Pick<SessionParts, 'conversation' | 'newId' | 'send'>,
  label: string,
): (tools: readonly ToolFunction[] | undefined) => void {
  const { conversation, newId } = session
  const id = newId('mcpl')
  session.send({ type: 'mcp_list_tools.in_progress', item_id: id })
  return (tools) => {
    if (!tools) return session.send({ type: 'mcp_list_tools.failed', item_id: id })
    const shown = listOf(session, label)
    if (shown?.id) conversation.deleteItem(shown.id)
    conversation.addItem({ id, type: 'mcp_list_tools', server_label: label, tools: tools.map(listed) })
    session.send({ type: 'mcp_list_tools.completed', item_id: id })
  }
}

/** The description is never absent: standard Realtime clients discard a list in which one is missing. */
function listed({ name, description, parameters, annotations }: ToolFunction) {
  return { name, description, input_schema: parameters, annotations }
}
