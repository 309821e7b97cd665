/** Remembers the resume token of a session. */
export interface TokenStore {
  read(sessionId: string): string | undefined
  write(sessionId: string, token: string): void
}

/** The part of `sessionStorage` that is used. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem'>

const TOKEN = 'voice.token.'
const CURRENT = 'voice.session'

/**
 * What has to outlive a reload: the tokens, and which conversation this tab had. Storage may be forbidden (embedded pages, private windows): then
 * both live as long as the page.
 */
export class SessionMemory implements TokenStore {
  readonly #store: KeyValueStore | undefined
  readonly #own = new Map<string, string>()

  constructor(store: KeyValueStore | undefined) {
    this.#store = store
  }

  read(sessionId: string): string | undefined {
    return this.#get(TOKEN + sessionId)
  }

  write(sessionId: string, token: string): void {
    this.#set(TOKEN + sessionId, token)
  }

  /** The conversation this tab had last. */
  get current(): string | undefined {
    return this.#get(CURRENT)
  }

  set current(sessionId: string) {
    this.#set(CURRENT, sessionId)
  }

  #get(key: string): string | undefined {
    try {
      return this.#own.get(key) ?? this.#store?.getItem(key) ?? undefined
    } catch {
      return this.#own.get(key)
    }
  }

  #set(key: string, value: string): void {
    this.#own.set(key, value)
    try {
      this.#store?.setItem(key, value)
    } catch {
      // Full or forbidden: the page itself remembers.
    }
  }
}
