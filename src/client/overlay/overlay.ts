import type { OverlayTexts } from '../../languages/overlay-texts.js'
import type { Mode } from '../client-state.js'
import { Voice } from '../voice.js'
import type { VoiceClient } from '../voice-client.js'
import { openFullScreen } from './full-screen.js'
import type { Theme } from './panel.js'

/** Options of the overlay. */
export interface OverlayOptions {
  /** The id of the conversation, from `Voice.generateSessionId()`. Without an id nothing is shown. */
  sessionId: string
  /**
   * `text` never asks for the microphone. `voice` asks for it if the server or the browser can recognize speech.
   * @default 'voice'
   */
  mode?: Mode
  /** Texts that replace those of the language. */
  texts?: Partial<OverlayTexts>
  /** The language of overlay and agent, such as `de`. @default the language of the browser */
  language?: string
  /** @default 'auto': the setting of the device */
  theme?: Theme
}

interface OpenOverlay {
  screen: { dispose(): void }
  client: VoiceClient
  container: Element
  sessionId: string
}

let open: OpenOverlay | undefined

/**
 * The full-screen overlay of the page's agent. It connects by itself and shows errors to the user. It throws only if
 * `Voice.init` was not called.
 */
export const VoiceAgentOverlay = {
  /**
   * Shows the overlay inside a container, usually `document.body`. If an overlay is shown already, moves it or switches
   * its session.
   */
  show(container: Element | null, options: OverlayOptions): void {
    const { sessionId, mode = 'voice', texts, theme = 'auto', language } = options ?? {}
    if (!sessionId) {
      console.warn(
        'VoiceAgentOverlay.show needs a sessionId; make one with Voice.generateSessionId(). Nothing is shown.',
      )
      return
    }
    const place = container ?? document.body
    const { client } = Voice
    if (open?.sessionId === sessionId && open.container === place && open.client === client) return
    open?.screen.dispose()
    const close = () => VoiceAgentOverlay.hide()
    const screen = openFullScreen(place, { client, sessionId, mode, theme, language, texts, close })
    open = { screen, client, container: place, sessionId }
  },

  /**
   * Removes the overlay and closes the connection. The server keeps the conversation for a while; the next `show`
   * resumes it.
   */
  hide(): void {
    const closing = open
    open = undefined
    closing?.screen.dispose()
    closing?.client.disconnect()
  },
}
