import { useEffect, useRef } from 'react'
import { openFullScreen } from '../overlay/full-screen.js'
import type { OverlayLook } from '../overlay/look.js'
import { useVoiceContext } from './voice-provider.js'

/** Props of `VoiceOverlay`. The look is read when it opens. */
export interface VoiceOverlayProps extends OverlayLook {
  /** Whether the overlay is shown. Set it in the handler of a click: browsers allow sound only after one. */
  open: boolean
  /** Called when the user closes the overlay; set `open` to false then. */
  onClose: () => void
}

/** The full-screen overlay of the provider's agent. The conversation stays open when the overlay closes. */
export function VoiceOverlay({ open, ...props }: VoiceOverlayProps): null {
  const { client, sessionId } = useVoiceContext()
  const latest = useRef({ ...props, sessionId })
  useEffect(() => {
    latest.current = { ...props, sessionId }
  })
  useEffect(() => {
    if (!open) return
    const { sessionId, ...look } = latest.current
    const screen = openFullScreen(document.body, {
      ...look,
      client,
      sessionId: sessionId(),
      close: () => latest.current.onClose(),
    })
    return () => {
      screen.dispose()
      void client.setMode('text')
    }
  }, [client, open])
  return null
}
