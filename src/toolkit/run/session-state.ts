import type { Variable } from '../model/collection.js'
import { type Cookies, createCookies } from './send/cookies.js'

/** What the calls of one conversation share. */
export interface SessionState {
  /** Values that answers left behind, by variable name. */
  captured: Map<string, Variable>
  cookies: () => Promise<Cookies>
}

/** A state as JSON, for a conversation that moves to another process. Holds secrets: encrypt it wherever it is kept. */
export interface SavedSessionState {
  captured: Variable[]
  /** The jar in the form of `tough-cookie`; absent where no cookie was ever asked for. */
  cookies?: object
}

interface Entry extends SessionState {
  /** The jar, once there is one; until then what it will begin with. */
  jar: Pick<Cookies, 'save'> | undefined
}

const states = new WeakMap<object, Entry>()

/** The state behind the object that stands for a conversation; it goes when the object goes. */
export function sessionState(session: object): SessionState {
  return states.get(session) ?? createState(session, { captured: [] })
}

/** What the calls of a conversation have left behind; `undefined` when that is nothing. */
export function saveSessionState(session: object): SavedSessionState | undefined {
  const state = states.get(session)
  if (!state) return undefined
  const captured = [...state.captured.values()]
  const cookies = state.jar?.save()
  return captured.length > 0 || cookies ? { captured, ...(cookies && { cookies }) } : undefined
}

/** Gives the object that stands for a conversation what it had elsewhere. */
export function restoreSessionState(session: object, saved: SavedSessionState): void {
  createState(session, saved)
}

function createState(session: object, saved: SavedSessionState): SessionState {
  let cookies: Promise<Cookies> | undefined
  const made: Entry = {
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
