import type { Variable } from '../model/collection.js'
import { type Cookies, createSessionCookies } from './send/cookies.js'

/** The captured values and the cookies that the calls of one session share. */
export interface SessionState {
  /** Values captured from responses, by variable name. */
  captured: Map<string, Variable>
  cookies: () => Promise<Cookies>
}

/**
 * The state of a session as JSON, for a session that moves to another process. It contains secrets: encrypt it where
 * you store it.
 */
export interface SavedSessionState {
  captured: Variable[]
  /** For each origin, its cookies in the format of `tough-cookie`; absent if there are no cookies. */
  cookies?: object
}

interface StateEntry extends SessionState {
  /**
   * The cookie jar. Before the jar is created, this is an object with the saved cookies; undefined if there are none.
   */
  jar: Pick<Cookies, 'save'> | undefined
}

const states = new WeakMap<object, StateEntry>()

/** The state of the session that an object identifies. The state is released together with the object. */
export function sessionState(session: object): SessionState {
  return states.get(session) ?? createState(session, { captured: [] })
}

/** The state of a session as JSON; undefined if there is none. */
export function saveSessionState(session: object): SavedSessionState | undefined {
  const state = states.get(session)
  if (!state) return undefined
  const captured = [...state.captured.values()]
  const cookies = state.jar?.save()
  return captured.length > 0 || cookies ? { captured, cookies } : undefined
}

/** Restores the state of a session that was in another process. */
export function restoreSessionState(session: object, saved: SavedSessionState): void {
  createState(session, saved)
}

function createState(session: object, saved: SavedSessionState): SessionState {
  let cookies: Promise<Cookies> | undefined
  const made: StateEntry = {
    captured: new Map(saved.captured.map((variable) => [variable.key, variable])),
    jar: saved.cookies && { save: () => saved.cookies },
    cookies: () => {
      cookies ??= createSessionCookies(saved.cookies).then((jar) => {
        made.jar = jar
        return jar
      })
      return cookies
    },
  }
  states.set(session, made)
  return made
}
