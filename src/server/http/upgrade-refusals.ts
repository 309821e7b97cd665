import type { Fetched } from '../sessions/session-store.js'
import type { Refusal } from './answer.js'

/** More upgrades wait for a validator or a store than may. */
export const TOO_BUSY: Refusal = {
  status: 503,
  message: 'Too many connections are being opened at the same time. Try again.',
  retryAfterSeconds: 2,
}

/** The key has as many sessions as it may, and each has a connection. */
export const TOO_MANY_SESSIONS: Refusal = {
  status: 429,
  message: 'This key has as many sessions as it may. End one, or wait until one is over.',
  retryAfterSeconds: 10,
}

/** The server closes. */
export const RESTARTING: Refusal = { status: 503, message: 'The server is restarting.', retryAfterSeconds: 5 }

/** Why nobody can go on with a session here. */
export const NOT_FETCHED: Record<Exclude<Fetched, 'here'>, Refusal> & { here?: undefined } = {
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
