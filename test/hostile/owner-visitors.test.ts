import { afterEach, describe, expect, it } from 'vitest'
import type { AppOptions } from '../../src/server/app.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { KEY, startServer, type TestServer } from '../support/app.js'
import { RawClient, type RefusedError } from '../support/raw-client.js'

let server: TestServer
const clients: RawClient[] = []
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
  await server.close()
})

async function start(options: Partial<AppOptions> = {}): Promise<void> {
  server = await startServer({ llm: new ScriptedModel(() => [{ say: 'Hello.' }]) }, options)
}

async function mint(body: object = {}): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/v1/realtime/client_secrets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return ((await answer.json()) as { value: string }).value
}

async function visit(key: string): Promise<RawClient> {
  const client = await RawClient.connect(server.url, { key })
  clients.push(client)
  await client.next('session.created')
  return client
}

const statusOf = (key: string) =>
  visit(key).then(
    () => 101,
    (error: unknown) => (error as RefusedError).status,
  )

/** Adds messages until the server refuses one. Returns the number of accepted messages. */
async function fill(client: RawClient, most = 40): Promise<number> {
  for (let count = 0; count < most; count += 1) {
    const from = client.events.length
    client.say('x'.repeat(100_000))
    await client.until(
      () =>
        client.events.slice(from).some(({ type }) => type === 'error' || type === 'conversation.item.done'),
      'an outcome',
    )
    if (client.events.slice(from).some(({ type }) => type === 'error')) return count
  }
  return most
}

const user = (userId: string) => ({ identity: { userId } })

describe('a visitor with a short-lived key that names no user', () => {
  const limits = { sessionLimits: { maxBytes: 4_000_000, maxBytesPerKey: 2_000_000 } }

  it('uses up its own memory, and not that of the next visitor', async () => {
    await start(limits)
    const key = await mint()
    const greedy = await Promise.all([visit(key), visit(key), visit(key)])
    for (const client of greedy) await fill(client)
    expect(await fill(greedy[0]!)).toBe(0)
    expect(await fill(await visit(await mint()), 3)).toBe(3)
  })

  it('leaves room also with many keys', async () => {
    await start(limits)
    for (let time = 0; time < 4; time += 1) await fill(await visit(await mint()))
    expect(await fill(await visit(await mint()), 1)).toBe(1)
    expect(await fill(await visit(KEY), 1)).toBe(1)
  })

  it('cannot take the connections of the next one', async () => {
    await start({ quota: { connectionsPerKey: 2 } })
    const [greedy, next] = [await mint(), await mint()]
    expect([await statusOf(greedy), await statusOf(greedy), await statusOf(greedy)]).toEqual([101, 101, 429])
    expect(await statusOf(next)).toBe(101)
  })

  it('cannot take the sessions of the next one', async () => {
    await start({ sessionLimits: { maxSessionsPerKey: 2 } })
    const [greedy, next] = [await mint(), await mint()]
    expect([await statusOf(greedy), await statusOf(greedy), await statusOf(greedy)]).toEqual([101, 101, 429])
    expect(await statusOf(next)).toBe(101)
  })
})

describe('a user with several short-lived keys', () => {
  it('is one account, and another user is another', async () => {
    await start({ quota: { connectionsPerKey: 2 } })
    const own = [await mint(user('ann')), await mint(user('ann')), await mint(user('ann'))]
    const statuses = []
    for (const key of own) statuses.push(await statusOf(key))
    expect(statuses).toEqual([101, 101, 429])
    expect(await statusOf(await mint(user('bob')))).toBe(101)
  })
})

describe('a thread of AG-UI', () => {
  /** One turn of a thread. Returns its last event. */
  async function turn(
    key: string,
    texts: string[],
    threadId = 'guess',
  ): Promise<{ type: string; outcome?: object }> {
    const messages = texts.map((content, at) => ({ id: `user-${at}`, role: 'user', content }))
    const answer = await fetch(`http://127.0.0.1:${server.port}/ag-ui`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ threadId, runId: texts.at(-1), messages }),
    })
    return JSON.parse((await answer.text()).trim().split('data: ').at(-1)!)
  }

  it.each<[string, object, object, deletes: number]>([
    ['a visitor is not that of the next visitor', {}, {}, 0],
    ['a user is not that of another user', user('ann'), user('bob'), 0],
    ['a visitor is not that of a user', {}, user('ann'), 0],
    ['a user is not that of a visitor', user('ann'), {}, 0],
    ['a user with two keys is one', user('ann'), user('ann'), 1],
  ])('of %s', async (_, first, second, deletes) => {
    const order = new FakeTool({ name: 'delete_order', effect: 'destroy', answer: {} })
    const llm = new ScriptedModel(({ history }) =>
      history.at(-1)?.role === 'user' &&
      history.length === 1 &&
      'text' in history[0]! &&
      history[0].text === 'go'
        ? [{ call: 'delete_order' }]
        : [{ say: 'Hello.' }],
    )
    server = await startServer({ llm, tools: [order] })
    const [own, next] = [await mint(first), await mint(second)]
    expect(await turn(own, ['go'])).toMatchObject({ outcome: { type: 'interrupt' } })
    expect(await turn(next, ['go', 'yes'])).toMatchObject({ type: 'RUN_FINISHED' })
    expect(order.calls).toHaveLength(deletes)
    if (deletes === 0) expect(await turn(own, ['go', 'yes'])).toMatchObject({ type: 'RUN_FINISHED' })
    expect(order.calls).toHaveLength(1)
  })
})
