import { afterEach, describe, expect, it } from 'vitest'
import type { AppOptions } from '../../src/server/app.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { KEY, startServer, type TestServer } from '../support/app.js'
import { askRaw, type RawQuestion } from '../support/raw-http.js'

let server: TestServer
afterEach(() => server.close())

async function start(options: Partial<AppOptions> = {}): Promise<void> {
  server = await startServer({ llm: new ScriptedModel([]) }, { playground: true, mcp: true, ...options })
}

/** All that a key opens. */
const DOORS: [name: string, question: RawQuestion][] = [
  ['a WebSocket', { path: '/ws', upgrade: true }],
  ['a question before a WebSocket', { path: '/ws' }],
  ['the metrics', { path: '/metrics' }],
  ['the tools', { path: '/v1/tools' }],
  ['a short-lived key', { method: 'POST', path: '/v1/realtime/client_secrets', body: '{}' }],
  ['a session', { method: 'DELETE', path: '/v1/sessions/session-1' }],
  ['MCP', { method: 'POST', path: '/mcp', body: '{}' }],
]

function knock(question: RawQuestion, key: string, headers: Record<string, string> = {}) {
  return askRaw(server.port, { ...question, headers: { Authorization: `Bearer ${key}`, ...headers } })
}

async function guess(question: RawQuestion, times: number, headers: Record<string, string> = {}) {
  const statuses: number[] = []
  for (let time = 0; time < times; time += 1)
    statuses.push((await knock(question, `guess-${time}`, headers)).status)
  return statuses
}

describe.each(DOORS)('a client that guesses keys at %s', (_name, question) => {
  it('is refused after 30 of them, at other doors too, and the right key is not', async () => {
    await start()
    expect(await guess(question, 31)).toEqual([...Array<number>(30).fill(401), 429])
    for (const [, other] of DOORS) {
      const answer = await knock(other, 'a-further-guess')
      expect([answer.status, Number(answer.headers['retry-after'] ?? 60)]).toEqual([429, expect.any(Number)])
    }
    expect((await knock(DOORS[2]![1], KEY)).status).toBe(200)
  })

  it('is refused as early as attempts are', async () => {
    await start({ quota: { failedKeysPerMinute: 2 } })
    expect(await guess(question, 3)).toEqual([401, 401, 429])
  })
})

describe('wrong keys', () => {
  const [, metrics] = DOORS[2]!

  it('lock out no fresh key of their address', async () => {
    await start()
    await guess(metrics, 40)
    expect((await knock(metrics, KEY)).status).toBe(200)
    const minted = await knock(DOORS[4]![1], KEY)
    expect(minted.status).toBe(200)
    const { value } = JSON.parse(minted.body) as { value: string }
    expect((await knock({ path: '/ws' }, value)).status).not.toBe(429)
    expect((await knock(metrics, 'another-guess')).status).toBe(429)
  })

  it('of one client behind a proxy lock out no other one', async () => {
    await start({ trustProxy: 1 })
    await guess(metrics, 31, { 'X-Forwarded-For': '198.51.100.1' })
    expect((await knock(metrics, 'x', { 'X-Forwarded-For': '198.51.100.1' })).status).toBe(429)
    expect((await knock(metrics, 'x', { 'X-Forwarded-For': '198.51.100.2' })).status).toBe(401)
  })

  it('are counted for the client, whatever it says about itself', async () => {
    await start({ trustProxy: 1 })
    for (let time = 0; time < 30; time += 1)
      await knock(metrics, `guess-${time}`, { 'X-Forwarded-For': `10.0.0.${time}, 198.51.100.1` })
    expect((await knock(metrics, 'x', { 'X-Forwarded-For': '10.9.9.9, 198.51.100.1' })).status).toBe(429)
  })

  it('are counted for the socket, where no proxy is trusted', async () => {
    await start()
    for (let time = 0; time < 30; time += 1)
      await knock(metrics, `guess-${time}`, { 'X-Forwarded-For': `198.51.100.${time}` })
    expect((await knock(metrics, 'x', { 'X-Forwarded-For': '198.51.100.99' })).status).toBe(429)
  })

  it('that are missing are not counted', async () => {
    await start()
    const proxied = { 'X-Forwarded-For': '198.51.100.1' }
    for (let time = 0; time < 40; time += 1)
      expect((await askRaw(server.port, { path: '/metrics', headers: proxied })).status).toBe(401)
    expect((await knock(metrics, KEY)).status).toBe(200)
  })

  it.each([
    ['spaces', `Bearer${' '.repeat(15_000)}x`, 401],
    ['spaces and nothing', `Bearer ${' '.repeat(15_000)}`, 401],
    ['letters', `Bearer ${'a'.repeat(15_000)}`, 401],
    ['letters and spaces', `Bearer ${'a '.repeat(7_500)}`, 401],
    ['a forged short-lived key', `Bearer ek_${'A'.repeat(15_000)}`, 401],
    ['spaces around the right key', `Bearer   ${KEY}   `, 200],
  ])('of 15 kB of %s are answered', async (_name, authorization, status) => {
    await start()
    const headers = { Authorization: authorization, 'X-Forwarded-For': '198.51.100.1' }
    expect((await askRaw(server.port, { path: '/metrics', headers })).status).toBe(status)
  })
})
