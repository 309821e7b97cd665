import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../src/ports.js'
import { type Mock, startMock } from '../../src/server/mock/mock-server.js'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { askRaw } from '../support/raw-http.js'

const collection = parseCollection({
  info: { name: 'Pets' },
  item: [{ name: 'Delete pet', request: { method: 'DELETE', url: 'https://x.test/pets/:id' } }],
})

let mock: Mock
const start = async (host = '127.0.0.1') => {
  mock = await startMock({ collections: [collection], host, port: 0, latencyMs: 0, logger: silentLogger })
}
beforeEach(() => start())
afterEach(() => mock.close())

const ask = (headers: Record<string, string>, method = 'DELETE') =>
  askRaw(Number(new URL(mock.url).port), { method, path: '/pets/1', headers })

describe('the mock', () => {
  it.each(['localhost', 'LOCALHOST:1', '127.0.0.1', '127.8.9.1:80', '[::1]:9'])(
    'answers under %s',
    async (Host) => expect((await ask({ Host })).status).not.toBe(403),
  )

  it.each([
    'evil.example',
    'localhost.evil.example',
    'evil.localhost.example:80',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    'x127.0.0.1',
    '169.254.169.254',
    '192.0.2.7',
    '0.0.0.0',
    'localhost/evil',
    'localhost, evil.example',
  ])('does not answer under "%s"', async (Host) => {
    const { status, body, headers } = await ask({ Host })
    // Node itself refuses some malformed hosts with 400.
    expect([400, 403]).toContain(status)
    expect(headers['access-control-allow-origin']).toBeUndefined()
    if (status === 403) expect(JSON.parse(body).error).toContain('--host')
  })

  it.each(['http://localhost:3000', 'http://127.0.0.1:5173', 'https://localhost', 'http://[::1]:80'])(
    'answers pages of %s',
    async (Origin) => {
      const { status, headers } = await ask({ Host: 'localhost', Origin })
      expect([status === 403, headers['access-control-allow-origin']]).toEqual([false, Origin])
    },
  )

  it.each([
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'http://evil.example:80#localhost',
    'file://',
    'http://192.0.2.7',
    'garbage',
    'chrome-extension://localhost',
    'ftp://127.0.0.1',
    'http://[::ffff:127.0.0.1]',
    'http://localhost@evil.example',
    'http://sub.localhost',
  ])('does not answer pages of %s, nor their preflights', async (Origin) => {
    for (const method of ['DELETE', 'OPTIONS']) {
      const { status, headers } = await ask({ Host: 'localhost', Origin }, method)
      expect([status, headers['access-control-allow-origin']]).toEqual([403, undefined])
    }
  })

  it('sends no CORS headers to a program', async () =>
    expect((await ask({ Host: 'localhost' })).headers['access-control-allow-origin']).toBeUndefined())
})

describe('the mock for other machines', () => {
  beforeEach(async () => {
    await mock.close()
    await start('0.0.0.0')
  })

  it.each([
    ['192.0.2.7:80', 'http://192.0.2.7:3000', false],
    ['localhost', 'http://localhost:3000', false],
    ['evil.example', 'http://localhost', true],
    ['192.0.2.7', 'https://evil.example', true],
  ])('under %s for pages of %s: refused %s', async (Host, Origin, isRefused) =>
    expect((await ask({ Host, Origin })).status === 403).toBe(isRefused),
  )
})
