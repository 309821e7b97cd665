import type { RequestListener, Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpServer, localName, startListening } from '../../../src/server/http/listen.js'

const running: Server[] = []
afterEach(() => {
  for (const server of running.splice(0)) server.close().closeAllConnections()
})
function make(handler: RequestListener = (_request, response) => response.end('fine'), connections = 3) {
  const server = createHttpServer(handler, { tls: undefined, connections })
  running.push(server)
  return server
}
const host = '127.0.0.1'

/** Sends bytes, and gives back all that comes. */
const exchange = (port: number, bytes: string) =>
  new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(port, host, () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
const messageIn = (answer: string) =>
  JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).error.message as string

describe('a server', () => {
  it('answers on the port it was given', async () => {
    const port = await startListening(make(), { host, port: 0 })
    expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('fine')
  })

  it('bounds sockets, headers and time', () => {
    expect(make(undefined, 3)).toMatchObject({
      ...{ maxConnections: 1_003, headersTimeout: 10_000, requestTimeout: 30_000 },
    })
  })

  it('says what is wrong with headers that are too large', async () => {
    const port = await startListening(make(), { host, port: 0 })
    const ofSize = (size: number) =>
      exchange(port, `GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nX: ${'a'.repeat(size)}\r\n\r\n`)
    expect(await ofSize(16_000)).toMatch(/^HTTP\/1\.1 200 /)
    const answer = await ofSize(17_000)
    expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
    expect(messageIn(answer)).toBe(
      'The headers of a request may take 16384 bytes. Send a shorter key, shorter address or fewer cookies.',
    )
  })

  it('says that bytes are no HTTP', async () => {
    const port = await startListening(make(), { host, port: 0 })
    const answer = await exchange(port, 'hello\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(messageIn(answer)).toBe('This is no HTTP request.')
  })

  it('says that a request was too slow', async () => {
    const server = make()
    server.headersTimeout = 1
    const port = await startListening(server, { host, port: 0 })
    const answer = await exchange(port, 'GET / HTTP/1.1\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(messageIn(answer)).toBe(
      'The headers of a request have to arrive within 10 seconds, all of it within 30.',
    )
  })
})

describe('a server that cannot listen', () => {
  it('names a port that is in use', async () => {
    const port = await startListening(make(), { host, port: 0 })
    await expect(startListening(make(), { host, port })).rejects.toMatchObject({
      code: 'port-in-use',
      message: `Port ${port} on 127.0.0.1 is in use. Stop what uses it, or choose another with --port.`,
    })
  })

  it.each(['', ' '])('refuses the host %j, which would stand for all addresses', async (blank) => {
    await expect(startListening(make(), { host: blank, port: 0 })).rejects.toMatchObject({
      code: 'cannot-listen',
      message: expect.stringMatching(/^The host to listen on is empty\. Give 127\.0\.0\.1 /),
    })
  })

  it('says what else stops it', async () => {
    await expect(startListening(make(), { host: '203.0.113.1', port: 0 })).rejects.toMatchObject({
      code: 'cannot-listen',
      message: expect.stringMatching(/^Cannot listen on 203\.0\.113\.1:0: .+\.$/),
    })
  })

  it('names a certificate that is none', () => {
    expect(() => createHttpServer(() => {}, { tls: { cert: 'x', key: 'y' }, connections: 1 })).toThrow(
      expect.objectContaining({
        code: 'tls-invalid',
        message: expect.stringMatching(
          /^The certificate or its key cannot be used: .+\. Both must be PEM files that belong together\.$/,
        ),
      }),
    )
  })
})

it.each([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['::1', '[::1]'],
  ['fe80::1', '[fe80::1]'],
  ['192.168.0.2', '192.168.0.2'],
  ['api.example.com', 'api.example.com'],
])('a server that listens on %s is reached at %s', (host, want) => expect(localName(host)).toBe(want))
