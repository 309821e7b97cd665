import { useEffect, useRef } from 'react'
import type { OverlayTexts } from '../../languages/overlay-texts.js'
import type { Mode } from '../client-state.js'
import { openFullScreen } from '../overlay/full-screen.js'
import type { Theme } from '../overlay/panel.js'
import { useVoiceContext } from './voice-provider.js'

/** Props of `VoiceOverlay`. The look is read when it opens. */
export interface VoiceOverlayProps {
  /** Whether the overlay is shown. Set it in the handler of a click: browsers allow sound only after one. */
  open: boolean
  /** Called when the user closes the overlay; set `open` to false then. */
  onClose: () => void
  /** @default 'voice' */
  mode?: Mode
  /** @default 'auto' */
  theme?: Theme
  /** The language of overlay and agent, such as `de`. @default the language of the browser */
  language?: string
  /** Texts that replace those of the language. */
  texts?: Partial<OverlayTexts>
}

/** The full-screen overlay of the provider's agent. The conversation stays open when the overlay closes. */
export function VoiceOverlay({
  open,
  onClose,
  mode = 'voice',
  theme = 'auto',
  language,
  texts,
}: VoiceOverlayProps): null {
  const { client, sessionId } = useVoiceContext()
  const latest = useRef({ onClose, mode, theme, language, texts, sessionId })
  useEffect(() => {
    latest.current = { onClose, mode, theme, language, texts, sessionId }
  })
  useEffect(() => {
    if (!open) return
    const { mode, theme, language, texts, sessionId } = latest.current
    const screen = openFullScreen(document.body, {
      client,
      sessionId: sessionId(),
      mode,
      theme,
      language,
      texts,
      close: () => latest.current.onClose(),
    })
    return () => {
      screen.dispose()
      void client.setMode('text')
    }
  }, [client, open])
  return null
}
