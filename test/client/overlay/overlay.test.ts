import { afterEach, expect, it, vi } from 'vitest'
import { VoiceConfig } from '../../../src/client/config.js'
import { VoiceAgentOverlay } from '../../../src/client/overlay/overlay.js'
import { Voice } from '../../../src/client/voice.js'
import type { VoiceClient } from '../../../src/client/voice-client.js'

const screens: { client: VoiceClient; isShown: boolean }[] = vi.hoisted(() => [])

vi.mock('../../../src/client/overlay/full-screen.js', () => ({
  openFullScreen(_container: Element, { client, sessionId }: { client: VoiceClient; sessionId: string }) {
    const entry = { client, isShown: true }
    screens.push(entry)
    client.connect({ sessionId }).catch(() => {})
    return {
      dispose(): void {
        entry.isShown = false
      },
    }
  },
}))

const init = () => Voice.init(new VoiceConfig({ serverUrl: 'ws://127.0.0.1:9/ws', apiKey: 'k', appId: 'a' }))
const page = {} as Element

afterEach(() => {
  VoiceAgentOverlay.hide()
  Voice.client.dispose()
  screens.length = 0
})

it('is shown once for the same session', () => {
  init()
  for (let times = 0; times < 2; times += 1)
    VoiceAgentOverlay.show(page, { sessionId: 'session-1', mode: 'text' })
  expect(screens).toHaveLength(1)
})

it('is shown again for a new client of the page', () => {
  init()
  VoiceAgentOverlay.show(page, { sessionId: 'session-1', mode: 'text' })
  init()
  VoiceAgentOverlay.show(page, { sessionId: 'session-1', mode: 'text' })
  expect(screens.map(({ client, isShown }) => [client === Voice.client, isShown])).toEqual([
    [false, false],
    [true, true],
  ])
})
