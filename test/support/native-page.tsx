import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Pressable, Text } from 'react-native'
import { VoiceOverlay, VoiceProvider, webrtcAudio } from '../../src/client/react/native.js'

const KEY = 'test-key'

/** An app, in the browser's implementation of React Native. Its WebRTC has the interface of the packages for phones. */
const audio = webrtcAudio({ RTCPeerConnection, mediaDevices: navigator.mediaDevices })
const given = new URLSearchParams(location.search)
const serverUrl = `${location.origin.replace('http', 'ws')}/ws`
const [mode, language] = [
  given.get('mode') === 'voice' ? 'voice' : 'text',
  given.get('language') ?? 'en',
] as const

function App() {
  const [open, setOpen] = useState(false)
  return (
    <VoiceProvider
      serverUrl={serverUrl}
      apiKey={KEY}
      appId="test"
      sessionId={`app-${Date.now()}`}
      audio={audio}
    >
      <Pressable accessibilityRole="button" onPress={() => setOpen(true)}>
        <Text>Talk</Text>
      </Pressable>
      <VoiceOverlay
        {...{ open, mode, language, suggestions: ['Which pets are there?'] }}
        onClose={() => setOpen(false)}
      />
    </VoiceProvider>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
