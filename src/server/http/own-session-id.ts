import { createHash, randomBytes } from 'node:crypto'

/** The id and the resume token of a session that a client opens under an id that another client has taken. */
export interface OwnSession {
  sessionId: string
  resumeToken: string
}

/**
 * Chooses an id of its own for a client that wants an id which belongs to another key. So nobody can keep a client out by
 * opening a session under an id that can be foreseen. Any server finds the session again from the id that the client
 * wants, and the resume token.
 */
export function ownSession(wantedId: string): OwnSession {
  const resumeToken = randomBytes(32).toString('base64url')
  return { sessionId: ownSessionId(wantedId, resumeToken), resumeToken }
}

/** The id of the session that {@link ownSession} has chosen. */
export const ownSessionId = (wantedId: string, resumeToken: string): string =>
  `sess_${createHash('sha256').update(`${wantedId} ${resumeToken}`).digest('base64url')}`
