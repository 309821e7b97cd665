import { callOutcome } from '../agent/call-item.js'
import type { HistoryItem } from '../agent/events.js'
import type { RealtimeSession } from './realtime-session.js'
import type { UnfinishedItem } from './unfinished.js'

/** The error code in the `response.done` event of a response that was running when its server stopped. */
export const SERVER_STOPPED = 'server-stopped'

/**
 * Settles what was open when this session was stored by another server, however that server ended: closes the unfinished
 * items, and tells model and user about calls with an unknown outcome. Never repeats a call.
 */
export function recoverSession(session: RealtimeSession): void {
  session.tap?.took({ from: 'recovery' })
  const { unfinished, writer, conversation, agent } = session
  const unknown = conversation.history.items.filter(isCallWithoutOutcome)
  const aside = new Set(conversation.history.aside)
  const items = agent.speech?.stt ? conversation.history.items : []
  const unheard = items.filter((item) => lacksWords(item) && !aside.has(item.id))
  const broken = writer.openReplies.filter(({ outOfBand }) => !outOfBand)
  for (const item of unknown) conversation.history.replace(withoutOutcome(session, item))
  const open = new Set(unfinished.items.map(({ item }) => item.id))
  for (const { id } of unknown) if (!open.has(id)) show(session, id, { again: true })
  for (const item of unfinished.items) closeItem(session, item)
  for (const id of unfinished.unshown) show(session, id)
  for (const { id } of writer.openReplies) {
    const usage = { inputTokens: 0, outputTokens: 0 }
    writer.write({
      type: 'reply-ended',
      replyId: id,
      end: { status: 'failed', errorCode: SERVER_STOPPED, usage },
    })
  }
  for (const { id } of unheard) giveUpHearing(session, id)
  const { serverStopped } = agent.locale
  if (unknown.some((call) => conversation.mayHaveRun(call)))
    conversation.say(serverStopped.inCall, { aside: false })
  else if (broken.length > 0 || unheard.length > 0) conversation.say(serverStopped.inReply, { aside: true })
}

type RecoveredCall = HistoryItem & { type: 'mcp_call' }

function isCallWithoutOutcome(item: HistoryItem): item is RecoveredCall {
  return item.type === 'mcp_call' && (item.output ?? null) === null && (item.error ?? null) === null
}

function withoutOutcome({ conversation }: RealtimeSession, call: RecoveredCall): HistoryItem {
  const content = conversation.mayHaveRun(call) ? OUTCOME_UNKNOWN : NEVER_RAN
  return { ...call, ...callOutcome({ isError: true, reason: 'outcome-unknown', content, requestMs: 0 }) }
}

const OUTCOME_UNKNOWN =
  'The outcome is unknown: the server that ran this call stopped. It may have taken effect; check before you try again.'
const NEVER_RAN = 'The server stopped before this call ran. Nothing has happened.'

/** Closes an unfinished item with the content that was sent so far. */
function closeItem(session: RealtimeSession, open: UnfinishedItem): void {
  const { writer, conversation, unfinished } = session
  const { item, replyId, listed, text } = open
  const { history } = conversation
  const shown = (event: Parameters<typeof writer.write>[0]) => {
    unfinished.take(event)
    writer.write(event)
  }
  if (item.type === 'mcp_call') shown({ type: 'call-ended', itemId: item.id, replyId, failed: true })
  else if (item.type === 'message' && text !== null) {
    if (writer.isSpoken(replyId)) shown({ type: 'audio-done', itemId: item.id, replyId })
    shown({ type: 'text-done', itemId: item.id, replyId, text })
  }
  const known = history.get(item.id) ?? item
  const last =
    known.type === 'mcp_call' && isCallWithoutOutcome(known)
      ? withoutOutcome(session, known)
      : lastShape(known, { text: text ?? '', isSpoken: writer.isSpoken(replyId) })
  history.replace(last)
  if (item.type === 'message' && !text) history.setAside(item.id)
  shown({ type: 'item-done', item: last, replyId, listed })
}

function lastShape(item: HistoryItem, { text, isSpoken }: { text: string; isSpoken: boolean }): HistoryItem {
  if (item.type === 'function_call') return { ...item, status: 'incomplete' }
  if (item.type !== 'message' || item.role !== 'assistant') return item
  const part = isSpoken
    ? { type: 'output_audio' as const, transcript: text }
    : { type: 'output_text' as const, text }
  return { ...item, status: 'incomplete', content: [part] }
}

/**
 * Sends an item that waited for the end of earlier speech, which was lost when the server stopped. With `again`, the
 * client knows the item in an earlier state.
 */
function show(
  { conversation, unfinished, writer }: RealtimeSession,
  id: string,
  { again = false }: { again?: boolean } = {},
): void {
  const { history } = conversation
  const item = history.get(id)
  unfinished.forget(id)
  if (!item) return
  if (!again) writer.write({ type: 'item-added', item, listed: true })
  writer.write({ type: 'item-done', item, listed: true })
}

/** Whether an item is user speech without a transcript. Its audio was lost when the server stopped. */
function lacksWords(item: HistoryItem): boolean {
  if (item.type !== 'message' || item.role !== 'user') return false
  return item.content.some((part) => part.type === 'input_audio' && (part.transcript ?? null) === null)
}

function giveUpHearing(session: RealtimeSession, id: string): void {
  session.conversation.history.setAside(id)
  const message = 'The server that was recognizing this stopped. Say it again.'
  session.send({
    type: 'conversation.item.input_audio_transcription.failed',
    item_id: id,
    content_index: 0,
    error: { type: 'transcription_error', code: 'server_stopped', message },
  })
}
