import { createHash } from 'node:crypto'
import type { Variable } from '../model/collection.js'
import { oncePer } from '../model/lazy.js'
import { type Cookies, createSessionCookies } from './send/cookies.js'

export interface SessionState {
  captured: Map<string, Variable>
  cookies: () => Promise<Cookies>
}

/** The state of a session as JSON, to move it to another process. It contains secrets: encrypt it where you store it. */
export interface SavedSessionState {
  collections: Record<string, SavedCollectionState>
}

interface SavedCollectionState {
  captured: Variable[]
  /** For each origin, its cookies in the format of `tough-cookie`; absent if there are no cookies. */
  cookies?: object
}

interface StateEntry extends SessionState {
  /** The jar; before it is created, an object with the saved cookies; undefined without any. */
  jar: Pick<Cookies, 'save'> | undefined
}

/** Maximum number of collections with state in a session. A watched file that changes counts as a new collection. */
const MAX_COLLECTIONS = 50

const sessions = new WeakMap<object, Map<string, StateEntry>>()

/** The state of the session that an object identifies, one for each collection. It is released with the session. */
export function sessionState(session: object, collection: object): SessionState {
  const states = sessions.get(session) ?? new Map<string, StateEntry>()
  sessions.set(session, states)
  const { key } = keyOf(collection)
  const state = states.get(key) ?? createState({ captured: [] })
  states.set(key, state)
  if (states.size > MAX_COLLECTIONS) states.delete(states.keys().next().value!)
  return state
}

export function saveSessionState(session: object): SavedSessionState | undefined {
  const saved = [...(sessions.get(session) ?? [])].flatMap(([key, state]) => {
    const captured = [...state.captured.values()]
    const cookies = state.jar?.save()
    return captured.length > 0 || cookies ? [[key, { captured, cookies }] as const] : []
  })
  return saved.length > 0 ? { collections: Object.fromEntries(saved) } : undefined
}

export function restoreSessionState(session: object, { collections = {} }: Partial<SavedSessionState>): void {
  const states = Object.entries(collections).map(([key, saved]) => [key, createState(saved)] as const)
  sessions.set(session, new Map(states))
}

/** Identifies a collection by its content, so that another process finds the state of the same collection. */
const keyOf = oncePer((collection: object) => {
  const text = JSON.stringify(collection, (name, value: unknown) => (NOT_SENT.has(name) ? undefined : value))
  return { key: createHash('sha256').update(text).digest('base64url') }
})

/** Members of a collection that no request contains. They can be large. */
const NOT_SENT = new Set(['examples', 'operation', 'description'])

function createState(saved: SavedCollectionState): StateEntry {
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
  return made
}
