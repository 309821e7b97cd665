import { createClient } from 'redis'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { silentLogger, systemClock } from '../../../src/ports.js'
import { offerSubprotocols } from '../../../src/protocol/subprotocols.js'
import type { AppOptions } from '../../../src/server/app.js'
import { Encryption } from '../../../src/server/sessions/encryption.js'
import { createRedisStore } from '../../../src/server/sessions/redis/redis-store.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { startServer, storeReached, type TestServer } from '../../support/app.js'
import { eventually } from '../../support/eventually.js'
import { missing } from '../../support/needs.js'
import { answerText, RawClient, type RefusedError } from '../../support/raw-client.js'
import { INSTALL_REDIS, type RedisProcess, startRedis } from '../../support/redis-server.js'

const without = missing('redis-server', INSTALL_REDIS)
const SPENT = /limit|used up/i
let redis: RedisProcess
const servers: TestServer[] = []
let users = 0

beforeAll(async () => {
  if (!without) redis = await startRedis()
})
afterAll(async () => redis?.close())
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

/** A server of a service in which every key is the user of that name. */
async function startNode(options: Partial<AppOptions>, settings: { secret?: string } = {}) {
  const llm = new ScriptedModel(({ history }) => {
    const last = history.at(-1)
    return last?.role === 'user' && last.text === 'work' ? [{ call: 'work' }] : [{ say: 'Fine.' }]
  })
  const tools = [new FakeTool({ name: 'work', answer: 'done' })]
  const { secret = 'shared' } = settings
  const server = await startServer(
    { llm, tools, approve: 'none' },
    { store: redis.url, secret, apiKeyValidator: (key) => ({ userId: key }), ...options },
  )
  servers.push(server)
  return server
}

function newUser(): string {
  users += 1
  return `user-${users}`
}
const connect = (server: TestServer, key: string, query = '') =>
  RawClient.connect(server.url + query, { protocols: offerSubprotocols({ apiKey: key }) })
const statusOf = (connecting: Promise<RawClient>) =>
  connecting.then(
    () => 101,
    (error: RefusedError) => error.status,
  )
const say = async (client: RawClient, text = 'hi') => answerText(await client.turn(text))

describe.skipIf(without)('a budget of two servers with one store', () => {
  it('ends on both, once what it allows was used on either', async () => {
    const options = { budgets: { user: { toolCalls: 2 } } }
    const [first, second] = [await startNode(options), await startNode(options)]
    const user = newUser()
    const here = await connect(first, user)
    const there = await connect(second, user)
    expect(await say(here, 'work')).toBe('Fine.')
    expect(await say(there, 'work')).toBe('Fine.')
    await eventually(async () => SPENT.test(await say(here)), 'the first server to hear of it')
    await eventually(async () => SPENT.test(await say(there)), 'the second server to hear of it')
    const somebody = await connect(first, newUser())
    expect(await say(somebody, 'work')).toBe('Fine.')
    for (const client of [here, there, somebody]) await client.close()
  })

  it('is known to a server that starts later', async () => {
    const options = { budgets: { app: { toolCalls: 1 } } }
    const app = '?app_id=later'
    const first = await startNode(options)
    const here = await connect(first, newUser(), app)
    await say(here, 'work')
    await here.close()
    const second = await startNode(options)
    const there = await connect(second, newUser(), app)
    await eventually(async () => SPENT.test(await say(there)), 'the budget to be known')
    await there.close()
  })

  it('counts on without the store, and tells it all when it is back, even empty', async () => {
    const options = { budgets: { user: { toolCalls: 3 } } }
    const [first, second] = [await startNode(options), await startNode(options)]
    const user = newUser()
    const here = await connect(first, user)
    await say(here, 'work')
    await redis.kill()
    expect(await say(here, 'work')).toBe('Fine.')
    await redis.restart()
    await storeReached(first.port)
    expect(await say(here, 'work')).toBe('Fine.')
    const there = await connect(second, user)
    await eventually(async () => SPENT.test(await say(there)), 'the other server to hear of it')
    for (const client of [here, there]) await client.close()
  })

  it('is no affair of a service with another secret', async () => {
    const options = { budgets: { user: { turns: 1 } } }
    const [first, second] = [await startNode(options), await startNode(options, { secret: 'of others' })]
    const user = newUser()
    const here = await connect(first, user)
    const there = await connect(second, user)
    await say(here)
    expect(await say(here)).toMatch(SPENT)
    expect(await say(there)).toBe('Fine.')
    for (const client of [here, there]) await client.close()
  })
})

