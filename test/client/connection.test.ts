import { describe, expect, it } from 'vitest'
import { Connection, type Socket, type SocketConstructor } from '../../src/client/connection.js'
import type { ServerEvent } from '../../src/protocol/events.js'

/** A socket that a test moves by hand. */
class HandSocket implements Socket {
  static last: HandSocket
  readyState = 0
  protocol = 'voice.v1'
  bufferedAmount = 0
  binaryType = 'blob'
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  onerror: Socket['onerror'] = null
  sent: string[] = []
  closed = false

  constructor(
    readonly url: string,
    readonly protocols: string[],
  ) {
    HandSocket.last = this
  }

  send(data: string | Uint8Array): void {
    this.sent.push(String(data))
  }

  close(): void {
    this.closed = true
  }

  open(): void {
    this.readyState = 1
    this.onopen?.({} as never)
  }

  receive(data: unknown): void {
    this.onmessage?.({ data } as never)
  }

  drop(code: number, reason = ''): void {
    this.readyState = 3
    this.onclose?.({ code, reason } as never)
  }

  fail(message: string): void {
    this.onerror?.({ message } as never)
    this.drop(1006)
  }
}

const Sockets = HandSocket as unknown as SocketConstructor
const connect = (options: { url?: string; sessionId?: string } = {}) => {
  const connection = new Connection({
    url: 'ws://127.0.0.1:8000/ws',
    apiKey: 'a key',
    Socket: Sockets,
    ...options,
  })
  return { connection, opened: connection.connect(), socket: HandSocket.last }
}

describe('a connection', () => {
  it('offers its dialect and the key, which never stands in the address', () => {
    const { socket } = connect({ sessionId: 'session-1' })
    expect(new URL(socket.url).searchParams.get('session_id')).toBe('session-1')
    expect(socket.protocols).toEqual(['voice.v1', expect.stringMatching(/^voice-api-key\.[\w-]+$/)])
    expect(socket.url).not.toContain('key')
  })

  it('hands on events in order, until a listener is taken away', async () => {
    const { connection, opened, socket } = connect()
    socket.open()
    await opened
    const heard: string[] = []
    const off = connection.on('event', (event: ServerEvent) => heard.push(event.type))
    socket.receive('{"type":"voice.state","event_id":"event_1","state":"idle"}')
    socket.receive('{"type":"session.created","event_id":"event_2","session":{}}')
    off()
    socket.receive('{"type":"voice.pong","event_id":"event_3","t":1}')
    expect(heard).toEqual(['voice.state', 'session.created'])
  })

  it.each(['not json', '[]', 'null', '{"no":"type"}', '{"type":7}', new ArrayBuffer(4)])(
    'drops %j',
    async (data) => {
      const { connection, opened, socket } = connect()
      socket.open()
      await opened
      const heard: unknown[] = []
      connection.on('event', (event) => heard.push(event))
      socket.receive(data)
      expect(heard).toEqual([])
    },
  )

  it('ignores an event that lacks members, says why, and goes on after it', async () => {
    const { connection, opened, socket } = connect()
    socket.open()
    await opened
    const heard: unknown[] = []
    connection.on('event', ({ type }) => heard.push(type))
    connection.on('malformed', (problem) => heard.push(problem))
    socket.receive('{"type":"conversation.item.added","event_id":"event_7"}')
    socket.receive('no event')
    socket.receive('{"type":"voice.pong","event_id":"event_8","t":1}')
    expect(heard).toEqual([
      'In the event "conversation.item.added" of the server, "item" is missing or wrong.',
      'A message of the server is not an event.',
      'voice.pong',
    ])
    expect(connection.lastEventId).toBe('event_8')
  })

  it('sends when it is open, and says so when it is not', async () => {
    const { connection, opened, socket } = connect()
    expect(() => connection.send({ type: 'response.create' })).toThrow(
      expect.objectContaining({ code: 'not-connected' }),
    )
    socket.open()
    await opened
    connection.send({ type: 'response.create' })
    expect(socket.sent).toEqual(['{"type":"response.create"}'])
    connection.close()
    expect(socket.closed).toBe(true)
  })

  it('tells that the line is gone', async () => {
    const { connection, opened, socket } = connect()
    socket.open()
    await opened
    const closes: unknown[] = []
    connection.on('close', (close) => closes.push(close))
    socket.drop(1012, 'restart')
    expect(closes).toEqual([{ code: 1012, reason: 'restart' }])
  })

  it.each([
    ['connect ECONNREFUSED 127.0.0.1:404', 'connection-failed', 'is `voice serve` running there?'],
    ['connect ECONNREFUSED 127.0.0.1:8000', 'connection-failed'],
  ])('that cannot be made, %s, is %s', async (message, code, sentence = '') => {
    const { opened, socket } = connect({ url: 'ws://127.0.0.1:9/ws' })
    socket.fail(message)
    await expect(opened).rejects.toMatchObject({ code, message: expect.stringContaining(sentence) })
  })

  it.each(['http://a.test/ws', 'nonsense', ''])('refuses the address %j', async (url) => {
    const connection = new Connection({ url, apiKey: 'k', Socket: Sockets })
    await expect(connection.connect()).rejects.toMatchObject({ code: 'bad-server-url' })
  })
})
