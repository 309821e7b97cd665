import { VoiceError } from '../errors.js'
import { browserAudio } from './audio/browser-audio.js'
import type { Listener, VoiceEvents } from './client-events.js'
import { browserMemory } from './client-parts.js'
import type { VoiceConfig } from './config.js'
import { newUuid } from './ids.js'
import { VoiceClient } from './voice-client.js'

let client: VoiceClient | undefined
let sessionId: string | undefined

/**
 * The only agent of a page: run `init` once, then `connect`, or let an overlay connect. For several agents, create one
 * `VoiceClient` for each.
 */
export const Voice = {
  /** Creates the client with these settings. A client that an earlier `init` created is closed. */
  init(config: VoiceConfig): void {
    client?.dispose()
    client = new VoiceClient(config, { audio: browserAudio })
  },

  /** The client of the page. Throws the `VoiceError` `not-initialized` if `init` was not called. */
  get client(): VoiceClient {
    if (client) return client
    throw new VoiceError(
      'not-initialized',
      'Voice.init was not called; call Voice.init(new VoiceConfig({ ... })) first.',
    )
  },

  /** The id of this page's conversation; `undefined` before the first one. */
  get sessionId(): string | undefined {
    return sessionId
  },

  /**
   * Returns a session id (a UUID) and makes it the current one. After a reload, the first id is that of this tab's last
   * conversation, so that the conversation continues. Each further id is new.
   */
  generateSessionId(): string {
    const memory = browserMemory()
    const kept = sessionId === undefined ? memory.current : undefined
    sessionId = kept ?? newUuid()
    memory.current = sessionId
    return sessionId
  },

  /**
   * Opens the current conversation, or a new one. Rejects with a `VoiceError` that tells why; an overlay can still be
   * shown.
   */
  async connect(): Promise<void> {
    const { client } = Voice
    await client.connect({ sessionId: sessionId ?? Voice.generateSessionId() })
  },

  /** Adds a listener to the page's agent; returns the function that removes it. */
  on<K extends keyof VoiceEvents>(name: K, listener: Listener<VoiceEvents[K]>): () => void {
    return Voice.client.on(name, listener)
  },
}
