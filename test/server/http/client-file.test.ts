import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'
import { askRaw } from '../../support/raw-http.js'

const SDK = join(import.meta.dirname, '../../../dist/client/voice-sdk.js')
const isBuilt = existsSync(SDK)

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

  it('has the texts of the overlay in each language, else says English, for pages of any origin', async () => {
    const response = await fetch(`${base}/voice-texts/es.json`)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    })
    expect(await response.json()).toMatchObject({ title: 'Asistente', approval: { approve: 'Permitir' } })
    expect(await (await fetch(`${base}/voice-texts/ar.json`)).json()).toEqual({ language: 'en' })
    for (const path of ['/voice-texts/es', '/voice-texts/../es.json'])
      expect((await fetch(base + path)).status).toBe(404)
  })

  describe.skipIf(!isBuilt)('/voice-sdk.js', () => {
    const ask = (more: Parameters<typeof askRaw>[1] = {}) =>
      askRaw(server.port, { path: '/voice-sdk.js?v=2', ...more })
    const zipped = { 'Accept-Encoding': 'br, gzip;q=0.5' }

    it('comes as it is where the client reads no gzip', async () => {
      const text = readFileSync(SDK)
      for (const headers of [{}, { 'Accept-Encoding': 'br, xgzip' }] as Record<string, string>[]) {
        const { status, headers: got, body } = await ask({ headers })
        expect([status, body]).toEqual([200, text.toString()])
        expect(got).toMatchObject({
          ...{ 'content-length': String(text.length), 'cache-control': 'public, max-age=300' },
          ...{ etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` },
          ...{ vary: 'Accept-Encoding', 'content-type': 'text/javascript; charset=utf-8' },
        })
        expect(got).not.toHaveProperty('content-encoding')
      }
    })

    it('has its head without its body', async () => {
      const { status, headers, body } = await ask({ method: 'HEAD', headers: zipped })
      expect([status, body, headers['content-encoding']]).toEqual([200, '', 'gzip'])
      expect(Number(headers['content-length'])).toBeGreaterThan(1_000)
    })

    it('is not sent again to a client that has it', async () => {
      const { etag } = (await ask()).headers
      const again = await ask({ headers: { 'If-None-Match': `W/${etag}, "other"` } })
      expect([again.status, again.body]).toEqual([304, ''])
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=300' })
      expect(again.headers).not.toHaveProperty('content-type')
      expect((await ask({ headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
    })

    it('is read only, under its own path', async () => {
      expect((await ask({ method: 'POST', body: '{}' })).status).toBe(405)
      expect((await ask({ path: '/voice-sdk.js/x' })).status).toBe(404)
      expect((await ask({ path: '/x/voice-sdk.js' })).status).toBe(404)
    })
  })

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
