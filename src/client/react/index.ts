'use client'

/** `voice/react`: an agent in a React app, version 18 or 19. */

import { createElement, type ReactElement, type ReactNode, type Ref } from 'react'
import { browserAudio } from '../audio/browser-audio.js'
import type { VoiceAgentElement } from '../overlay/voice-agent-element.js'
import { AgentProvider, type VoiceProviderProps } from './voice-provider.js'

export { type ClientTool, type ClientToolSet, clientTool } from '../client-tool.js'
export * from './hooks.js'
export { VoiceOverlay } from './voice-overlay.js'
export type { VoiceOverlayProps, VoiceProviderProps } from './voice-provider.js'

/** The agent of the components inside it, with the microphone and the loudspeaker of the browser. */
export function VoiceProvider(props: VoiceProviderProps): ReactElement {
  return createElement(AgentProvider, { audio: browserAudio, ...props })
}

type ElementProps = {
  [name in
    | 'server-url'
    | 'app-id'
    | 'session-id'
    | 'mode'
    | 'theme'
    | 'audience'
    | 'lang'
    | 'class'
    | 'id'
    | 'slot']?: string
} & {
  embedded?: boolean
  corner?: boolean | 'start'
  'browser-speech'?: boolean
} & Partial<Pick<VoiceAgentElement, 'apiKey' | 'texts' | 'suggestions'>> & {
    children?: ReactNode
    ref?: Ref<VoiceAgentElement>
  }

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'voice-agent': ElementProps
    }
  }
}
