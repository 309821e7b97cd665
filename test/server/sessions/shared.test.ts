import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'redis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Clock, type Logger, silentLogger } from '../../../src/ports.js'
import { offerSubprotocols } from '../../../src/protocol/subprotocols.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import type { ToolFunction } from '../../../src/toolkit/model/tool.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'
import { eventually } from '../../support/eventually.js'
import { missing } from '../../support/needs.js'
import { answerText, RawClient, type RefusedError } from '../../support/raw-client.js'
import { INSTALL_REDIS, type RedisProcess, startRedis } from '../../support/redis-server.js'

const without = missing('redis-server', INSTALL_REDIS)
let redis: RedisProcess
const servers: TestServer[] = []
let session = 0

beforeAll(async () => {
  if (!without) redis = await startRedis()
})
afterAll(async () => redis?.close())
beforeEach(() => {
  session += 1
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

/** Counts the turns it is told of, and calls the tool it has on "call". */
function countingModel() {
  return new ScriptedModel(({ history }) => {
    const last = history.at(-1)
    const users = history.filter(({ role }) => role === 'user').length
    return last?.role === 'user' && last.text === 'call' ? [{ call: 'work' }] : [{ say: `turn ${users}` }]
  })
}

async function startNode({
  tools = [],
  graceMs = 60_000,
  clock,
  record,
  logger,
}: {
  tools?: ToolFunction[]
  graceMs?: number
  clock?: Clock
  record?: string
  logger?: Logger
} = {}) {
  const agent = { llm: countingModel(), tools, approve: 'writes' as const }
  const options = {
    store: redis.url,
    secret: 'shared',
    graceMs,
    ...(clock && { clock }),
    ...(record && { record }),
    ...(logger && { logger }),
    apiKeyValidator: (key: string) => key === KEY || key === 'other',
  }
  const server = await startServer(agent, options)
  servers.push(server)
  return server
}

interface How {
  key?: string
  token?: string | undefined
  after?: string | undefined
  query?: string
}

const sessionId = () => `shared-${session}`

function connect(server: TestServer, { key = KEY, token, after, query = '' }: How = {}): Promise<RawClient> {
  const address = `${server.url}?session_id=${sessionId()}${after ? `&last_event_id=${after}` : ''}${query}`
  return RawClient.connect(address, {
    protocols: offerSubprotocols({ apiKey: key, ...(token && { resumeToken: token }) }),
  })
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 101,
    (error: RefusedError) => error.status,
  )

/** What comes of something, while the time of a clock passes. */
async function passing<T>(clock: VirtualClock, outcome: Promise<T>): Promise<T> {
  let isOver = false
  outcome.finally(() => (isOver = true)).catch(() => {})
  // The store answers in its own time.
  await eventually(async () => {
    await clock.advance(100)
    return isOver
  }, 'the outcome')
  return outcome
}

const numberOf = (id: string) => Number(id.slice('event_'.length))

const idOf = (client: RawClient) => (client.events.at(-1) as { event_id: string }).event_id

async function firstTurn(server: TestServer) {
  const client = await connect(server)
  const { resume_token: token } = await client.next('voice.session')
  await client.turn('one')
  await client.next('voice.metrics')
  return { client, token }
}

const erase = (server: TestServer, key = KEY, token?: string) =>
  fetch(`http://127.0.0.1:${server.port}/v1/sessions/${sessionId()}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${key}`, ...(token && { 'Voice-Resume': token }) },
  }).then(({ status }) => status)

/** A short-lived key of a user. */
async function mint(server: TestServer): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/v1/realtime/client_secrets`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}` },
    body: JSON.stringify({ identity: { userId: 'ada' } }),
  })
  return ((await answer.json()) as { value: string }).value
}

