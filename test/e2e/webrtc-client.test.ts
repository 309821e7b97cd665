import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { loadWebRtc } from '../../src/server/webrtc/packages.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { noChromium } from '../support/browser.js'
import { lateSpeech } from '../support/late-speech.js'
import { eventually, OverlayPages, rowsOf, talk } from '../support/overlay-page.js'
import { LISTEN } from '../support/page-sound.js'
import { HummingTts } from '../support/speech.js'

const WAV = lateSpeech('list-pets-slt')

/** Counts the audio that the page exchanges over its WebSocket while its call is connected. */
const WATCH_SOCKET = () => {
  window.watched = { isConnected: false, sent: 0, received: 0 }
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(options?: RTCConfiguration) {
      super(options)
      this.addEventListener('connectionstatechange', () => {
        window.watched.isConnected = this.connectionState === 'connected'
      })
    }
  }
  window.WebSocket = class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols)
      this.addEventListener('message', ({ data }) => {
        if (window.watched.isConnected && typeof data !== 'string') window.watched.received += 1
      })
    }
    override send(data: string | ArrayBuffer | Blob | ArrayBufferView<ArrayBuffer>): void {
      if (window.watched.isConnected && typeof data !== 'string') window.watched.sent += 1
      super.send(data)
    }
  }
}

describe.skipIf(noChromium)('the client over WebRTC', { timeout: 180_000 }, () => {
  const pages = new OverlayPages()
  afterEach(() => pages.tidy())
  afterAll(() => pages.close())

  it('calls for sound, and keeps text and events on the WebSocket', async () => {
    // The first call would load them while the caller speaks.
    await loadWebRtc()
    const app = pages.appOf(new ScriptedModel([[{ say: 'There is one pet, Rex.' }]]), {
      hears: ['list all pets'],
      tts: new HummingTts(),
    })
    const { page, overlay, problems } = await pages.pageOf(await pages.siteOf(app), {
      query: 'mode=voice&transport=auto',
      microphone: { microphone: WAV },
      prepare: (opened) => opened.addInitScript(WATCH_SOCKET).then(() => opened.addInitScript(LISTEN)),
    })
    const calls: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('/v1/realtime/calls')) calls.push(response.status())
    })
    await talk(page)
    await eventually(async () => calls).toContain(201)
    await eventually(() => rowsOf(overlay)).toEqual([
      'You: list all pets',
      'Assistant: There is one pet, Rex.',
    ])
    const heard = () => page.evaluate(() => window.played.some((volume) => volume > 0.01))
    await eventually(heard).toBe(true)
    expect(await page.evaluate(() => window.watched)).toEqual({ isConnected: true, sent: 0, received: 0 })
    expect(problems).toEqual([])
  })

  it('goes on over the WebSocket where the server answers no calls', async () => {
    const app = pages.appOf(new ScriptedModel([[{ say: 'There is one pet, Rex.' }]]), {
      hears: ['list all pets'],
      tts: new HummingTts(),
    })
    let asked = 0
    const { page, overlay } = await pages.pageOf(await pages.siteOf(app), {
      query: 'mode=voice&transport=auto',
      microphone: { microphone: WAV },
      prepare: (opened) =>
        opened.route('**/v1/realtime/calls?*', (route) => {
          asked += 1
          return route.fulfill({ status: 501, body: '{}' })
        }),
    })
    await talk(page)
    await eventually(() => rowsOf(overlay)).toEqual([
      'You: list all pets',
      'Assistant: There is one pet, Rex.',
    ])
    expect(asked).toBe(1)
    expect(await overlay.locator('[role=alert]').textContent()).toBe('')
  })
})

declare global {
  interface Window {
    /** The call of the page, and the messages with audio on its WebSocket. */
    watched: { isConnected: boolean; sent: number; received: number }
  }
}
