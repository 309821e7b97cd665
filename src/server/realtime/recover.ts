import { callOutcome } from '../agent/call-item.js'
import type { HistoryItem } from '../agent/events.js'
import type { RealtimeSession } from './realtime-session.js'
import type { OpenItem } from './responses.js'

export const SERVER_STOPPED = 'server-stopped'

/**
 * Closes what was open when this session was stored by another server, however that server ended: closes the unfinished
 * items, and tells model and user about calls with an unknown outcome. Never repeats a call.
 */
export function recoverSession(session: RealtimeSession): void {
  session.tap?.took({ from: 'recovery' })
  const { responses, conversation, agent } = session
  const { history, log } = conversation
  const unknown = history.items.filter(isCallWithoutOutcome)
  const aside = new Set(history.aside)
  const unrecognized = agent.speech?.stt
    ? history.items.filter((item) => lacksTranscript(item) && !aside.has(item.id))
    : []
  const broken = responses.open.filter(({ outOfBand }) => !outOfBand)
  for (const item of unknown) log.append({ type: 'item-changed', item: withoutOutcome(session, item) })
  const known = new Set([...responses.openItems.map(({ item }) => item.id), ...responses.waiting])
  for (const { id } of unknown) if (!known.has(id)) show(session, id, { again: true })
  for (const item of responses.openItems) closeItem(session, item)
  for (const id of responses.waiting) show(session, id)
  for (const { id } of responses.open) {
    const end = {
      status: 'failed',
      errorCode: SERVER_STOPPED,
      usage: { inputTokens: 0, outputTokens: 0 },
    } as const
    responses.write({ type: 'reply-ended', replyId: id, end })
  }
  for (const { id } of unrecognized) failTranscription(session, id)
  const { serverStopped } = agent.locale
  if (unknown.some((call) => conversation.mayHaveRun(call)))
    conversation.say(serverStopped.inCall, { aside: false })
  else if (broken.length > 0 || unrecognized.length > 0)
    conversation.say(serverStopped.inReply, { aside: true })
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

function closeItem(session: RealtimeSession, { item, replyId, listed, text }: OpenItem): void {
  const { responses, conversation } = session
  const { history, log } = conversation
  const isSpoken = responses.isSpoken(replyId)
  if (item.type === 'mcp_call')
    responses.write({ type: 'call-ended', itemId: item.id, replyId, failed: true })
  else if (item.type === 'message' && text !== null) {
    if (isSpoken) responses.write({ type: 'audio-done', itemId: item.id, replyId })
    responses.write({ type: 'text-done', itemId: item.id, replyId, text })
  }
  const known = history.get(item.id) ?? item
  const last =
    known.type === 'mcp_call' && isCallWithoutOutcome(known)
      ? withoutOutcome(session, known)
      : lastShape(known, { text: text ?? '', isSpoken })
  log.append({ type: 'item-changed', item: last })
  if (item.type === 'message' && !text) log.append({ type: 'item-hidden', itemId: item.id })
  responses.write({ type: 'item-done', item: last, replyId, listed })
}

function lastShape(item: HistoryItem, { text, isSpoken }: { text: string; isSpoken: boolean }): HistoryItem {
  if (item.type === 'function_call') return { ...item, status: 'incomplete' }
  if (item.type !== 'message' || item.role !== 'assistant') return item
  const part = isSpoken
    ? { type: 'output_audio' as const, transcript: text }
    : { type: 'output_text' as const, text }
  return { ...item, status: 'incomplete', content: [part] }
}

/** Sends an item that waited for lost speech. `again`: the client knows the item in an earlier state. */
function show(
  { conversation, responses }: RealtimeSession,
  id: string,
  { again = false }: { again?: boolean } = {},
): void {
  const item = conversation.history.get(id)
  if (!item) return
  if (!again) responses.write({ type: 'item-added', item, listed: true })
  responses.write({ type: 'item-done', item, listed: true })
}

/** Whether an item is user speech without a transcript. Its audio was lost when the server stopped. */
function lacksTranscript(item: HistoryItem): boolean {
  if (item.type !== 'message' || item.role !== 'user') return false
  return item.content.some((part) => part.type === 'input_audio' && (part.transcript ?? null) === null)
}

function failTranscription(session: RealtimeSession, id: string): void {
  session.conversation.log.append({ type: 'item-hidden', itemId: id })
  const message = 'The server that was recognizing this stopped. Say it again.'
  session.send({
    type: 'conversation.item.input_audio_transcription.failed',
    item_id: id,
    content_index: 0,
    error: { type: 'transcription_error', code: 'server_stopped', message },
  })
}
