import { useEffect, useState, useSyncExternalStore } from 'react'
import { type ClientState, VoiceClient, VoiceConfig, type VoiceConfigOptions } from 'voice/client'

/** A conversation: what there is to draw, and the client to act with. */
export interface Conversation {
  state: ClientState
  client: VoiceClient
}

/** One conversation for as long as the component is there. The options are read once. */
export function useVoice(options: VoiceConfigOptions & { sessionId: string }): Conversation {
  const { sessionId } = options
  const [client] = useState(() => new VoiceClient(new VoiceConfig(options)))
  useEffect(() => {
    // The state also contains the error.
    client.connect({ sessionId }).catch(() => {})
    return () => client.disconnect()
  }, [client, sessionId])
  const state = useSyncExternalStore(
    (changed) => client.on('state', changed),
    () => client.state,
  )
  return { state, client }
}
