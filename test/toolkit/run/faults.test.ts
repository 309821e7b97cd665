import { createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../../src/ports.js'
import type { ToolResult } from '../../../src/toolkit/model/tool.js'
import { Deadline } from '../../../src/toolkit/run/send/deadline.js'
import { poolTransport } from '../../../src/toolkit/run/send/pool-transport.js'
import { DEFAULT_LIMITS } from '../../../src/toolkit/run/send/transport.js'
import type { WireRequest } from '../../../src/toolkit/run/wire-request.js'
import { contextOf, startApi, toolOf } from '../../support/tool.js'

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** The sockets of all raw servers. They stay up to the end, so that one wait shows that every client left. */
const sockets = new Set<Socket>()
const rawServers: Server[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of rawServers) server.close()
})

/** A server that speaks raw bytes; `serve` gets each connection once a request has come. */
async function startRaw(serve: (socket: Socket) => void): Promise<{ url: string }> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.once('data', () => serve(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  rawServers.push(server)
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
  }
}

const call = (
  url: string,
  more: { timeoutMs?: number; clock?: Clock; method?: string; signal?: AbortSignal } = {},
): Promise<ToolResult> => {
  const { method = 'GET', signal, ...context } = more
  return toolOf({ request: { method, url } }, contextOf({}, context)).call({}, signal ? { signal } : {})
}

const repeat = (socket: Socket, chunk: Buffer) => {
  const write = () => {
    while (!socket.destroyed && socket.write(chunk)) {}
  }
  socket.on('drain', write)
  write()
}

/** A long answer, one byte at a time. */
function trickle(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n')
  const timer = setInterval(() => socket.write('x'), 50)
  socket.on('close', () => clearInterval(timer))
}

describe('an API that fails', () => {
  const cases: [name: string, serve: (socket: Socket) => void, want: Partial<ToolResult>][] = [
    ['hangs', () => {}, { reason: 'timeout' }],
    ['trickles', trickle, { reason: 'timeout' }],
    ['resets', (socket) => socket.resetAndDestroy(), { reason: 'unreachable' }],
    [
      'cuts the answer off',
      (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort'),
      { reason: 'unreachable' },
    ],
    [
      'sends 2 GB',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2147483648\r\n\r\n')
        repeat(socket, Buffer.alloc(1 << 16))
      },
      { reason: 'too-large' },
    ],
    [
      'sends without end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
        repeat(socket, Buffer.from(`10000\r\n${'x'.repeat(65536)}\r\n`))
      },
      { reason: 'too-large' },
    ],
    [
      'sends 10,000 headers',
      (socket) =>
        void socket.end(
          `HTTP/1.1 200 OK\r\n${Array.from({ length: 10_000 }, (_, index) => `X-${index}: 1\r\n`).join('')}\r\n`,
        ),
      { reason: 'bad-answer' },
    ],
    ['speaks no HTTP', (socket) => void socket.end('SSH-2.0-OpenSSH_9\r\n'), { reason: 'bad-answer' }],
  ]

  it.each(cases)('%s', async (_name, serve, want) => {
    const { url } = await startRaw(serve)
    const before = process.memoryUsage().rss
    const result = await call(`${url}/x`, { timeoutMs: 1500, method: 'POST' })
    expect(result).toMatchObject({ isError: true, ...want })
    expect(result.content).toMatch(/\w+ .*\.$/s)
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6)
  })

  it('sends a gzip bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000))
    const api = await startApi((_request, response) =>
      response.setHeader('content-encoding', 'gzip').end(bomb),
    )
    closers.push(api.close)
    expect(await call(`${api.url}/`)).toMatchObject({ isError: true, reason: 'too-large' })
  })

  it('says gzip and sends none', async () => {
    const api = await startApi((_request, response) =>
      response.setHeader('content-encoding', 'gzip').end('plain'),
    )
    closers.push(api.close)
    expect(await call(`${api.url}/`)).toMatchObject({ isError: true, reason: 'bad-answer' })
  })

  it('sends invalid UTF-8', async () => {
    const api = await startApi((_request, response) =>
      response.setHeader('content-type', 'application/json').end(Buffer.from('{"a":"\xff\xfe"}', 'latin1')),
    )
    closers.push(api.close)
    expect(await call(`${api.url}/`)).toMatchObject({ isError: false, content: { a: '\ufffd\ufffd' } })
  })

  it('redirects without end', async () => {
    const api = await startApi((_request, response) => response.writeHead(302, { location: '/again' }).end())
    closers.push(api.close)
    expect(await call(`${api.url}/`)).toMatchObject({ isError: true, reason: 'too-many-redirects' })
    expect(api.seen).toHaveLength(11)
  })

  it('does not exist', async () => {
    const api = await startApi()
    await api.close()
    expect(await call(`${api.url}/`, { method: 'POST' })).toMatchObject({
      isError: true,
      reason: 'unreachable',
    })
  })

  it('is left at once when the caller stops', async () => {
    const { url } = await startRaw(() => stop.abort())
    const stop = new AbortController()
    expect(await call(`${url}/`, { signal: stop.signal })).toMatchObject({ isError: true, reason: 'aborted' })
  })

  it('keeps no connection, whatever it did', async () => {
    expect(rawServers).toHaveLength(cases.length + 1)
    // One that waits idle closes after four seconds.
    await expect.poll(() => sockets.size, { timeout: 15_000 }).toBe(0)
  })
})

