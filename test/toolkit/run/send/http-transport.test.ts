import { createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../src/ports.js'
import { createSelfSigned } from '../../../../src/server/http/self-signed.js'
import { Deadline } from '../../../../src/toolkit/run/send/deadline.js'
import { createHttpTransport } from '../../../../src/toolkit/run/send/http-transport.js'
import { DEFAULT_LIMITS } from '../../../../src/toolkit/run/send/transport.js'
import type { WireRequest } from '../../../../src/toolkit/run/wire-request.js'

const closers: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A server that reads bytes and answers bytes; `seen` is what came over each connection. */
async function startRaw(answer: (socket: Socket) => void) {
  const seen: string[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    const at = seen.push('') - 1
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      seen[at] += chunk.toString('latin1')
      if (/\r\n\r\n/.test(chunk.toString('latin1'))) answer(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return { seen, port: String(typeof address === 'object' && address ? address.port : 0) }
}

const wire = (port: string, more: Partial<WireRequest> = {}): WireRequest => ({
  ...{ method: 'GET', protocol: 'http:', hostname: '127.0.0.1', port, origin: `http://127.0.0.1:${port}` },
  ...{ path: '/a/../b?c', headers: [], body: null, profile: {} },
  ...more,
})

function transport(options: { timeoutMs?: number; maxBytes?: number; signal?: AbortSignal } = {}) {
  const { timeoutMs = 20_000, maxBytes = DEFAULT_LIMITS.maxBytes, signal } = options
  const http = createHttpTransport()
  closers.push(() => http.close())
  return (request: WireRequest) => {
    const deadline = new Deadline({ clock: systemClock, timeoutMs, signal })
    return http
      .send(request, { limits: { ...DEFAULT_LIMITS, maxBytes }, deadline, guard: 'none' })
      .finally(() => deadline.end())
  }
}
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

describe('the transport of a replay', () => {
  it('sends headers in their order and case, equal names as lines, and none of its own', async () => {
    const { seen, port } = await startRaw((socket) => socket.write(OK))
    const headers: WireRequest['headers'] = [
      ['x-B', '1'],
      ['X-a', '2'],
      ['X-a', '3'],
      ['HOST', 'own.example'],
    ]
    await transport()(wire(port, { headers }))
    expect(seen).toEqual([
      'GET /a/../b?c HTTP/1.1\r\nx-B: 1\r\nX-a: 2\r\nX-a: 3\r\nHOST: own.example\r\n\r\n',
    ])
  })

  it('sends a body as it is', async () => {
    const { seen, port } = await startRaw((socket) => socket.write(OK))
    const headers: WireRequest['headers'] = [['Content-Length', '4']]
    await transport()(wire(port, { method: 'PUT', headers, body: Buffer.from('data') }))
    expect(seen).toEqual(['PUT /a/../b?c HTTP/1.1\r\nContent-Length: 4\r\n\r\ndata'])
  })

  it('collects status, headers and body as they came', async () => {
    const { port } = await startRaw((socket) =>
      socket.write(
        'HTTP/1.1 404 No\r\nSet-Cookie: a=1\r\nSET-cookie: b=2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n',
      ),
    )
    const { status, headers, body } = await transport()(wire(port))
    expect(status).toBe(404)
    expect(headers).toEqual([
      { key: 'set-cookie', value: 'a=1' },
      { key: 'set-cookie', value: 'b=2' },
      { key: 'transfer-encoding', value: 'chunked' },
    ])
    expect(body.toString()).toBe('abc')
  })

  it('sends one request after the other over one connection', async () => {
    const { seen, port } = await startRaw((socket) => socket.write(OK))
    const send = transport()
    await send(wire(port, { path: '/1' }))
    await send(wire(port, { path: '/2' }))
    expect(seen).toHaveLength(1)
  })

  it.each<[name: string, maxBytes: number, want: object]>([
    ['fits', 2, { status: 200 }],
    ['is too large', 1, { code: 'too-large' }],
  ])('takes a body that %s', async (_name, maxBytes, want) => {
    const { port } = await startRaw((socket) => socket.write(OK))
    expect(await transport({ maxBytes })(wire(port)).catch((error: unknown) => error)).toMatchObject(want)
  })

  it('fails with what went wrong', async () => {
    const { port } = await startRaw((socket) => socket.resetAndDestroy())
    const failure = (request: WireRequest) => expect(transport()(request)).rejects
    await failure(wire(port)).toMatchObject({ code: 'unreachable' })
    await failure(wire(port, { path: '/a b' })).toMatchObject({ code: 'invalid-request' })
    await failure(wire(port, { headers: [['X', 'a\nb']] })).toMatchObject({ code: 'invalid-request' })
  })

  it('goes on after a request that could not be written', async () => {
    const { seen, port } = await startRaw((socket) => socket.write(OK))
    const send = transport()
    for (const headers of [[['X', 'a\nb']], [['a b', '']]] as WireRequest['headers'][])
      await expect(send(wire(port, { headers }))).rejects.toThrow()
    expect(await send(wire(port))).toMatchObject({ status: 200 })
    expect(seen.join('')).toBe('GET /a/../b?c HTTP/1.1\r\n\r\n')
  })

  it('stops when its caller does, before and inside the answer', async () => {
    for (const answer of ['', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab']) {
      const stop = new AbortController()
      const { port } = await startRaw((socket) => {
        if (answer) socket.write(answer)
        setImmediate(() => stop.abort())
      })
      await expect(transport({ signal: stop.signal })(wire(port))).rejects.toMatchObject({ code: 'aborted' })
    }
  })

  it('reads answers with loose framing only where the profile says so', async () => {
    const loose = 'HTTP/1.1 200 OK\r\nX: a\u0001b\r\nContent-Length: 2\r\n\r\nok'
    const { port } = await startRaw((socket) => socket.write(loose))
    await expect(transport()(wire(port))).rejects.toMatchObject({ code: 'bad-answer' })
    const profile = { insecureHTTPParser: true }
    expect(await transport()(wire(port, { profile }))).toMatchObject({ status: 200 })
  })
})

describe('over TLS', () => {
  async function startSecure(more: object = {}) {
    const { createServer: createSecureServer } = await import('node:https')
    const tls = createSelfSigned({ names: ['127.0.0.1'], now: Date.now() })
    const server = createSecureServer({ ...tls, ...more }, (_request, response) => response.end('ok'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => {
      server.closeAllConnections()
      server.close()
    })
    const address = server.address()
    const port = String(typeof address === 'object' && address ? address.port : 0)
    return (profile: WireRequest['profile']) =>
      transport()(
        wire(port, {
          ...{ protocol: 'https:', origin: `https://127.0.0.1:${port}`, profile },
          headers: [['Host', 'any']],
        }),
      )
  }

  it('trusts no certificate that signed itself, unless the profile says so', async () => {
    const send = await startSecure()
    for (const profile of [{}, { strictSSL: true }, { strictSSL: 'false' }] as WireRequest['profile'][])
      await expect(send(profile)).rejects.toMatchObject({ code: 'untrusted' })
    expect(await send({ strictSSL: false })).toMatchObject({ status: 200 })
  })

  it('offers neither protocols nor ciphers that the profile rules out', async () => {
    const send = await startSecure({ maxVersion: 'TLSv1.2' })
    const loose = { strictSSL: false }
    expect(await send({ ...loose, tlsDisabledProtocols: ['TLSv1_3', 'NO_SUCH'] })).toMatchObject({
      status: 200,
    })
    await expect(send({ ...loose, tlsDisabledProtocols: ['TLSv1_2', 'TLSv1_3'] })).rejects.toThrow()
    await expect(send({ ...loose, tlsCipherSelection: ['ECDHE-RSA-AES128-GCM-SHA256'] })).rejects.toThrow()
    const fitting = ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES128-GCM-SHA256']
    expect(await send({ ...loose, tlsCipherSelection: fitting })).toMatchObject({ status: 200 })
  })
})
