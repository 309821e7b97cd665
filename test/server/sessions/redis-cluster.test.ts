import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Logger } from '../../../src/ports.js'
import { silentLogger, systemClock } from '../../../src/ports.js'
import { offerSubprotocols } from '../../../src/protocol/subprotocols.js'
import { defaultSessionLimits } from '../../../src/server/defaults.js'
import { openSessions } from '../../../src/server/sessions/open-sessions.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { KEY, startServer, storeReached, type TestServer } from '../../support/app.js'
import { missing } from '../../support/needs.js'
import { answerText, RawClient, type RefusedError } from '../../support/raw-client.js'
import { type RedisClusterProcess, startRedisCluster } from '../../support/redis-cluster.js'
import { INSTALL_REDIS } from '../../support/redis-server.js'

const without = missing('redis-server', INSTALL_REDIS)
const outages: string[] = []
const logger: Logger = {
  ...silentLogger,
  error: (message) => void outages.push(message),
}

let cluster: RedisClusterProcess
let servers: TestServer[] = []

beforeAll(async () => {
  if (without) return
  cluster = await startRedisCluster()
  const llm = new ScriptedModel(({ history }) => [
    { say: `turn ${history.filter(({ role }) => role === 'user').length}` },
  ])
  const options = {
    store: cluster.url,
    secret: 'shared',
    logger,
    quota: { connectionsPerUser: 2 },
    apiKeyValidator: (key: string) => ({ userId: key }),
  }
  servers = await Promise.all([0, 1].map(() => startServer({ llm }, options)))
  // Only what happens after the start counts.
  outages.length = 0
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await cluster?.close()
})

interface How {
  id: string
  key?: string
  token?: string
  after?: string
}

const connect = (server: TestServer, { id, key = `${KEY}-${id}`, token, after }: How) =>
  RawClient.connect(`${server.url}?session_id=${id}${after ? `&last_event_id=${after}` : ''}`, {
    protocols: offerSubprotocols({ apiKey: key, ...(token && { resumeToken: token }) }),
  })

const idOf = (client: RawClient) => (client.events.at(-1) as { event_id: string }).event_id

async function firstTurn(server: TestServer, id: string) {
  const client = await connect(server, { id })
  const { resume_token: token } = await client.next('voice.session')
  await client.turn('one')
  await client.next('voice.metrics')
  return { client, token }
}

/** A session whose record is on this node. */
function idOn(node: number): string {
  for (let at = 0; ; at += 1)
    if (cluster.nodeOf(`voice:{session-${node}-${at}}:state`) === node) return `session-${node}-${at}`
}

/** Says something, then goes on with the other server. Nothing may be lost on the way. */
async function moves(server: TestServer, { client, ...how }: How & { client: RawClient }, turn: number) {
  expect(answerText(await client.turn('more'))).toBe(`turn ${turn}`)
  await client.next('voice.metrics')
  const closed = once(client.socket, 'close')
  const back = await connect(server, { ...how, after: idOf(client) })
  expect((await closed).map(String)).toEqual(['1008', 'replaced'])
  expect(await back.next('voice.session')).toMatchObject({ gap: false })
  expect(answerText(await back.turn('there'))).toBe(`turn ${turn + 1}`)
  await back.next('voice.metrics')
  return back
}

describe.skipIf(without)('sessions in a Redis cluster', () => {
  it('are stored on every node, and go on with another server', async () => {
    for (const id of [0, 1, 2].map(idOn)) {
      const { client, token } = await firstTurn(servers[0]!, id)
      const back = await moves(servers[1]!, { client, id, token: token! }, 2)
      await back.close()
    }
    expect(Math.min(...(await cluster.sizes()))).toBeGreaterThan(0)
    expect(outages).toEqual([])
  })

  it('go on while their slot moves to another node, and after it', async () => {
    const id = `${idOn(1)}`.replace('session', 'moving')
    const key = `voice:{${id}}:state`
    const to = (cluster.nodeOf(key) + 1) % 3
    const { client, token } = await firstTurn(servers[0]!, id)
    await cluster.beginMove(key, to)
    const during = await moves(servers[1]!, { client, id, token: token! }, 2)
    await cluster.endMove(key, to)
    const after = await moves(servers[0]!, { client: during, id, token: token! }, 4)
    await after.close()
    expect(outages).toEqual([])
  })

  it('are refused at the start, when the address has the number of a database', async () => {
    const numbered = openSessions(`${cluster.url}/2`, {
      ...{ secret: 'shared', graceMs: 1, limits: defaultSessionLimits },
      ...{ clock: systemClock, logger: silentLogger },
    })
    await expect(numbered.start()).rejects.toMatchObject({
      code: 'unknown-store',
      message: expect.stringContaining('no numbered databases: take /2 off'),
    })
    await numbered.close()
  })

  it('have the limits of all servers together', async () => {
    const limited = (at: number, id: string) => connect(servers[at]!, { id, key: 'one-user' })
    const open = [await limited(0, 'limited-1'), await limited(1, 'limited-2')]
    const refused = await limited(1, 'limited-3').catch((error: RefusedError) => error.status)
    expect(refused).toBe(429)
    for (const client of open) await client.close()
  })

  it('go on when a node dies, and are safe again when its replica has taken its place', async () => {
    const id = idOn(0).replace('session', 'surviving')
    const { client, token } = await firstTurn(servers[0]!, id)
    await cluster.failOver()
    expect(answerText(await client.turn('two'))).toBe('turn 2')
    await Promise.all(servers.map(({ port }) => storeReached(port)))
    const back = await moves(servers[1]!, { client, id, token: token! }, 3)
    await back.close()
    expect(outages.filter((message) => message !== 'session store lost')).toEqual([])
  })
})