it('connections are kept for a limited number of origins', async () => {
  const api = await startApi()
  closers.push(api.close)
  const { hostname, port, host } = new URL(api.url)
  const wire: WireRequest = {
    ...{ method: 'GET', protocol: 'http:', hostname, port, origin: api.url, path: '/' },
    ...{ headers: [['Host', host]], body: null, profile: {} },
  }
  const deadline = new Deadline({ clock: systemClock, timeoutMs: 60_000 })
  // Each time to connect has connections of its own, as each origin has.
  for (let more = 1; more <= 300; more++)
    await poolTransport(wire, {
      limits: { ...DEFAULT_LIMITS, connectTimeoutMs: DEFAULT_LIMITS.connectTimeoutMs + more },
      deadline,
      guard: 'none',
    })
  deadline.end()
  const open = () => new Promise<number>((resolve) => api.server.getConnections((_, count) => resolve(count)))
  expect(api.seen).toHaveLength(300)
  await expect.poll(open).toBeLessThanOrEqual(256)
})

/** A clock whose pauses pass at once, and that keeps what was waited for. */
function fastClock(): Clock & { waited: number[] } {
  const waited: number[] = []
  return {
    waited,
    now: () => 0,
    schedule(callback, delayMs) {
      if (delayMs >= 60_000) return () => {}
      waited.push(delayMs)
      const timer = setImmediate(callback)
      return () => clearImmediate(timer)
    },
  }
}

describe('an API that is busy', () => {
  const cases: [
    method: string,
    status: number,
    retryAfter: string | undefined,
    attempts: number,
    waits: number[] | undefined,
  ][] = [
    ['GET', 503, undefined, 3, undefined],
    ['GET', 429, '2', 3, [2000, 2000]],
    ['POST', 429, '1', 3, [1000, 1000]],
    ['POST', 503, undefined, 1, []],
    ['GET', 429, '3600', 1, []],
    ['GET', 500, undefined, 1, []],
  ]
  it.each(cases)(
    '%s %i with Retry-After %s is sent %i times',
    async (method, status, retryAfter, attempts, waits) => {
      const api = await startApi((_request, response) =>
        response.writeHead(status, retryAfter ? { 'retry-after': retryAfter } : {}).end(),
      )
      closers.push(api.close)
      const clock = fastClock()
      const result = await call(`${api.url}/`, { method, clock, timeoutMs: 60_000 })
      expect(result).toMatchObject({ isError: true, status, reason: 'http-error' })
      expect(api.seen).toHaveLength(attempts)
      if (waits) expect(clock.waited).toEqual(waits)
    },
  )

  it('a broken connection is tried again for GET, never for POST', async () => {
    for (const [method, connections] of [
      ['GET', 3],
      ['POST', 1],
    ] as const) {
      let count = 0
      const { url } = await startRaw((socket) => {
        count++
        socket.resetAndDestroy()
      })
      await call(`${url}/`, { method, clock: fastClock(), timeoutMs: 60_000 })
      expect(count).toBe(connections)
    }
  })
})
