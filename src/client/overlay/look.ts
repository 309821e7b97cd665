import type { OverlayTexts } from '../../languages/overlay-texts.js'
import type { Mode } from '../client-state.js'

/** Light, dark, or the setting of the device. */
export type Theme = 'auto' | 'light' | 'dark'

/**
 * For whom the overlay is. A `developer` also sees the names of tools, their input and result, and the HTTP request of
 * an approval.
 */
export type Audience = 'user' | 'developer'

/** How an overlay looks and begins. */
export interface OverlayLook {
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
  /** @default 'user' */
  audience?: Audience
  /** Questions in the words of the user, shown as buttons while the conversation is empty. A click sends the text. */
  suggestions?: readonly string[]
}

export interface RowLook {
  texts: OverlayTexts
  audience: Audience
}
