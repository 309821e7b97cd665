import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'

const isBuilt = existsSync(join(import.meta.dirname, '../../../dist/client/voice-sdk.js'))

describe('over plain HTTP', () => {
  let server: TestServer
  let base: string

  beforeAll(async () => {
    server = await startServer({ llm: new ScriptedModel([]) })
    base = `http://127.0.0.1:${server.port}`
  })

  afterAll(() => server.close())

  it.skipIf(!isBuilt).each(['/voice-sdk.js', '/voice-worklet.js'])(
    '%s may be loaded from anywhere',
    async (path) => {
      const response = await fetch(base + path)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'content-encoding': 'gzip',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': expect.stringContaining('max-age'),
      })
      expect((await response.text()).length).toBeGreaterThan(1_000)
      const etag = response.headers.get('etag')!
      expect((await fetch(base + path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
      expect((await fetch(base + path, { method: 'HEAD' })).headers.get('etag')).toBe(etag)
    },
  )

  it.each([
    ['a wrong key', { Authorization: 'Bearer wrong' }, 401],
    ['the right key', { Authorization: `Bearer ${KEY}` }, 426],
    ['no key', {}, 426],
  ])('a WebSocket address says what %s would get', async (_, headers, status) => {
    const asked = { Origin: 'https://shop.test', ...headers } as Record<string, string>
    const response = await fetch(`${base}/ws?session_id=session-1`, { headers: asked })
    expect(response.status).toBe(status)
    expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.test')
  })

  it('says that a session needs its token', async () => {
    const client = await server.connect({ query: '?session_id=session-2', protocols: ['voice.v1'] })
    await client.next('voice.session')
    const ask = (headers: object) =>
      fetch(`${base}/ws?session_id=session-2`, { headers: { Authorization: `Bearer ${KEY}`, ...headers } })
    expect((await ask({})).status).toBe(403)
    expect((await ask({ 'Voice-Resume': 'wrong' })).status).toBe(403)
  })
})
