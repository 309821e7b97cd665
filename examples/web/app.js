// A button that opens the agent. It is disabled until the server has answered or the connection has failed.
const { Voice, VoiceConfig, VoiceAgentOverlay } = window.VoiceSDK

const talk = document.querySelector('#talk')
const status = document.querySelector('#status')

/** Fetches a key that is valid for ten minutes, before every connection. So the page never sees the key of the service. */
async function freshKey() {
  const response = await fetch('key', { method: 'POST' })
  if (!response.ok) throw new Error('The shop gave no key for its agent.')
  return (await response.json()).value
}

const serverUrl = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`
Voice.init(VoiceConfig.production({ serverUrl, apiKey: freshKey, appId: 'pet-shop' }))
const sessionId = Voice.generateSessionId()
talk.addEventListener('click', () =>
  VoiceAgentOverlay.show(document.body, { sessionId, texts: { title: 'Pet shop' } }),
)

try {
  await Voice.connect()
  status.textContent = 'Ask which pets are available, or order one.'
} catch (error) {
  status.textContent = error.message
}
// The button also works after a failure: the overlay says what is wrong and tries again.
talk.disabled = false
