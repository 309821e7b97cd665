import { WebSocket } from 'ws'
import type { ClientParts } from '../../src/client/client-parts.js'
import type { ClientState } from '../../src/client/client-state.js'
import { VoiceConfig, type VoiceConfigOptions } from '../../src/client/config.js'
import type { SocketConstructor } from '../../src/client/connection.js'
import { SessionMemory } from '../../src/client/resume-token-store.js'
import { VoiceClient } from '../../src/client/voice-client.js'
import { KEY } from './app.js'

/** A browser client without a browser, with a memory of its own. */
export function newClient(
  serverUrl: string,
  { config, parts }: { config?: Partial<VoiceConfigOptions>; parts?: Partial<ClientParts> } = {},
): VoiceClient {
  const options = { serverUrl, apiKey: KEY, appId: 'test', reconnectDelayMs: 5, ...config }
  return new VoiceClient(new VoiceConfig(options), {
    Socket: WebSocket as unknown as SocketConstructor,
    memory: new SessionMemory(undefined),
    isOnline: () => true,
    ...parts,
  })
}

/** Waits until the state of a client is as wanted; fails after ten seconds with the state there is. */
export async function until(
  client: VoiceClient,
  condition: (state: ClientState) => boolean,
): Promise<ClientState> {
  if (condition(client.state)) return client.state
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      off()
      finish()
    }
    const off = client.on('state', (state) => {
      if (condition(state)) settle(() => resolve(state))
    })
    const timer = setTimeout(
      () => settle(() => reject(new Error(`waited for 10 s: ${JSON.stringify(client.state)}`))),
      10_000,
    )
  })
}

/** The words on screen, one line a message; what is not final has an ellipsis. */
export function wordsOf({ items }: ClientState): string[] {
  return items.flatMap((item) =>
    item.kind === 'message' ? [`${item.role}: ${item.text}${item.partial ? '…' : ''}`] : [],
  )
}
