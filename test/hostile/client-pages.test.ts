import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_API_KEY, serviceKeyValidator } from '../../src/environment.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { startServer, type TestServer } from '../support/app.js'
import { askRaw, type RawQuestion } from '../support/raw-http.js'

const EVIL = 'https://evil.example'
const bearer = { Authorization: `Bearer ${DEMO_API_KEY}` }
const own = () => `http://127.0.0.1:${server.port}`

let server: TestServer
let opened: TestServer

beforeAll(async () => {
  const agent = { llm: new ScriptedModel(() => [{ say: 'Hello.' }]) }
  const common = { apiKeyValidator: serviceKeyValidator({}), playground: true, mcp: true }
  server = await startServer(agent, common)
  opened = await startServer(agent, { ...common, allowedOrigins: ['https://shop.example'] })
})
afterAll(() => Promise.all([server.close(), opened.close()]))

/** Whatever a page could ask for with the key that everybody knows, and what a program is answered. */
const QUESTIONS: [name: string, question: RawQuestion, status: number][] = [
  ['opens a WebSocket', { path: '/ws', upgrade: true }, 101],
  ['opens a WebSocket elsewhere', { path: '/v1/realtime', upgrade: true }, 101],
  ['asks before it opens one', { path: '/ws' }, 426],
  ['lists the tools', { path: '/v1/tools' }, 200],
  ['tries a tool', { method: 'POST', path: '/v1/tools/any/dry-run', body: '{}' }, 404],
  ['reads the metrics', { path: '/metrics' }, 200],
  ['mints a key', { method: 'POST', path: '/v1/realtime/client_secrets', body: '{}' }, 200],
  ['erases a session', { method: 'DELETE', path: '/v1/sessions/session-1' }, 404],
  ['speaks MCP', { method: 'POST', path: '/mcp', body: '{}' }, 415],
  ['asks whether it may', { method: 'OPTIONS', path: '/v1/realtime/client_secrets' }, 204],
]

const withHeaders = (question: RawQuestion, headers: Record<string, string>) => ({
  ...question,
  headers: { ...bearer, ...headers },
})

describe.each(QUESTIONS)('with the demo key, a client that %s', (_name, question, status) => {
  it('is answered as a program', async () => {
    expect((await askRaw(server.port, withHeaders(question, {}))).status).toBe(status)
  })

  it('is answered as the page of the server', async () => {
    expect((await askRaw(server.port, withHeaders(question, { Origin: own() }))).status).toBe(status)
  })

  it.each([
    ['another site', () => EVIL],
    ['another port', () => 'http://127.0.0.1:1'],
    ['a file', () => 'null'],
    ['an extension', () => 'moz-extension://0a1b2c'],
    ['the server under another name', () => own().replace('127.0.0.1', 'localhost')],
  ])('is refused as %s, and told nothing', async (_page, origin) => {
    const answer = await askRaw(server.port, withHeaders(question, { Origin: origin() }))
    expect(answer.status).toBe(403)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.body).toMatch(/demo key/)
  })

  it('is refused under a name that was pointed here', async () => {
    const host = `evil.example:${server.port}`
    const headers = { Host: host, Origin: `http://${host}` }
    expect((await askRaw(server.port, withHeaders(question, headers))).status).toBe(403)
  })

  it('is answered as a page that is named', async () => {
    const named = withHeaders(question, { Origin: 'https://shop.example' })
    expect((await askRaw(opened.port, named)).status).toBe(status)
    const evil = withHeaders(question, { Origin: EVIL })
    expect((await askRaw(opened.port, evil)).status).toBe(403)
  })
})

describe('without an origin', () => {
  it.each(['/v1/tools', '/metrics', '/'])(
    'a page whose name was pointed here does not read %s',
    async (path) => {
      const headers = { ...bearer, Host: `evil.example:${server.port}` }
      expect((await askRaw(server.port, { path, headers })).status).toBe(403)
    },
  )

  it.each(['/v1/tools', '/metrics', '/ws'])('an image of another page does not ask for %s', async (path) => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }
    expect((await askRaw(server.port, { path, headers })).status).toBe(403)
  })
})

it.each(['/healthz', '/readyz', '/voice-sdk.js'])('%s is for every page', async (path) => {
  expect((await askRaw(server.port, { path, headers: { Origin: EVIL } })).status).toBe(200)
})
