import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { VoiceError } from '../../errors.js'
import type { CreateAudio } from '../audio/client-audio.js'
import { browserMemory } from '../client-parts.js'
import type { ClientToolSet } from '../client-tool.js'
import { VoiceConfig, type VoiceConfigOptions } from '../config.js'
import type { OverlayLook } from '../overlay/look.js'
import { VoiceClient } from '../voice-client.js'

export interface VoiceContext {
  client: VoiceClient
  /** Reads the id of the conversation. Only in effects and handlers: the id is kept in the storage of the browser. */
  sessionId: () => string
}

const Context = createContext<VoiceContext | undefined>(undefined)

/** Props of `VoiceProvider`. Address, key and app are read once; give the provider another `key` for another agent. */
export interface VoiceProviderProps extends VoiceConfigOptions {
  /** The conversation. @default one for each tab, which continues after a reload */
  sessionId?: string
  /** Whether to connect when the component is mounted, in text; else `connect` or an overlay does. @default true */
  connects?: boolean
  /** Functions of the page that the agent may call; those of `useClientTool` come to them. Read once. */
  tools?: ClientToolSet
  /** Microphone and loudspeaker. @default those of the platform */
  audio?: CreateAudio
  children?: ReactNode
}

/** Props of `VoiceOverlay`. */
export interface VoiceOverlayProps extends OverlayLook {
  /** Whether the overlay is shown. Set it in the handler of a click: browsers allow sound only after one. */
  open: boolean
  /** Called when the user closes the overlay; set `open` to false then. */
  onClose: () => void
}

/**
 * Connects the components below it to an agent, for as long as it is mounted. Nothing happens while a server renders:
 * it connects in an effect, and asks for the microphone only when `setMode('voice')` or an overlay does.
 */
export function AgentProvider({
  children,
  sessionId,
  connects = true,
  tools,
  audio,
  ...options
}: VoiceProviderProps) {
  const [client] = useState(() => {
    const created = new VoiceClient(new VoiceConfig(options), audio ? { audio } : {})
    if (tools) created.addTools(tools)
    return created
  })
  const { appId } = options
  useEffect(() => {
    // The state also contains the error.
    if (connects) client.connect({ sessionId: sessionId ?? browserMemory().sessionOf(appId) }).catch(() => {})
    return () => client.disconnect()
  }, [client, connects, sessionId, appId])
  const value = useMemo(
    () => ({ client, sessionId: () => sessionId ?? browserMemory().sessionOf(appId) }),
    [client, sessionId, appId],
  )
  return <Context.Provider value={value}>{children}</Context.Provider>
}

/** What the provider above shares. Throws the `VoiceError` `not-initialized` if there is none. */
export function useVoiceContext(): VoiceContext {
  const context = useContext(Context)
  if (context) return context
  throw new VoiceError(
    'not-initialized',
    'There is no <VoiceProvider> above this component; put one around what uses the agent.',
  )
}
