import { afterEach, describe, expect, it, vi } from 'vitest'
import { VoiceConfig } from '../../src/client/config.js'
import type { Socket } from '../../src/client/connection.js'
import { ReconnectingConnection } from '../../src/client/reconnecting-connection.js'
import { SessionMemory } from '../../src/client/resume-token-store.js'
import { VirtualClock } from '../../src/testing/virtual-clock.js'

/** A socket whose handshake fails. A browser does not tell a page why. */
class RefusedSocket implements Socket {
  readyState = 0
  protocol = ''
  bufferedAmount = 0
  binaryType = ''
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  onerror: Socket['onerror'] = null
  constructor() {
    queueMicrotask(() => this.onclose?.({ code: 1006, reason: '' } as never))
  }
  send(): void {}
  close(): void {}
}

describe('a handshake that fails', () => {
  let connection: ReconnectingConnection
  afterEach(() => {
    connection.close()
    vi.unstubAllGlobals()
  })

  /** Opens a session; returns the error of the first attempt and the state after it. */
  async function opened({ token }: { token?: string }) {
    const memory = new SessionMemory(undefined)
    if (token) memory.write('a-session', token)
    const config = new VoiceConfig({ serverUrl: 'wss://agent.example/ws', apiKey: 'any', appId: 'shop' })
    connection = new ReconnectingConnection({
      ...config,
      ...{ url: config.serverUrl, Socket: RefusedSocket, clock: new VirtualClock(), random: () => 0.5 },
      ...{ tokens: memory, isOnline: () => true, onSent: () => {} },
    })
    const { code } = await connection.open('a-session').catch((error) => error)
    return [code, connection.status.state]
  }

  describe('on a page of another origin, because a proxy answers 502', () => {
    const answerOfProxy = async (_: URL, { mode }: RequestInit) => {
      // The answer of the proxy has no CORS headers, so the page may not read it.
      if (mode !== 'no-cors') throw new TypeError('Failed to fetch')
      return Response.error()
    }

    it('is tried again if the agent has accepted the page before', async () => {
      vi.stubGlobal('location', { origin: 'https://shop.example', protocol: 'https:' })
      vi.stubGlobal('fetch', answerOfProxy)
      expect(await opened({ token: 'resume-1' })).toEqual(['connection-failed', 'reconnecting'])
    })

    it('means for a new page that the agent refuses its origin', async () => {
      vi.stubGlobal('location', { origin: 'https://shop.example', protocol: 'https:' })
      vi.stubGlobal('fetch', answerOfProxy)
      expect(await opened({})).toEqual(['origin-refused', 'closed'])
    })
  })

  it.each([
    ['resume-1', '404 page not found', 'connection-failed', 'reconnecting'],
    ['resume-1', '{"error":{"message":"There is no app shop."}}', 'bad-server-url', 'closed'],
    [undefined, '404 page not found', 'bad-server-url', 'closed'],
  ])('with token %s and a 404 that says %s: %s, %s', async (token, body, ...want) => {
    vi.stubGlobal('fetch', async () => new Response(body, { status: 404 }))
    expect(await opened({ token })).toEqual(want)
  })

  it.each([
    [401, 'unauthorized', 'closed'],
    [403, 'forbidden', 'closed'],
    [400, 'bad-server-url', 'closed'],
    [429, 'connection-failed', 'reconnecting'],
    [503, 'connection-failed', 'reconnecting'],
    [500, 'connection-failed', 'reconnecting'],
  ])('and a %i: %s, %s', async (status, ...want) => {
    vi.stubGlobal('fetch', async () => new Response('', { status }))
    expect(await opened({})).toEqual(want)
  })
})
