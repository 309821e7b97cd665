import { freshKey } from './api-key.js'
import type { CallTarget } from './audio/voice-call.js'
import type { VoiceConfig } from './config.js'
import type { SessionMemory } from './resume-token-store.js'

/** The address that a page calls for the audio of its session; `undefined` if the WebSocket carries the audio. */
export function callTarget(
  { transport, serverUrl, appId, apiKey }: VoiceConfig,
  { sessionId, memory }: { sessionId: string | undefined; memory: SessionMemory },
): CallTarget | undefined {
  if (transport === 'websocket' || sessionId === undefined || typeof RTCPeerConnection === 'undefined')
    return undefined
  return {
    serverUrl,
    appId,
    sessionId,
    apiKey: () => freshKey(apiKey),
    resumeToken: memory.read(sessionId),
  }
}