const ready = async (server: TestServer) => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/readyz`)
  return { status: answer.status, body: (await answer.json()) as { message?: string } }
}

describe.skipIf(without)('a session in Redis', () => {
  it('goes on with another server, which asks the first for it', async () => {
    const [first, second] = [await startNode(), await startNode()]
    const { client, token } = await firstTurn(first)
    const closed = once(client.socket, 'close')
    const after = idOf(client)
    const back = await connect(second, { token, after })
    expect((await closed).map(String)).toEqual(['1008', 'replaced'])
    expect(back.events[0]).toMatchObject({ type: 'session.created', event_id: after })
    expect(await back.next('voice.session')).toMatchObject({ gap: false, resume_token: token })
    expect(answerText(await back.turn('two'))).toBe('turn 2')
    await back.next('voice.metrics')
    const again = await connect(first, { token, after: idOf(back) })
    expect(answerText(await again.turn('three'))).toBe('turn 3')
    await again.close()
  })

  it('has for a dropped client all pieces of the answer that it missed', async () => {
    const [first, second] = [await startNode(), await startNode()]
    const { client, token } = await firstTurn(first)
    const created = client.events.find(({ type }) => type === 'response.created') as { event_id: string }
    client.socket.terminate()
    const back = await connect(second, { token, after: created.event_id })
    await back.next('voice.metrics')
    expect(back.events.map(({ type }) => type)).toContain('response.output_text.delta')
    const numbers = back.events.map((event) => numberOf('event_id' in event ? event.event_id : ''))
    expect(numbers).toEqual(numbers.map((_, at) => numbers[0]! + at))
    await back.close()
  })

  it('stays until a running tool is done; the tool runs once', async () => {
    let finish = () => {}
    const work = new FakeTool({
      name: 'work',
      answer: () =>
        new Promise((resolve) => {
          finish = () => resolve({ isError: false, content: 'done', requestMs: 1 })
        }),
    })
    const [first, second] = [await startNode({ tools: [work] }), await startNode({ tools: [work] })]
    const { client, token } = await firstTurn(first)
    client.say('call')
    client.send({ type: 'response.create' })
    await client.next('response.mcp_call.in_progress')
    const after = idOf(client)
    client.socket.terminate()
    const observer = createClient({ url: redis.url })
    await observer.connect()
    const asked = new Promise((resolve) => observer.pSubscribe('voice:node:*', resolve))
    const coming = connect(second, { token, after })
    expect(JSON.parse(String(await asked))).toEqual({ kind: 'hand-over', id: sessionId() })
    observer.destroy()
    expect(work.calls).toHaveLength(1)
    finish()
    const back = await coming
    const { response } = await back.next('response.done')
    expect(response.status).toBe('completed')
    expect(work.calls).toHaveLength(1)
    await back.close()
  })

  it('whose tool runs for too long stays where it is: 503 now, and moves when it is asked for again', async () => {
    let finish = () => {}
    const work = new FakeTool({
      name: 'work',
      answer: () =>
        new Promise((resolve) => {
          finish = () => resolve({ isError: false, content: 'done', requestMs: 1 })
        }),
    })
    const clock = new VirtualClock(Date.now())
    const [first, second] = [await startNode({ tools: [work] }), await startNode({ tools: [work], clock })]
    const { client, token } = await firstTurn(first)
    client.say('call')
    client.send({ type: 'response.create' })
    await client.next('response.mcp_call.in_progress')
    const after = idOf(client)
    client.socket.terminate()
    const refused = await passing(
      clock,
      connect(second, { token, after }).catch((error: unknown) => error),
    )
    expect(refused).toMatchObject({ status: 503, retryAfter: '1' })
    expect((refused as RefusedError).message).toContain('busy')
    expect(work.calls).toHaveLength(1)
    finish()
    const back = await passing(clock, connect(second, { token, after }))
    const { response } = await back.next('response.done')
    expect(response.status).toBe('completed')
    expect(back.events[0]).toMatchObject({ type: 'session.created', event_id: after })
    expect(work.calls).toHaveLength(1)
    await back.close()
  })

  it('waits for an approval across servers', async () => {
    const work = new FakeTool({ name: 'work', effect: 'write', answer: 'written' })
    const [first, second] = [await startNode({ tools: [work] }), await startNode({ tools: [work] })]
    const { client, token } = await firstTurn(first)
    await client.turn('call')
    const request = client.events.findLast(
      (event) => event.type === 'conversation.item.done' && event.item.type === 'mcp_approval_request',
    )
    const id = request?.type === 'conversation.item.done' ? request.item.id : ''
    await client.next('voice.metrics')
    const back = await connect(second, { token, after: idOf(client) })
    const item = { type: 'mcp_approval_response', approval_request_id: id, approve: true }
    back.send({ type: 'conversation.item.create', item })
    await back.next('response.mcp_call.completed')
    expect(work.calls).toHaveLength(1)
    await back.close()
  })

  it('knows an event again that it has followed on another server', async () => {
    const [first, second] = [await startNode(), await startNode()]
    const { client, token } = await firstTurn(first)
    const event = {
      type: 'conversation.item.create',
      event_id: 'mine-1',
      item: { id: 'said_once', type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hm' }] },
    }
    client.send(event)
    await client.next('conversation.item.done')
    const back = await connect(second, { token, after: idOf(client) })
    back.send(event)
    back.send({ type: 'voice.ping', t: 1 })
    await back.next('voice.pong')
    expect(back.events.map(({ type }) => type)).not.toContain('error')
    expect(back.events.map(({ type }) => type)).not.toContain('conversation.item.added')
    await back.close()
  })

  it.each([
    ['no token', {}],
    ['a forged token', { token: 'forged' }],
    ['the key of somebody else', { key: 'other' }],
    ['another app', { query: '&app_id=another' }],
  ])('refuses %s on the other server', async (_, how: How) => {
    const [first, second] = [await startNode(), await startNode()]
    const { client, token } = await firstTurn(first)
    const shown = Object.hasOwn(how, 'token') || Object.keys(how).length === 0 ? how : { token, ...how }
    expect(await refusal(connect(second, shown))).toBe(403)
    expect(answerText(await client.turn('two'))).toBe('turn 2')
  })

  it('gives another key a session of its own on the other server, found again on a third', async () => {
    const [first, second, third] = [await startNode(), await startNode(), await startNode()]
    const { client } = await firstTurn(first)
    const other = await connect(second, { key: 'other' })
    const { session_id: own, resume_token: token } = await other.next('voice.session')
    expect(own).toMatch(/^sess_/)
    expect(answerText(await other.turn('mine'))).toBe('turn 1')
    const back = await connect(third, { key: 'other', token })
    expect((await back.next('voice.session')).session_id).toBe(own)
    expect(answerText(await back.turn('again'))).toBe('turn 2')
    expect(await refusal(connect(third, { token }))).toBe(403)
    expect(answerText(await client.turn('two'))).toBe('turn 2')
  })

  it('refuses the token of another session', async () => {
    const [first, second] = [await startNode(), await startNode()]
    const { token } = await firstTurn(first)
    session += 1
    await firstTurn(first)
    expect(await refusal(connect(second, { token }))).toBe(403)
  })

  it('is erased everywhere by the client that opened it', async () => {
    const [first, second] = [await startNode(), await startNode()]
    const { client, token } = await firstTurn(first)
    const closed = once(client.socket, 'close')
    expect(await erase(second, 'other')).toBe(404)
    expect(await erase(second)).toBe(204)
    await closed
    expect(await erase(second)).toBe(404)
    const fresh = await connect(first, { token })
    expect(answerText(await fresh.turn('hello'))).toBe('turn 1')
    await fresh.close()
  })

  it.each([
    ['the owner', 0],
    ['another server', 1],
  ])('keeps its recording if %s erases it for a later key of its user', async (_who, index) => {
    const folder = mkdtempSync(join(tmpdir(), 'voice-shared-'))
    try {
      const nodes = [await startNode({ record: folder }), await startNode({ record: folder })] as const
      const [opener, later] = [await mint(nodes[0]), await mint(nodes[0])]
      const client = await connect(nodes[0], { key: opener })
      const { resume_token: token } = await client.next('voice.session')
      await client.turn('one')
      const closed = once(client.socket, 'close')
      expect(await erase(nodes[index]!, later, token)).toBe(204)
      await closed
      expect(await erase(nodes[index]!, later, token)).toBe(404)
      expect(readdirSync(folder)).toEqual([`${sessionId()}.jsonl`])
      // The key that opened the session deletes its recording.
      expect(await erase(nodes[index]!, opener)).toBe(204)
      expect(readdirSync(folder)).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('leaves nothing readable in the store', async () => {
    const { client, token } = await firstTurn(await startNode())
    const reader = createClient({ url: redis.url })
    await reader.connect()
    const state = JSON.stringify(await reader.hGetAll(`voice:{${sessionId()}}:state`))
    const events = JSON.stringify(await reader.xRange(`voice:{${sessionId()}}:events`, '-', '+'))
    reader.destroy()
    expect(state).toContain('facts')
    for (const secret of [token, KEY, 'turn 1', 'one"']) expect(state + events).not.toContain(secret)
    await client.close()
  })

  it('that another server has taken is stopped without a word', async () => {
    const { client } = await firstTurn(await startNode())
    const seen = client.events.length
    const thief = createClient({ url: redis.url })
    await thief.connect()
    await thief.hSet(`voice:{${sessionId()}}:state`, 'owner', 'somebody.1')
    thief.destroy()
    const closed = once(client.socket, 'close')
    client.say('two')
    expect((await closed).map(String)).toEqual(['1012', 'restart'])
    expect(client.events).toHaveLength(seen)
  })

  it('moves when its server is stopped', async () => {
    const [first, second] = [await startNode(), await startNode()]
    const { client, token } = await firstTurn(first)
    const closed = once(client.socket, 'close')
    const after = idOf(client)
    await first.close()
    expect((await closed).map(String)).toEqual(['1012', 'restart'])
    const back = await connect(second, { token, after })
    expect(answerText(await back.turn('two'))).toBe('turn 2')
    await back.close()
  })

  it('without a message is replaced when its server stopped before the client knew the token', async () => {
    const [first, second] = [await startNode(), await startNode()]
    const closed = once((await connect(first)).socket, 'close')
    await first.close()
    await closed
    const fresh = await connect(second)
    expect(answerText(await fresh.turn('hello'))).toBe('turn 1')
    await fresh.close()
  })

  it('is gone after its time', async () => {
    const server = await startNode({ graceMs: 30 })
    const { client } = await firstTurn(server)
    await client.close()
    const reader = createClient({ url: redis.url })
    await reader.connect()
    await eventually(
      async () => (await reader.exists(`voice:{${sessionId()}}:state`)) === 0,
      'the end of the session',
    )
    reader.destroy()
  })
})

describe.skipIf(without)('without Redis', () => {
  it('conversations go on, and are safe again when it is back, even empty', async () => {
    const [first, second] = [await startNode(), await startNode()]
    const { client, token } = await firstTurn(first)
    expect(await ready(first)).toMatchObject({ status: 200 })
    await redis.kill()
    expect(answerText(await client.turn('two'))).toBe('turn 2')
    const down = await ready(first)
    expect(down.status).toBe(503)
    expect(down.body.message).toContain('cannot be reached')
    expect((await fetch(`http://127.0.0.1:${first.port}/healthz`)).status).toBe(200)
    expect(await refusal(connect(second, { token }))).toBe(503)
    const fresh = await second.connect()
    expect(answerText(await fresh.turn('hello'))).toBe('turn 1')
    await fresh.close()
    await redis.restart()
    const isReady = async (server: TestServer) => (await ready(server)).status === 200
    await eventually(async () => (await isReady(first)) && (await isReady(second)), 'both servers')
    expect(answerText(await client.turn('three'))).toBe('turn 3')
    await client.next('voice.metrics')
    const numbers = client.events.map((event) => ('event_id' in event ? event.event_id : ''))
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => numberOf(one) - numberOf(other)))
    const back = await connect(second, { token, after: idOf(client) })
    expect(await back.next('voice.session')).toMatchObject({ gap: false })
    expect(answerText(await back.turn('four'))).toBe('turn 4')
    await back.close()
  })

  it('that is full, conversations go on, and it is used again only when it has room', async () => {
    const states: string[] = []
    const note = (text: string) => void (text.startsWith('session store') && states.push(text))
    const logger = { ...silentLogger, error: note, info: note }
    const [first, second] = [await startNode({ logger }), await startNode()]
    const { client, token } = await firstTurn(first)
    const admin = createClient({ url: redis.url })
    await admin.connect()
    try {
      await admin.configSet('maxmemory', '1')
      expect(answerText(await client.turn('two'))).toBe('turn 2')
      await eventually(async () => (await ready(first)).status === 503, 'the server to notice')
      expect((await ready(first)).body.message).toContain('is full')
      for (let turn = 3; turn < 30; turn += 1) {
        expect(answerText(await client.turn('more'))).toBe(`turn ${turn}`)
        expect((await ready(first)).status).toBe(503)
      }
    } finally {
      await admin.configSet('maxmemory', '0')
      admin.destroy()
    }
    await eventually(async () => (await ready(first)).status === 200, 'the server to use it again')
    expect(states).toEqual(['session store reached', 'session store lost', 'session store reached'])
    expect(answerText(await client.turn('last'))).toBe('turn 30')
    await client.next('voice.metrics')
    const back = await connect(second, { token, after: idOf(client) })
    expect(await back.next('voice.session')).toMatchObject({ gap: false })
    expect(answerText(await back.turn('on the other'))).toBe('turn 31')
    await back.close()
  })

  it('that hangs, conversations wait a moment and go on', async () => {
    const server = await startNode()
    const { client } = await firstTurn(server)
    redis.pause()
    try {
      expect(answerText(await client.turn('two'))).toBe('turn 2')
      expect((await ready(server)).status).toBe(503)
    } finally {
      redis.goOn()
    }
    await eventually(async () => (await ready(server)).status === 200, 'the store')
    expect(answerText(await client.turn('three'))).toBe('turn 3')
    await client.close()
  })
})
