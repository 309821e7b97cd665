import { newUuid } from './ids.js'

/** Stores the resume tokens of sessions. With such a token, a client continues its session on a new connection. */
export interface ResumeTokenStore {
  read(sessionId: string): string | undefined
  write(sessionId: string, token: string): void
}

/** The methods of `sessionStorage` that are used. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem'>

const TOKEN = 'voice.token.'
const CURRENT = 'voice.session'

/**
 * State that outlives a reload: the resume tokens, and the id of this tab's conversation. Where storage is forbidden
 * (embedded pages, private windows), both exist only as long as the page.
 */
export class SessionMemory implements ResumeTokenStore {
  readonly #store: KeyValueStore | undefined
  readonly #own = new Map<string, string>()

  constructor(store: KeyValueStore | undefined) {
    this.#store = store
  }

  read(sessionId: string): string | undefined {
    return this.get(TOKEN + sessionId)
  }

  write(sessionId: string, token: string): void {
    this.set(TOKEN + sessionId, token)
  }

  /** The session id of the last conversation in this tab. */
  get current(): string | undefined {
    return this.get(CURRENT)
  }

  set current(sessionId: string) {
    this.set(CURRENT, sessionId)
  }

  /** The id of this tab's conversation with an app, so that it continues after a reload; a new one at first. */
  sessionOf(appId: string): string {
    const place = `voice.element.${appId}`
    const known = this.get(place) ?? newUuid()
    this.set(place, known)
    return known
  }

  /** Reads a value that a page stored with `set`. */
  get(key: string): string | undefined {
    try {
      return this.#own.get(key) ?? this.#store?.getItem(key) ?? undefined
    } catch {
      return this.#own.get(key)
    }
  }

  /** Stores a value for this tab, or for this page where storage is forbidden. */
  set(key: string, value: string): void {
    this.#own.set(key, value)
    try {
      this.#store?.setItem(key, value)
    } catch {
      // Storage is full or forbidden: the values stay in memory.
    }
  }
}