describe.skipIf(without)('sums in Redis', () => {
  it('make a change once that a server sends twice, and each of another server', async () => {
    const options = { url: redis.url, ttlMs: 1_000, seal: new Encryption('shared') }
    const stores = [0, 1].map(() =>
      createRedisStore({ ...options, clock: systemClock, logger: silentLogger }),
    )
    await Promise.all(stores.map((store) => store.start()))
    const [one, other] = stores.map(({ counters }) => counters)
    const change = (id: string, turns: number) => ({ id, add: { turns }, atLeast: {} })
    const sums = [
      await one!.add('a', change('first', 2)),
      await one!.add('a', change('first', 2)),
      await other!.add('a', change('its first', 1)),
      await one!.add('a', change('first', 2)),
      await one!.add('a', change('second', 2)),
      await one!.add('a', { ...change('second', 2), atLeast: { turns: 9 } }),
    ]
    expect(sums.map(({ turns }) => turns)).toEqual([2, 2, 3, 3, 5, 9])
    await Promise.all(stores.map((store) => store.close()))
  })
})

describe.skipIf(without)('a quota of two servers with one store', () => {
  it('holds for both together, and is free again when a connection closes', async () => {
    const options = { quota: { connectionsPerUser: 2 } }
    const [first, second] = [await startNode(options), await startNode(options)]
    const user = newUser()
    const here = await connect(first, user)
    const there = await connect(second, user)
    expect(await statusOf(connect(first, user))).toBe(429)
    expect(await statusOf(connect(second, user))).toBe(429)
    expect(await statusOf(connect(second, newUser()))).toBe(101)
    await there.close()
    await eventually(async () => (await statusOf(connect(first, user))) === 101, 'a free place')
    await here.close()
  })

  it('forgets what a server held that is gone', async () => {
    const options = { quota: { connectionsPerUser: 1 } }
    const [first, second] = [await startNode(options), await startNode(options)]
    const user = newUser()
    await connect(first, user)
    expect(await statusOf(connect(second, user))).toBe(429)
    await first.app.close({ drainMs: 0 })
    expect(await statusOf(connect(second, user))).toBe(101)
  })

  it('counts a server again that was taken for dead', async () => {
    const options = { quota: { connectionsPerUser: 1 } }
    const store = createClient({ url: redis.url })
    await store.connect()
    // A server that stops may leave places, which no longer count.
    await store.flushAll()
    const first = await startNode(options)
    const here = await connect(first, newUser())
    const places = async () => (await store.keys('voice:places:*')).length
    expect(await places()).toBe(1)
    await store.del([...(await store.keys('voice:places:*')), ...(await store.keys('voice:node:*'))])
    await eventually(async () => (await places()) === 1, 'the server to say what it holds')
    await here.close()
    await eventually(async () => (await places()) === 0, 'the place to be free')
    store.destroy()
  })

  it('counts attempts from an address on both', async () => {
    const options = { quota: { attemptsPerMinute: 3 } }
    const [first, second] = [await startNode(options), await startNode(options)]
    const user = newUser()
    const tries = []
    for (const server of [first, second, first, second]) tries.push(await statusOf(connect(server, user)))
    expect(tries).toEqual([101, 101, 101, 429])
  })
})
