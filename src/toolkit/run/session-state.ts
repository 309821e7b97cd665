import type { Variable } from '../model/collection.js'
import { type Cookies, createCookies } from './send/cookies.js'

/** State that the calls of one session share. */
export interface SessionState {
  /** Captured values of responses, by variable name. */
  captured: Map<string, Variable>
  cookies: () => Promise<Cookies>
}

/**
 * A state as JSON, for a session that moves to another process. Contains secrets: encrypt it wherever it is stored.
 */
export interface SavedSessionState {
  captured: Variable[]
  /** The jar in the format of `tough-cookie`; absent when no cookie was ever used. */
  cookies?: object
}

interface StateEntry extends SessionState {
  /** The jar, once it exists; before that, its initial data. */
  jar: Pick<Cookies, 'save'> | undefined
}

const states = new WeakMap<object, StateEntry>()

/** The state of the object that represents a session; it is released with the object. */
export function sessionState(session: object): SessionState {
  return states.get(session) ?? createState(session, { captured: [] })
}

/** The state that the calls of a session have created; `undefined` when there is none. */
export function saveSessionState(session: object): SavedSessionState | undefined {
  const state = states.get(session)
  if (!state) return undefined
  const captured = [...state.captured.values()]
  const cookies = state.jar?.save()
  return captured.length > 0 || cookies ? { captured, cookies } : undefined
}

/** Restores the state of a session that comes from another process. */
export function restoreSessionState(session: object, saved: SavedSessionState): void {
  createState(session, saved)
}

function createState(session: object, saved: SavedSessionState): SessionState {
  let cookies: Promise<Cookies> | undefined
  const made: StateEntry = {
    captured: new Map(saved.captured.map((variable) => [variable.key, variable])),
    jar: saved.cookies && { save: () => saved.cookies },
    cookies: () => {
      cookies ??= createCookies(saved.cookies).then((jar) => {
        made.jar = jar
        return jar
      })
      return cookies
    },
  }
  states.set(session, made)
  return made
}
