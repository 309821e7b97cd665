import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { AppOptions } from '../../src/server/app.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { KEY, startServer, type TestServer } from '../support/app.js'
import { answerText, RawClient } from '../support/raw-client.js'
import { askRaw } from '../support/raw-http.js'

const MB = 1024 * 1024
const UPGRADE = [
  'GET /ws HTTP/1.1',
  'Host: 127.0.0.1',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]
const OPEN = [...UPGRADE, `Authorization: Bearer ${KEY}`, '', ''].join('\r\n')

let server: TestServer
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})

async function start(options: Partial<AppOptions> = {}): Promise<void> {
  server = await startServer({ llm: new ScriptedModel(() => [{ say: 'Hello.' }]) }, options)
}

/** A socket and what came out of it. */
function open(
  first: string,
  { allowHalfOpen = false } = {},
): { socket: Socket; text: () => string; closed: Promise<unknown> } {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen })
  sockets.push(socket)
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  socket.write(first)
  return { socket, text: () => text, closed: new Promise((resolve) => socket.once('close', resolve)) }
}

/** A socket that speaks WebSocket by hand. */
async function openWebSocket(): Promise<ReturnType<typeof open>> {
  const opened = open(OPEN)
  await expect.poll(opened.text).toContain('101 Switching Protocols')
  return opened
}

/** One frame of a client, with a mask of zeros. */
function frame(
  opcode: number,
  payload: Buffer,
  { last = true, length = payload.length, compressed = false } = {},
): Buffer {
  const head = Buffer.alloc(length < 126 ? 6 : length < 65_536 ? 8 : 14)
  head[0] = (last ? 0x80 : 0) | (compressed ? 0x40 : 0) | opcode
  if (length < 126) head[1] = 0x80 | length
  else if (length < 65_536) {
    head[1] = 0x80 | 126
    head.writeUInt16BE(length, 2)
  } else {
    head[1] = 0x80 | 127
    head.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([head, payload])
}

/** A client that comes now is served. */
async function serves(): Promise<void> {
  const client = await RawClient.connect(server.url, { key: KEY })
  expect(answerText(await client.turn('hi'))).toBe('Hello.')
  await client.close()
}

async function metric(name: string): Promise<number> {
  const { body } = await askRaw(server.port, { path: '/metrics' })
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(body)?.[1])
}

describe('sockets that say nothing useful', () => {
  it.each([
    ['headers without an end', `${UPGRADE.join('\r\n')}\r\nX-Slow: a`],
    ['nothing', ''],
    ['half a request line', 'GET /ws HT'],
    [
      'a body that never comes',
      'POST /v1/realtime/client_secrets HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{',
    ],
  ])('500 times %s hold up nobody', async (_name, first) => {
    await start()
    for (let at = 0; at < 500; at += 1) open(first)
    await serves()
  })

  it('are dropped when their headers do not come in time, with a sentence', { timeout: 30_000 }, async () => {
    await start()
    const slow = open(`${UPGRADE.join('\r\n')}\r\nX-Slow: a`)
    await slow.closed
    expect(slow.text()).toMatch(/^HTTP\/1.1 408 .*have to arrive within 10 seconds/s)
  })

  it.each([
    ['no HTTP', 'hello?\r\n\r\n', 400, /no HTTP request/],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, /no HTTP request/],
    [
      'headers of 20 kB',
      `GET /healthz HTTP/1.1\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      /may take 16384 bytes/,
    ],
    [
      'a key of 20 kB',
      `GET /metrics HTTP/1.1\r\nAuthorization: Bearer ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      /shorter key/,
    ],
    ['an address of 20 kB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, /shorter address/],
    [
      'two lengths',
      'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
      400,
      /no HTTP request/,
    ],
  ])('%s is answered, and closed', async (_name, first, status, sentence) => {
    await start()
    const odd = open(first)
    await odd.closed
    expect(odd.text()).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(odd.text()).toMatch(sentence)
    await serves()
  })

  it('are closed by the server when an upgrade is refused, though the client keeps them open', async () => {
    await start()
    const refused = open([...UPGRADE, 'Authorization: Bearer wrong', '', ''].join('\r\n'), {
      allowHalfOpen: true,
    })
    await once(refused.socket, 'end')
    expect(refused.text()).toContain('401 Unauthorized')
    // The first one is answered by a reset, the second one finds it.
    const isClosed = () => {
      refused.socket.write('still here')
      return refused.socket.destroyed
    }
    await expect.poll(isClosed).toBe(true)
  })

  it.each([
    ['without a key of its own', UPGRADE.filter((line) => !line.startsWith('Sec-WebSocket-Key'))],
    ['of another version', UPGRADE.map((line) => line.replace('Version: 13', 'Version: 1'))],
    ['to another protocol', UPGRADE.map((line) => line.replace('websocket', 'h2c'))],
  ])('an upgrade %s opens nothing', async (_name, lines) => {
    await start()
    const odd = open([...lines, `Authorization: Bearer ${KEY}`, '', ''].join('\r\n'))
    await odd.closed
    expect(odd.text()).toMatch(/^HTTP\/1.1 4\d\d /)
    expect(await metric('voice_connections')).toBe(0)
  })
})

