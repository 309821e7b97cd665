import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import {
  defineVoiceAgent,
  Voice,
  type VoiceAgentElement,
  VoiceAgentOverlay,
  type VoiceClient,
  VoiceConfig,
} from '../../src/client/index.js'
import { useVoiceClient, VoiceOverlay, VoiceProvider } from '../../src/client/react/index.js'

/** A page that puts an overlay in and takes it away, and counts what it holds meanwhile. */

const settings = {
  serverUrl: `${location.origin.replace('http', 'ws')}/ws`,
  apiKey: 'test-key',
  appId: 'test',
}

const contexts = new Set<AudioContext>()
const sockets = new Set<WebSocket>()
const timers = new Set<number>()

window.AudioContext = class extends AudioContext {
  constructor(options?: AudioContextOptions) {
    super(options)
    contexts.add(this)
    this.addEventListener('statechange', () => this.state === 'closed' && contexts.delete(this))
  }
}
window.WebSocket = class extends WebSocket {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols)
    sockets.add(this)
    this.addEventListener('close', () => sockets.delete(this))
  }
}
const { setTimeout: start, clearTimeout: stop } = window as unknown as {
  setTimeout(run: () => void, ms?: number): number
  clearTimeout(id?: number): void
}
Object.assign(window, {
  setTimeout: (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const id = start(() => {
      timers.delete(id)
      run(...args)
    }, ms)
    timers.add(id)
    return id
  },
  clearTimeout: (id: number | undefined) => {
    if (id !== undefined) timers.delete(id)
    stop(id)
  },
})

defineVoiceAgent()

type Mode = 'voice' | 'text'
let client: VoiceClient | undefined

function Catch() {
  client = useVoiceClient()
  return null
}

function newElement(mode: Mode): VoiceAgentElement {
  const agent = document.createElement('voice-agent')
  agent.setAttribute('server-url', settings.serverUrl)
  agent.setAttribute('app-id', settings.appId)
  agent.setAttribute('mode', mode)
  agent.apiKey = settings.apiKey
  return agent
}

/** Each puts an overlay in, and returns the function that takes it away. */
const kinds = {
  'the overlay': (mode: Mode) => {
    Voice.init(new VoiceConfig(settings))
    client = Voice.client
    VoiceAgentOverlay.show(document.body, { sessionId: Voice.generateSessionId(), mode })
    return () => VoiceAgentOverlay.hide()
  },
  'the element': (mode: Mode) => {
    const agent = newElement(mode)
    document.body.append(agent)
    agent.open()
    client = agent.client
    return () => agent.remove()
  },
  'the element in the page': (mode: Mode) => {
    const agent = newElement(mode)
    agent.setAttribute('embedded', '')
    document.body.append(agent)
    client = agent.client
    return () => agent.remove()
  },
  'the provider of React': (mode: Mode) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    root.render(
      <StrictMode>
        <VoiceProvider {...settings}>
          <Catch />
          <VoiceOverlay open mode={mode} onClose={() => {}} />
        </VoiceProvider>
      </StrictMode>,
    )
    return () => {
      root.unmount()
      place.remove()
    }
  },
}

let takeAway = () => {}

const leaks = {
  put: (kind: keyof typeof kinds, mode: Mode) => {
    takeAway = kinds[kind](mode)
  },
  /** Whether the overlay is connected, and hears if it shall. */
  isUp: (mode: Mode) =>
    client?.state.connection === 'open' && (mode === 'text' || client.state.microphone === 'on'),
  takeAway: () => {
    takeAway()
    client = undefined
  },
  held: () => ({ contexts: contexts.size, sockets: sockets.size, timers: timers.size }),
}

declare global {
  interface Window {
    leaks: typeof leaks
  }
}
window.leaks = leaks
