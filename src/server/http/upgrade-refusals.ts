import type { Fetched } from '../sessions/session-store.js'
import type { HttpRefusal } from './http-answer.js'

/** Too many upgrades wait for a key validator or a store. */
export const TOO_BUSY: HttpRefusal = {
  status: 503,
  message: 'Too many connections are being opened at the same time. Try again.',
  retryAfterSeconds: 2,
}

/** The key has reached its maximum number of sessions, and each of them has a connection. */
export const TOO_MANY_SESSIONS: HttpRefusal = {
  status: 429,
  message: 'This key has as many sessions as it may. End one, or wait until one is over.',
  retryAfterSeconds: 10,
}

/** The call has ended, or another key opened it. */
export const NO_CALL: HttpRefusal = { status: 404, message: 'There is no such call of this key.' }

/** The server is closing. */
export const RESTARTING: HttpRefusal = {
  status: 503,
  message: 'The server is restarting.',
  retryAfterSeconds: 5,
}

/** The response if a session cannot continue on this server. */
export const NOT_FETCHED: Record<Exclude<Fetched, 'here'>, HttpRefusal> & { here?: undefined } = {
  refused: { status: 403, message: 'This session is known, and needs its resume token.' },
  busy: {
    status: 503,
    message: 'Another server is still busy with this session. Try again.',
    retryAfterSeconds: 1,
  },
  unreachable: {
    status: 503,
    message: 'The store of sessions cannot be reached, so this session cannot be found. Try again.',
    retryAfterSeconds: 2,
  },
}