describe('frames', () => {
  const cases: [name: string, frames: () => Buffer, close: number][] = [
    ['of 100 MB, as it says', () => frame(1, Buffer.alloc(10), { length: 100 * MB }), 1009],
    ['that claim more than there are bytes', () => frame(2, Buffer.alloc(10), { length: 2 ** 45 }), 1009],
    [
      'in fragments of more than 4 MB',
      () =>
        Buffer.concat([
          frame(1, Buffer.alloc(2 * MB, 'a'), { last: false }),
          frame(0, Buffer.alloc(3 * MB, 'a')),
        ]),
      1009,
    ],
    [
      'in a hundred thousand tiny fragments',
      () =>
        Buffer.concat([
          frame(1, Buffer.from('{'), { last: false }),
          ...Array<Buffer>(100_000).fill(frame(0, Buffer.from(' '), { last: false })),
        ]),
      1008,
    ],
    [
      'in a hundred thousand empty fragments',
      () =>
        Buffer.concat([
          frame(1, Buffer.from('{'), { last: false }),
          ...Array<Buffer>(100_000).fill(frame(0, Buffer.alloc(0), { last: false })),
        ]),
      1008,
    ],
    ['that are compressed', () => frame(1, Buffer.from('abc'), { compressed: true }), 1002],
    ['of no kind', () => frame(3, Buffer.from('abc')), 1002],
    ['that are no UTF-8', () => frame(1, Buffer.from([0xff, 0xfe])), 1007],
    ['that go on with nothing', () => frame(0, Buffer.from('abc')), 1002],
    ['of a ping of 200 bytes', () => frame(9, Buffer.alloc(200)), 1002],
  ]
  it.each(cases)('%s close their own line', async (_name, frames, code) => {
    await start()
    const { socket, text, closed } = await openWebSocket()
    socket.write(frames())
    await closed
    const bytes = Buffer.from(text(), 'latin1')
    const at = bytes.indexOf(0x88)
    expect(at < 0 ? undefined : bytes.readUInt16BE(at + 2)).toBe(code)
    await serves()
  })

  it.each([0, 1, 2, 3, 4, 5, 7, 963])('of %i bytes of sound do no harm', async (length) => {
    await start()
    const client = await server.connect({ protocols: ['voice.v1'] })
    for (const kind of [0, 1, 2, 255]) client.socket.send(Buffer.alloc(length, kind))
    expect(answerText(await client.turn('hi'))).toBe('Hello.')
  })

  it('of sound in the dialect that has none are refused', async () => {
    await start()
    const client = await server.connect()
    client.socket.send(Buffer.alloc(100))
    expect((await client.next('error')).error.code).toBe('invalid_frame')
    expect(answerText(await client.turn('hi'))).toBe('Hello.')
  })
})

