import { Voice } from '../voice.js'
import type { VoiceClient } from '../voice-client.js'
import { openFullScreen } from './full-screen.js'
import type { OverlayLook } from './look.js'

/** Options of the overlay. */
export interface OverlayOptions extends OverlayLook {
  /** The id of the conversation, from `Voice.generateSessionId()`. Without an id nothing is shown. */
  sessionId: string
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
    const { sessionId } = options ?? {}
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
    const screen = openFullScreen(place, { ...options, client, close })
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
