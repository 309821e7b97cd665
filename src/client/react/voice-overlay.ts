import { useEffect, useRef } from 'react'
import { openFullScreen } from '../overlay/full-screen.js'
import { useVoiceContext, type VoiceOverlayProps } from './voice-provider.js'

/**
 * The full-screen overlay of the provider's agent; its look is read when it opens. The conversation stays open when the
 * overlay closes.
 */
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
