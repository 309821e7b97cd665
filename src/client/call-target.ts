import { messageOf, VoiceError } from '../errors.js'
import type { CallTarget } from './audio/voice-call.js'
import type { ApiKey, VoiceConfig } from './config.js'
import type { SessionMemory } from './resume-token-store.js'

/** What opens a WebRTC call; `undefined` without a session. */
export function callTarget(
  { serverUrl, appId, apiKey }: VoiceConfig,
  { sessionId, memory }: { sessionId: string | undefined; memory: SessionMemory },
): CallTarget | undefined {
  if (sessionId === undefined) return undefined
  return {
    serverUrl,
    appId,
    sessionId,
    apiKey: () => freshKey(apiKey),
    resumeToken: memory.read(sessionId),
  }
}

/** The key for one connection attempt. Throws `no-api-key` if `apiKey` is a function that fails or returns no key. */
export async function freshKey(apiKey: ApiKey): Promise<string> {
  if (typeof apiKey === 'string') return apiKey
  try {
    const key = await apiKey()
    if (typeof key === 'string' && key !== '') return key
  } catch (cause) {
    throw new VoiceError('no-api-key', `The function apiKey failed: ${messageOf(cause)}`, { cause })
  }
  throw new VoiceError('no-api-key', 'The function apiKey returned no key.')
}
