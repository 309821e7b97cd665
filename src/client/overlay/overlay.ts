import type { Mode } from '../client-state.js'
import { Voice } from '../voice.js'
import type { VoiceClient } from '../voice-client.js'
import { FullScreen } from './full-screen.js'
import type { Theme } from './panel.js'
import { english, type OverlayTexts } from './texts.js'

/** How the overlay is shown. */
export interface OverlayOptions {
  /** The conversation, as `Voice.generateSessionId()` names it. Without one nothing is shown. */
  sessionId: string
  /** `text` never asks for the microphone; neither does `voice` where nothing can hear. @default 'voice' */
  mode?: Mode
  /** Words to use in the place of the English ones. */
  texts?: Partial<OverlayTexts>
  /** @default 'auto': as the device is set */
  theme?: Theme
}

interface Open {
  screen: FullScreen
  client: VoiceClient
  container: Element
  sessionId: string
}

let open: Open | undefined

/**
 * The full-screen overlay of the page's one agent. It connects by itself; an error is shown in it and not thrown. Throws only when `Voice.init` was not
 * called before.
 */
export const VoiceAgentOverlay = {
  /** Shows the overlay inside a container, as a rule `document.body`. Shown again, it moves there, or to the other session. */
  show(container: Element | null, options: OverlayOptions): void {
    const { sessionId, mode = 'voice', texts, theme = 'auto' } = options ?? {}
    if (!sessionId) {
      console.warn(
        'VoiceAgentOverlay.show needs a sessionId; make one with Voice.generateSessionId(). Nothing is shown.',
      )
      return
    }
    const place = container ?? document.body
    if (open?.sessionId === sessionId && open.container === place) return
    const { client } = Voice
    open?.screen.dispose()
    // Before the first frame, so that the question for the microphone and the sound belong to the click that has led here.
    const connected = client.connect({ sessionId, mode })
    const screen = new FullScreen(place, {
      ...{ client, theme, texts: { ...english, ...texts }, expected: mode },
      close: () => VoiceAgentOverlay.hide(),
    })
    open = { screen, client, container: place, sessionId }
    // The panel shows what went wrong, and offers to try again.
    connected.catch(() => {}).then(() => screen.settle())
  },

  /** Takes the overlay away and ends the line; the conversation is kept for a while and goes on with the next `show`. */
  hide(): void {
    const closing = open
    open = undefined
    closing?.screen.dispose()
    closing?.client.disconnect()
  },
}
