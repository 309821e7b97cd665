import { afterEach, describe, expect, it } from 'vitest'
import { offerSubprotocols } from '../../src/protocol/subprotocols.js'
import type { AppOptions } from '../../src/server/app.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { startServer, type TestServer } from '../support/app.js'
import { answerText, RawClient, type RefusedError } from '../support/raw-client.js'

const ID = 'support-chat-0001'

let server: TestServer
const clients: RawClient[] = []
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  await server.close()
})

async function start(options: Partial<AppOptions> = {}): Promise<void> {
  const model = new ScriptedModel(({ history }) => [
    { say: history.map((message) => ('text' in message ? message.text : '')).join(' | ') },
  ])
  server = await startServer(
    { llm: model },
    { apiKeyValidator: (key) => ['ann', 'bob', 'eve'].includes(key) && { userId: key }, ...options },
  )
}

async function open(key: string, { id = ID, token = '', appId = '' } = {}) {
  const query = `?session_id=${id}${appId && `&app_id=${appId}`}`
  const protocols = offerSubprotocols({ apiKey: key, ...(token && { resumeToken: token }) })
  const client = await RawClient.connect(server.url + query, { protocols })
  clients.push(client)
  const { session_id: own, resume_token: resumeToken } = await client.next('voice.session')
  return { client, own, resumeToken }
}

const statusOf = (opened: Promise<unknown>) =>
  opened.then(
    () => 101,
    (error: unknown) => (error as RefusedError).status,
  )

async function mint(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/v1/realtime/client_secrets`, {
    method: 'POST',
    headers: { authorization: 'Bearer visitors', 'content-type': 'application/json' },
    body: '{}',
  })
  return ((await answer.json()) as { value: string }).value
}

describe('a session id that another client has taken', () => {
  it('keeps nobody out: another key gets a session of its own, and finds it again', async () => {
    await start()
    const squatter = await open('eve')
    await squatter.client.turn('I wait here')
    const ann = await open('ann')
    expect(squatter.own).toBe(ID)
    expect(ann.own).toMatch(/^sess_[\w-]{43}$/)
    expect(answerText(await ann.client.turn('my secret'))).toBe('my secret')
    await ann.client.close()
    const back = await open('ann', { token: ann.resumeToken })
    expect(back.own).toBe(ann.own)
    expect(answerText(await back.client.turn('again'))).toContain('my secret')
    expect(JSON.stringify(squatter.client.events)).not.toContain('my secret')
  })

  it('is found again by its new id too, and by no other key', async () => {
    await start()
    await open('eve')
    const { own, resumeToken } = await open('ann')
    expect(await statusOf(open('eve', { id: own }))).toBe(101)
    expect(await statusOf(open('eve', { token: resumeToken }))).toBe(403)
    expect(await statusOf(open('eve', { id: own, token: resumeToken }))).toBe(403)
    expect((await open('ann', { id: own, token: resumeToken })).own).toBe(own)
  })

  it('stays refused to its own key without a token', async () => {
    await start()
    await open('ann')
    expect(await statusOf(open('ann'))).toBe(403)
    expect(await statusOf(open('ann', { token: 'forged' }))).toBe(403)
    expect(await statusOf(open('bob', { token: 'forged' }))).toBe(403)
  })

  it('is another one in another app', async () => {
    await start()
    const one = await open('ann', { appId: 'shop' })
    const other = await open('ann', { appId: 'bank' })
    expect(one.own).toBe(ID)
    expect(other.own).not.toBe(ID)
  })

  it('keeps out no visitor of a page, whose keys name no user', async () => {
    await start({ apiKeyValidator: (key) => key === 'visitors' })
    const squatter = await open(await mint())
    const next = await open(await mint())
    expect([squatter.own === ID, next.own === ID]).toEqual([true, false])
    await next.client.close()
    // A page gets a new key for each connection.
    expect((await open(await mint(), { token: next.resumeToken })).own).toBe(next.own)
    expect(await statusOf(open(await mint(), { token: `${next.resumeToken}x` }))).toBe(403)
  })

  it('cannot be erased by another key', async () => {
    await start()
    const ann = await open('ann')
    for (const key of ['eve', 'bob']) {
      const answer = await fetch(`http://127.0.0.1:${server.port}/v1/sessions/${ID}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${key}` },
      })
      expect(answer.status).toBe(404)
    }
    expect(answerText(await ann.client.turn('still here'))).toBe('still here')
  })

  it('can be taken by many, and each has its own', async () => {
    await start()
    const all = [await open('eve'), await open('ann'), await open('bob')]
    expect(new Set(all.map(({ own }) => own)).size).toBe(3)
    for (const [at, { client }] of all.entries())
      expect(answerText(await client.turn(`words ${at}`))).toBe(`words ${at}`)
  })
})

describe('sessions that are kept without a connection', () => {
  it('of one key are not pushed out by those of another', async () => {
    await start({ sessionLimits: { maxKeptSessions: 3 } })
    const ann = await open('ann', { id: 'ann-session-1' })
    await ann.client.turn('remember me')
    await ann.client.close()
    for (let at = 0; at < 6; at += 1) {
      const eve = await open('eve', { id: `eve-session-${at}` })
      await eve.client.close()
    }
    const back = await open('ann', { id: 'ann-session-1', token: ann.resumeToken })
    expect(answerText(await back.client.turn('hello'))).toContain('remember me')
  })
})