describe('a client that does not read', () => {
  const limits = { maxQueuedBytes: MB, messagesPerSecond: 1_000_000 }

  it.each([
    ['answers', () => frame(1, Buffer.from(JSON.stringify({ type: 'nothing', pad: 'x'.repeat(200) })))],
    ['pongs', () => frame(9, Buffer.alloc(125))],
  ])('and makes %s pile up is sent away', { timeout: 30_000 }, async (_what, message) => {
    await start({ connectionLimits: limits })
    const { socket } = await openWebSocket()
    socket.pause()
    const many = Buffer.concat(Array<Buffer>(5_000).fill(message()))
    for (let time = 0; time < 40 && !socket.destroyed; time += 1) {
      socket.write(many)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await expect.poll(() => metric('voice_send_queue_bytes'), { timeout: 20_000 }).toBeLessThan(2 * MB)
    await serves()
  })
})

describe('a flood', () => {
  it('of 20,000 pings is read slower than the line', async () => {
    await start({ connectionLimits: { messagesPerSecond: 200 } })
    const { socket } = await openWebSocket()
    socket.write(Buffer.concat(Array<Buffer>(20_000).fill(frame(9, Buffer.from('x')))))
    await serves()
  })

  it('of session ids leaves as many sessions as there may be', async () => {
    await start({ maxSessions: 3 })
    for (let at = 0; at < 60; at += 1) {
      const client = await RawClient.connect(`${server.url}?session_id=session-${at}`, {
        key: KEY,
        protocols: ['voice.v1'],
      })
      client.socket.terminate()
    }
    await expect.poll(() => metric('voice_connections')).toBe(0)
    expect(server.app.sessions).toBeLessThanOrEqual(3)
  })

  it('of short-lived keys leaves nothing behind', async () => {
    await start()
    const headers = { Authorization: `Bearer ${KEY}` }
    const keys = new Set<string>()
    for (let at = 0; at < 500; at += 1) {
      const path = '/v1/realtime/client_secrets'
      const { body } = await askRaw(server.port, { method: 'POST', path, headers, body: '{}' })
      keys.add((JSON.parse(body) as { value: string }).value)
    }
    expect([keys.size, await metric('voice_sessions'), await metric('voice_session_bytes')]).toEqual([
      500, 0, 0,
    ])
  })

  it.each([
    ['bodies of 100 kB', JSON.stringify({ session: { instructions: 'x'.repeat(100_000) } }), 400],
    ['deep bodies', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 400],
    ['lists', '[1,2,3]', 400],
    ['text', 'hello', 400],
    ['identities that are none', '{"identity":{"userId":{}}}', 400],
  ])('of %s is refused one by one', async (_name, body, status) => {
    await start()
    const headers = { Authorization: `Bearer ${KEY}` }
    for (let at = 0; at < 20; at += 1) {
      const path = '/v1/realtime/client_secrets'
      expect(
        (await askRaw(server.port, { method: 'POST', path, headers, body }).catch(() => ({ status }))).status,
      ).toBe(status)
    }
    await serves()
  })

  it('of deletions finds nothing', async () => {
    await start()
    const headers = { Authorization: `Bearer ${KEY}` }
    for (let at = 0; at < 500; at += 1) {
      const path = `/v1/sessions/session-${at}`
      expect((await askRaw(server.port, { method: 'DELETE', path, headers })).status).toBe(404)
    }
    await serves()
  })

  it('of upgrades that wait for a validator is bounded', { timeout: 30_000 }, async () => {
    let answer = () => {}
    const waiting = new Promise<boolean>((resolve) => {
      answer = () => resolve(false)
    })
    await start({ apiKeyValidator: () => waiting, maxSessions: 10_000 })
    const opened = Array.from({ length: 2_050 }, () => open(OPEN))
    await expect
      .poll(() => opened.filter(({ text }) => text().includes(' 503 ')).length, { timeout: 20_000 })
      .toBe(50)
    answer()
    await Promise.all(opened.map(({ closed }) => closed))
    expect(opened.filter(({ text }) => text().includes(' 401 ')).length).toBeGreaterThan(0)
  })

  it('of items in one chunk leaves turns of the loop to the others', async () => {
    await start()
    const client = await openWebSocket()
    const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'a' }] }
    const event = frame(1, Buffer.from(JSON.stringify({ type: 'conversation.item.create', item })))
    let turns = 0
    let isOver = false
    const count = () => {
      turns++
      if (!isOver) setImmediate(count)
    }
    const answeredAt: number[] = []
    client.socket.on('data', () => answeredAt.push(turns))
    setImmediate(count)
    client.socket.write(Buffer.concat(Array.from({ length: 400 }, () => event)))
    await expect.poll(() => client.text().split('"conversation.item.done"').length - 1).toBe(400)
    isOver = true
    expect(answeredAt.at(-1)! - answeredAt[0]!).toBeGreaterThan(300)
  })
})
