import type { ShownLimits } from '../../protocol/voice-events.js'
import type { Connection } from './connection.js'
import { eventNumber, type OutboxEntry } from './outbox.js'
import type { RealtimeSession } from './realtime-session.js'

/** How a connection begins. */
export interface Greeting {
  /** Present when the client comes back to its session; `lastEventId` is the last event it has seen. */
  resume?: { lastEventId: string | undefined }
  /** Present for `voice.v1`. */
  voice?: { resumeToken: string; graceMs: number; limits: ShownLimits }
}

/**
 * The first events of a connection: `session.created`, then, for a client that comes back, exactly what it has missed. When that is gone,
 * or the client does not know where it was, it gets all items.
 */
export function greet(
  connection: Pick<Connection, 'start'>,
  session: RealtimeSession,
  { resume, voice }: Greeting,
): void {
  const cursor = resume?.lastEventId === undefined ? undefined : eventNumber(resume.lastEventId)
  const missed = cursor === undefined ? undefined : session.outbox.since(cursor)
  const gap = resume !== undefined && missed === undefined
  if (cursor !== undefined && missed) connection.start([createdAgain(session, cursor), ...missed])
  else {
    // While the store was down, a client may have seen what no other server knows of.
    if (session.keeper && cursor !== undefined && cursor > session.outbox.last) session.outbox.skipTo(cursor)
    // What was said before is part of the items, or of nothing.
    connection.start([], { after: session.outbox.last })
    session.sendCreated()
  }
  if (voice) sendVoiceSession(session, { ...voice, gap })
  if (gap) session.sendItems()
}

/** `session.created` for a client that comes back: it has the id of the last event the client has seen, so that its cursor stays. */
function createdAgain(session: RealtimeSession, cursor: number): OutboxEntry {
  const event = { type: 'session.created', event_id: `event_${cursor}`, session: session.config.effective() }
  return { number: cursor, extension: false, data: JSON.stringify(event) }
}

/** What our own clients need beside `session.created`. */
function sendVoiceSession(
  session: RealtimeSession,
  { resumeToken, graceMs, gap, limits }: NonNullable<Greeting['voice']> & { gap: boolean },
): void {
  session.send({
    type: 'voice.session',
    session_id: session.id,
    resume_token: resumeToken,
    grace_ms: graceMs,
    gap,
    limits,
    providers: session.agent.providers,
  })
}
