import type { ShownLimits } from '../../protocol/voice-events.js'
import { eventNumber, type OutboxEntry } from './outbox.js'
import type { RealtimeConnection } from './realtime-connection.js'
import type { RealtimeSession } from './realtime-session.js'

export interface Greeting {
  /** Present if the client resumes its session. `lastEventId` is the id of the last event that the client received. */
  resume?: { lastEventId: string | undefined }
  voice?: { resumeToken: string; graceMs: number; limits: ShownLimits }
}

/**
 * Sends the first events of a connection. A client that resumes gets the events that it missed. If the server no longer
 * keeps these events, the client gets all items of the conversation.
 */
export function sendGreeting(
  connection: Pick<RealtimeConnection, 'start'>,
  session: RealtimeSession,
  { resume, voice }: Greeting,
): void {
  const cursor = resume?.lastEventId === undefined ? undefined : eventNumber(resume.lastEventId)
  const missed = cursor === undefined ? undefined : session.outbox.since(cursor)
  const gap = resume !== undefined && missed === undefined
  if (cursor !== undefined && missed) connection.start([createdAgain(session, cursor), ...missed])
  else {
    // The client has received events that this server does not know: they were sent but not stored while the store was
    // down. New events get higher numbers than these events.
    if (session.journal && cursor !== undefined && cursor > session.outbox.last) session.outbox.skipTo(cursor)
    // Earlier events are not sent. Their content is part of the items or was discarded.
    connection.start([], { after: session.outbox.last })
    session.sendCreated()
  }
  if (voice) {
    const { resumeToken: resume_token, graceMs: grace_ms, limits } = voice
    const { id: session_id, agent } = session
    const { providers } = agent
    session.send({ type: 'voice.session', session_id, resume_token, grace_ms, gap, limits, providers })
  }
  if (gap) session.sendItems()
}

export function sendJoined(connection: Pick<RealtimeConnection, 'start'>, session: RealtimeSession): void {
  const { last } = session.outbox
  connection.start([createdAgain(session, last)], { after: last })
}

/** The `session.created` event for a client that resumes or joins, with the number of the event that it has. */
function createdAgain(session: RealtimeSession, cursor: number): OutboxEntry {
  const event = { type: 'session.created', event_id: `event_${cursor}`, session: session.config.effective() }
  return { number: cursor, extension: false, data: JSON.stringify(event) }
}
