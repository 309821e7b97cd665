import { afterEach, describe, expect, it } from 'vitest'
import type { Socket } from '../../src/client/connection.js'
import { ReconnectingConnection } from '../../src/client/reconnecting-connection.js'
import { SessionMemory } from '../../src/client/resume-token-store.js'
import { VirtualClock } from '../../src/testing/virtual-clock.js'

/** A socket that only the test moves. */
class IdleSocket implements Socket {
  readyState = 0
  protocol = ''
  bufferedAmount = 0
  binaryType = ''
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  onerror: Socket['onerror'] = null
  readonly sent: (string | Uint8Array)[] = []
  send(data: string | Uint8Array): void {
    this.sent.push(data)
  }
  close(): void {}
}

describe('an attempt that runs when the network is back', () => {
  let connection: ReconnectingConnection
  afterEach(() => connection.close())

  /** A connection whose first attempt failed and whose second one hangs. */
  async function hanging(isOnline: () => boolean) {
    const clock = new VirtualClock()
    const sockets: IdleSocket[] = []
    connection = new ReconnectingConnection({
      ...{ url: 'ws://127.0.0.1:1/ws', appId: 'test', apiKey: 'any', clock, isOnline, random: () => 0.5 },
      ...{ reconnectEnabled: true, maxReconnectAttempts: 9, reconnectDelayMs: 10, heartbeatIntervalMs: 0 },
      ...{ tokens: new SessionMemory(undefined), onSent: () => {} },
      Socket: class extends IdleSocket {
        constructor() {
          super()
          sockets.push(this)
        }
      },
    })
    const opening = connection.open('a-session')
    const failed = expect(opening).rejects.toThrow('Cannot connect')
    await clock.advance(0)
    sockets[0]?.onclose?.({ code: 1006, reason: '' } as never)
    await failed
    await clock.advance(3_000)
    expect(sockets).toHaveLength(2)
    return { clock, sockets }
  }

  it('is made anew if it began without a network', async () => {
    let isOnline = false
    const { clock, sockets } = await hanging(() => isOnline)
    isOnline = true
    connection.checkNow()
    await clock.advance(0)
    connection.checkNow()
    await clock.advance(0)
    expect(sockets).toHaveLength(3)
  })

  it('goes on if it began with a network', async () => {
    const { clock, sockets } = await hanging(() => true)
    connection.checkNow()
    await clock.advance(0)
    expect(sockets).toHaveLength(2)
  })

  it('gets the newest two seconds of sound that waited for it', async () => {
    const { sockets } = await hanging(() => true)
    const frameOf = (at: number) => new Uint8Array(960).fill(at)
    for (let at = 0; at < 200; at += 1) connection.sendSound(frameOf(at))
    const socket = sockets[1]!
    socket.readyState = 1
    socket.onopen?.({} as never)
    const providers = { stt: 'a/b', llm: null, tts: null, vad: null, turn_detection: null }
    const session = { type: 'voice.session', event_id: 'event_1', session_id: 'a-session', gap: false }
    const data = JSON.stringify({ ...session, resume_token: 't', providers })
    socket.onmessage?.({ data } as never)
    const sound = socket.sent.filter((data) => typeof data !== 'string')
    expect(sound.map((frame) => frame.at(-1))).toEqual(Array.from({ length: 100 }, (_, at) => at + 100))
    expect(connection.status.state).toBe('open')
  })
})
