import { afterEach, expect, it, vi } from 'vitest'
import { VoiceAgentElement } from '../../../src/client/overlay/voice-agent-element.js'
import type { VoiceClient } from '../../../src/client/voice-client.js'

vi.mock('../../../src/client/overlay/full-screen.js', () => ({
  openFullScreen: (_: Element, { client, sessionId }: { client: VoiceClient; sessionId: string }) => {
    void client.connect({ sessionId })
    return { dispose(): void {} }
  },
}))

afterEach(() => vi.unstubAllGlobals())

it('continues its conversation when it is opened again, where the browser forbids storage', () => {
  vi.stubGlobal('document', { body: {} })
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    },
  })
  const attributes: Record<string, string> = { 'server-url': 'ws://127.0.0.1:9/ws', 'app-id': 'shop' }
  const element = Object.assign(new VoiceAgentElement(), {
    ...{ lang: 'en', apiKey: 'any', hasAttribute: () => false, dispatchEvent: () => true },
    getAttribute: (name: string) => attributes[name] ?? null,
  })
  const opened: string[] = []
  vi.spyOn(element.client, 'connect').mockImplementation(async ({ sessionId }) => {
    opened.push(sessionId)
  })
  for (let times = 0; times < 2; times += 1) {
    element.open()
    element.close()
  }
  expect(new Set(opened).size).toBe(1)
  element.client.dispose()
})
