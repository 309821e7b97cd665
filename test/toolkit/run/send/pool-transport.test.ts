import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../src/ports.js'
import { Deadline } from '../../../../src/toolkit/run/send/deadline.js'
import { createOwnTransport, poolTransport } from '../../../../src/toolkit/run/send/pool-transport.js'
import { DEFAULT_LIMITS } from '../../../../src/toolkit/run/send/transport.js'
import type { WireRequest } from '../../../../src/toolkit/run/wire-request.js'
import { startApi, type TestApi } from '../../../support/tool.js'

const apis: TestApi[] = []
afterEach(async () => {
  for (const api of apis.splice(0)) await api.close()
})
async function start(...handlers: Parameters<typeof startApi>): Promise<TestApi> {
  const api = await startApi(...handlers)
  apis.push(api)
  return api
}

const wire = (
  api: TestApi,
  headers: WireRequest['headers'],
  more: Partial<WireRequest> = {},
): WireRequest => ({
  ...{ method: 'GET', protocol: 'http:', hostname: '127.0.0.1', port: String(api.port), origin: api.url },
  ...{ path: '/a', headers, body: null, profile: {} },
  ...more,
})
interface Sending {
  maxBytes?: number
  signal?: AbortSignal
  send?: typeof poolTransport
}
async function send(
  request: WireRequest,
  { maxBytes = 1_000, signal, send: own = poolTransport }: Sending = {},
) {
  const deadline = new Deadline({ clock: systemClock, timeoutMs: 20_000, signal })
  try {
    return await own(request, { limits: { ...DEFAULT_LIMITS, maxBytes }, deadline, guard: 'none' })
  } finally {
    deadline.end()
  }
}
/** What an API sees of headers, without those of the client. */
const headersAt = (api: TestApi) => {
  const raw = api.seen.at(-1)!.rawHeaders
  return raw
    .flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1]}`] : []))
    .map((line) => line.replace(String(api.port), 'PORT'))
}

describe('the transport of tools', () => {
  it.each<[headers: WireRequest['headers'], want: string[]]>([
    [
      [
        ['X-B', '1'],
        ['x-a', '2'],
        ['x-a', '3'],
      ],
      ['host: 127.0.0.1:PORT', 'connection: keep-alive', 'X-B: 1', 'x-a: 2', 'x-a: 3'],
    ],
    [
      [
        ['Connection', 'keep-alive'],
        ['TE', 'trailers'],
        ['Keep-Alive', '5'],
        ['Trailer', 'x'],
      ],
      ['host: 127.0.0.1:PORT', 'connection: keep-alive'],
    ],
    [[['Host', 'own.example']], ['host: own.example', 'connection: keep-alive']],
    [[['Connection', 'Close']], ['host: 127.0.0.1:PORT', 'connection: close']],
    [[['Connection', 'closed']], ['host: 127.0.0.1:PORT', 'connection: keep-alive']],
  ])('sends %j', async (headers, want) => {
    const api = await start()
    await send(wire(api, headers))
    await send(wire(api, headers))
    expect(headersAt(api)).toEqual(want)
  })

  it('writes its own host once', async () => {
    const api = await start()
    await send(wire(api, [['Host', `127.0.0.1:${api.port}`]]))
    expect(headersAt(api)).toEqual(['host: 127.0.0.1:PORT', 'connection: keep-alive'])
  })

  it('sends a body with its length', async () => {
    const api = await start()
    await send(wire(api, [['Content-Length', '999']], { method: 'POST', body: Buffer.from('data') }))
    expect(api.seen[0]).toMatchObject({ method: 'POST', body: Buffer.from('data') })
    expect(api.seen[0]!.headers['content-length']).toBe('4')
  })

  it('collects status, headers and body in any number of pieces', async () => {
    const api = await start((request, response) => {
      response.writeHead(201, ['Set-Cookie', 'a=1', 'set-cookie', 'b=2', 'X-Latin', 'caf\u00e9'])
      response.write('a')
      if (request.url === '/pieces') setImmediate(() => response.end('bc'))
      else response.end()
    })
    const whole = await send(wire(api, []))
    expect([whole.status, whole.body.toString()]).toEqual([201, 'a'])
    expect(whole.headers.slice(0, 3)).toEqual([
      { key: 'set-cookie', value: 'a=1' },
      { key: 'set-cookie', value: 'b=2' },
      { key: 'x-latin', value: 'caf\u00e9' },
    ])
    expect((await send(wire(api, [], { path: '/pieces' }))).body.toString()).toBe('abc')
  })

  it('takes an answer up to its limit', async () => {
    const api = await start((_request, response) => response.end('x'.repeat(100)))
    expect((await send(wire(api, []), { maxBytes: 100 })).body).toHaveLength(100)
    await expect(send(wire(api, []), { maxBytes: 99 })).rejects.toMatchObject({ code: 'too-large' })
  })

  it('stops when its caller does', async () => {
    const stop = new AbortController()
    const api = await start(() => stop.abort())
    await expect(send(wire(api, []), { signal: stop.signal })).rejects.toMatchObject({ code: 'aborted' })
    await expect(send(wire(api, []), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    })
    expect(api.seen).toHaveLength(1)
  })

  it('fails for what cannot be written as HTTP', async () => {
    const api = await start()
    await expect(send(wire(api, [], { path: 'no slash' }))).rejects.toMatchObject({ code: 'invalid-request' })
  })
})

it('a connection of its own is one, and ends with its owner', async () => {
  const ports: (number | undefined)[] = []
  const api = await start((_request, response) => {
    ports.push(response.socket?.remotePort)
    response.end()
  })
  await send(wire(api, []))
  const own = createOwnTransport()
  await Promise.all([1, 2, 3].map(() => send(wire(api, []), { send: own.send })))
  expect(new Set(ports.slice(1)).size).toBe(1)
  expect(ports[1]).not.toBe(ports[0])
  own.close()
  await expect(send(wire(api, []), { send: own.send })).rejects.toThrow()
})
