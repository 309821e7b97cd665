import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'
import { RawClient } from '../../support/raw-client.js'
import { askRaw, type RawQuestion } from '../../support/raw-http.js'

const SESSION = 'session-of-somebody'
const PROXIED = { 'X-Forwarded-For': '203.0.113.7' }

/** Who asks, as the keys they send. */
const CALLERS = ['none', 'wrong', 'service', 'user', 'ek', 'ek unlocked', 'ek of a user'] as const
type Caller = (typeof CALLERS)[number]

let server: TestServer
let keys: Record<Caller, string | undefined>
let owner: RawClient

async function mint(body: object): Promise<string> {
  const answer = await ask('service', {
    method: 'POST',
    path: '/v1/realtime/client_secrets',
    body: JSON.stringify(body),
  })
  return (JSON.parse(answer.body) as { value: string }).value
}

function ask(caller: Caller, question: RawQuestion) {
  const key = keys[caller]
  const headers = { ...question.headers, ...(key !== undefined && { Authorization: `Bearer ${key}` }) }
  return askRaw(server.port, { ...question, headers })
}

beforeEach(async () => {
  const apiKeyValidator = (key: string) => (key === 'user-key' ? { userId: 'ann' } : key === KEY)
  server = await startServer(
    { llm: new ScriptedModel(() => [{ say: 'Hello.' }]) },
    { apiKeyValidator, playground: true, mcp: true },
  )
  keys = { none: undefined, wrong: 'wrong-key', service: KEY, user: 'user-key' } as typeof keys
  keys.ek = await mint({})
  keys['ek unlocked'] = await mint({ unlocked: true })
  keys['ek of a user'] = await mint({ identity: { userId: 'ann' } })
  owner = await RawClient.connect(`${server.url}?session_id=${SESSION}`, { key: KEY })
})
afterEach(async () => {
  await owner.close()
  await server.close()
})

type Statuses = Record<Caller, number>
const all = (status: number): Statuses => Object.fromEntries(CALLERS.map((one) => [one, status])) as Statuses
const keyed = (status: number): Statuses => ({ ...all(status), none: 401, wrong: 401 })
const ofOperator: Statuses = { ...keyed(403), service: 200, user: 200 }

describe('through a proxy', () => {
  it.each<[name: string, question: RawQuestion, want: Statuses]>([
    ['the health', { path: '/healthz' }, all(200)],
    ['the readiness', { path: '/readyz' }, all(200)],
    ['the page', { path: '/' }, all(200)],
    ['the script of browsers', { path: '/voice-sdk.js' }, all(200)],
    ['the metrics', { path: '/metrics' }, ofOperator],
    ['the tools', { path: '/v1/tools' }, ofOperator],
    [
      'a dry run',
      { method: 'POST', path: '/v1/tools/any/dry-run', body: '{}' },
      { ...keyed(403), service: 404, user: 404 },
    ],
    ['a short-lived key', { method: 'POST', path: '/v1/realtime/client_secrets', body: '{}' }, ofOperator],
    [
      'a session of the service',
      { method: 'DELETE', path: `/v1/sessions/${SESSION}` },
      { ...keyed(404), service: 204 },
    ],
    ['a session that is none', { method: 'DELETE', path: '/v1/sessions/no-such-session' }, keyed(404)],
    [
      'a session with a name that is none',
      { method: 'DELETE', path: '/v1/sessions/..%2F..%2Fx' },
      keyed(404),
    ],
    ['a question before an upgrade', { path: '/ws' }, { ...all(426), wrong: 401 }],
    ['a WebSocket', { path: '/ws', upgrade: true }, keyed(101)],
    ['MCP', { method: 'POST', path: '/mcp', body: '{}' }, { ...keyed(403), service: 415, user: 415 }],
    ['nothing', { path: '/nothing' }, all(404)],
    ['a method that is none', { method: 'PUT', path: '/healthz' }, all(405)],
  ])('%s', async (_name, question, want) => {
    const got: Partial<Statuses> = {}
    // The key that may erase the session comes last.
    for (const caller of [...CALLERS.filter((one) => one !== 'service'), 'service' as const])
      got[caller] = (await ask(caller, { ...question, headers: { ...question.headers, ...PROXIED } })).status
    expect(got).toEqual(want)
  })
})

describe('a malformed handshake', () => {
  it.each<[name: string, header: string, value: string]>([
    ['a key that is none', 'Sec-WebSocket-Key', 'short'],
    ['a protocol twice', 'Sec-WebSocket-Protocol', 'voice.v1, voice.v1'],
  ])('with %s is refused in JSON', async (_name, header, value) => {
    const { status, body } = await askRaw(server.port, {
      ...{ path: '/ws', upgrade: true },
      headers: { Authorization: `Bearer ${KEY}`, [header]: value },
    })
    expect(status).toBe(400)
    const { error } = JSON.parse(body) as { error: { message: string } }
    expect(error.message).toMatch(new RegExp(`${header} header\\.$`))
  })
})

