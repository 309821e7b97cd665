import type { Variable } from '../model/collection.js'
import { type Cookies, createCookies } from './send/cookies.js'

/** What the calls of one conversation share. */
export interface SessionState {
  /** Values that answers left behind, by variable name. */
  captured: Map<string, Variable>
  cookies: () => Promise<Cookies>
}

const states = new WeakMap<object, SessionState>()

/** The state behind the object that stands for a conversation; it goes when the object goes. */
export function sessionState(session: object): SessionState {
  const known = states.get(session)
  if (known) return known
  let cookies: Promise<Cookies> | undefined
  const made: SessionState = {
    captured: new Map(),
    cookies: () => {
      cookies ??= createCookies()
      return cookies
    },
  }
  states.set(session, made)
  return made
}
