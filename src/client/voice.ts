import { VoiceError } from '../errors.js'
import type { VoiceEvents } from './client-events.js'
import { browserMemory } from './client-parts.js'
import type { VoiceConfig } from './config.js'
import type { Listener } from './emitter.js'
import { newUuid } from './ids.js'
import { VoiceClient } from './voice-client.js'

let client: VoiceClient | undefined
let sessionId: string | undefined

/** The page's one agent: `init` once, then `connect`, or let an overlay do it. Who needs several makes a `VoiceClient` for each. */
export const Voice = {
  /** Says how to connect and as whom. A second call begins anew: what was open is closed. */
  init(config: VoiceConfig): void {
    client?.dispose()
    client = new VoiceClient(config)
  },

  /** The client of the page. Throws the `VoiceError` `not-initialized`. */
  get client(): VoiceClient {
    if (client) return client
    throw new VoiceError(
      'not-initialized',
      'Voice.init was not called; call Voice.init(new VoiceConfig({ ... })) first.',
    )
  },

  /** The conversation of this page; `undefined` before there is one. */
  get sessionId(): string | undefined {
    return sessionId
  },

  /**
   * A UUID, and the current session from now on. The first call of a page that was loaded again returns the id the tab had, so that the
   * conversation goes on; every further call begins a new one.
   */
  generateSessionId(): string {
    const memory = browserMemory()
    const kept = sessionId === undefined ? memory.current : undefined
    sessionId = kept ?? newUuid()
    memory.current = sessionId
    return sessionId
  },

  /** Opens the current conversation, or a new one. Rejects with the `VoiceError` that says why it cannot be opened; an overlay can be shown all the same. */
  async connect(): Promise<void> {
    const { client } = Voice
    await client.connect({ sessionId: sessionId ?? Voice.generateSessionId() })
  },

  /** Listens to the page's agent; returns the function that stops listening. */
  on<K extends keyof VoiceEvents>(name: K, listener: Listener<VoiceEvents[K]>): () => void {
    return Voice.client.on(name, listener)
  },
}
