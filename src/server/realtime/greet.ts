import type { SessionLimits } from '../../protocol/voice-events.js'
import type { Connection } from './connection.js'
import { eventNumber } from './outbox.js'
import type { RealtimeSession } from './realtime-session.js'

/** How a connection begins. */
export interface Greeting {
  /** Present when the client comes back to its session; `lastEventId` is the last event it has seen. */
  resume?: { lastEventId: string | undefined }
  /** Present for `voice.v1`. */
  voice?: { resumeToken: string; graceMs: number; limits: SessionLimits }
}

/**
 * The first events of a connection: `session.created`, then, for a client that comes back, exactly what it has missed. When that is gone,
 * or the client does not know where it was, it gets all items.
 */
export function greet(connection: Connection, session: RealtimeSession, { resume, voice }: Greeting): void {
  const cursor = resume?.lastEventId === undefined ? undefined : eventNumber(resume.lastEventId)
  const missed = cursor === undefined ? undefined : session.outbox.since(cursor)
  const gap = resume !== undefined && missed === undefined
  if (cursor !== undefined && missed) connection.start([session.createdAgain(cursor), ...missed])
  else {
    connection.start([])
    session.sendCreated()
  }
  if (voice) session.sendVoiceSession({ ...voice, gap })
  if (gap) session.sendItems()
}
