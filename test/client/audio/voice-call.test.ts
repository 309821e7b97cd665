import { afterEach, expect, it, vi } from 'vitest'
import { VoiceCall } from '../../../src/client/audio/voice-call.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'

afterEach(() => vi.unstubAllGlobals())

class Peer {
  localDescription = { sdp: 'v=0' }
  async createOffer() {}
  async setLocalDescription() {}
  async setRemoteDescription() {}
  close() {}
}

it.each([
  ['wss://voice.example.com/ws', '/v1/realtime/calls'],
  ['wss://voice.example.com/v1/realtime', '/v1/realtime/calls'],
  ['wss://voice.example.com/agent/v1/realtime', '/agent/v1/realtime/calls'],
])('calls the server at %s at %s', async (serverUrl, path) => {
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (url: URL) => {
    asked.push(url)
    return new Response('v=0', { status: 201, headers: { location: `${url.pathname}/rtc_1` } })
  })
  const target = { serverUrl, appId: 'a', sessionId: 's', apiKey: async () => 'k', resumeToken: undefined }
  const stream = { getAudioTracks: () => [] } as unknown as MediaStream
  const call = new VoiceCall({
    ...{ target, stream, clock: new VirtualClock(), onDown: () => {} },
    Peer: Peer as unknown as typeof RTCPeerConnection,
    player: { play() {}, stop() {} },
  })
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve))
  call.close()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(({ pathname }) => pathname)).toEqual([path, `${path}/rtc_1/hangup`])
})