describe('on this machine', () => {
  it.each(['/metrics', '/v1/tools'])(
    '%s needs no key, and takes no wrong or short-lived one',
    async (path) => {
      const got = await Promise.all(
        CALLERS.map(async (caller) => [caller, (await ask(caller, { path })).status]),
      )
      expect(Object.fromEntries(got)).toEqual({ ...ofOperator, none: 200 })
    },
  )
})

describe('a session of a short-lived key', () => {
  const id = 'session-of-a-browser'
  const erase = (key: string, headers: Record<string, string> = {}) =>
    askRaw(server.port, {
      ...{ method: 'DELETE', path: `/v1/sessions/${id}` },
      headers: { Authorization: `Bearer ${key}`, ...headers },
    })

  it('is erased by that key, by no other one of the same user', async () => {
    const client = await RawClient.connect(`${server.url}?session_id=${id}`, { key: keys.ek! })
    for (const other of [await mint({}), keys['ek unlocked']!, keys['ek of a user']!, KEY])
      expect((await erase(other)).status).toBe(404)
    expect((await erase(keys.ek!)).status).toBe(204)
    await client.close()
  })

  it('is erased by a fresh key with its resume token', async () => {
    const client = await RawClient.connect(`${server.url}?session_id=${id}`, {
      key: keys.ek!,
      protocols: ['voice.v1'],
    })
    const { resume_token: token } = await client.next('voice.session')
    const fresh = await mint({})
    expect((await erase(fresh, { 'Voice-Resume': `${token}x` })).status).toBe(404)
    expect((await erase(keys['ek of a user']!, { 'Voice-Resume': token })).status).toBe(404)
    expect((await erase(fresh, { 'Voice-Resume': token })).status).toBe(204)
    await client.close()
  })
})

describe('an answer', () => {
  const question = (more: RawQuestion = {}) => ask('service', more)
  const messageOf = async (more: RawQuestion, caller: Caller = 'service') =>
    (JSON.parse((await ask(caller, more)).body) as { error: { message: string } }).error.message

  it('says what a method, a path and a short-lived key are not for', async () => {
    expect(await messageOf({ method: 'PUT', path: '/healthz' })).toBe('Only GET is answered here.')
    expect(await messageOf({ method: 'POST', path: '/v1/realtime/sessions', body: '{}' })).toBe(
      'Only GET is answered here. There are WebSockets at GET /v1/realtime, and short-lived keys at POST /v1/realtime/client_secrets.',
    )
    expect(await messageOf({ path: '/nothing?x' })).toBe(
      'There is nothing at /nothing. WebSockets are at /ws and /v1/realtime.',
    )
    const mintPath = '/v1/realtime/client_secrets'
    expect(await messageOf({ method: 'POST', path: mintPath, body: '{}' }, 'ek')).toBe(
      'A short-lived key cannot make another one.',
    )
    expect(await messageOf({ path: '/metrics' }, 'ek')).toBe(
      'A short-lived key is for conversations; this needs the key that minted it.',
    )
  })

  it('to a HEAD is that to a GET without its body', async () => {
    expect(await question({ method: 'HEAD', path: '/healthz' })).toMatchObject({ status: 200, body: '' })
  })

  it('about readiness counts the sessions, until the server drains', async () => {
    const ready = await question({ path: '/readyz' })
    expect([ready.status, JSON.parse(ready.body)]).toEqual([200, { status: 'ready', sessions: 1 }])
  })

  it('to an upgrade over plain HTTP names what is missing', async () => {
    const answer = await question({ path: '/ws', headers: { Origin: 'https://shop.test' } })
    expect(answer).toMatchObject({
      status: 426,
      headers: {
        upgrade: 'websocket',
        vary: 'Origin',
        'access-control-allow-origin': 'https://shop.test',
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': 'Authorization, Voice-Resume',
      },
    })
    expect(await messageOf({ path: `/ws?session_id=${SESSION}` })).toBe(
      'This session is known, and needs its resume token.',
    )
    expect((await ask('user', { path: '/ws?session_id=another-session' })).status).toBe(426)
    expect(await messageOf({ path: '/ws?session_id=short' })).toMatch(/^A session id has 8 to 128 /)
    expect((await ask('none', { path: `/ws?session_id=${SESSION}` })).status).toBe(426)
  })

  it('to a preflight of an upgrade lets pages ask, to any other none', async () => {
    const headers = { Origin: 'https://shop.test' }
    const probe = await ask('none', { method: 'OPTIONS', path: '/ws', headers })
    expect([probe.status, probe.headers['access-control-allow-origin']]).toEqual([204, headers.Origin])
    const other = await ask('none', { method: 'OPTIONS', path: '/metrics', headers })
    expect([other.status, other.headers['access-control-allow-origin']]).toEqual([204, undefined])
  })
})
