import { afterEach, describe, expect, it } from 'vitest'
import { VoiceError } from '../../../src/errors.js'
import { createApp } from '../../../src/server/app.js'
import { Quota } from '../../../src/server/http/quota.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'
import { RawClient, type RefusedError } from '../../support/raw-client.js'
import { askRaw } from '../../support/raw-http.js'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function start(options: Parameters<typeof startServer>[1]): Promise<TestServer> {
  const server = await startServer({ llm: new ScriptedModel(() => [{ say: 'Hello.' }]) }, options)
  open.push(server)
  return server
}

async function connect(server: TestServer, query = ''): Promise<void> {
  open.push(await RawClient.connect(`${server.url}${query}`, { key: KEY }))
}

/** What the probe answers, and the status of the upgrade at the same address. */
async function both({ port, url }: { port: number; url: string }, query = '') {
  const headers = { Authorization: `Bearer ${KEY}` }
  const probe = await askRaw(port, { path: `/ws${query}`, headers })
  const upgrade = RawClient.connect(`${url}${query}`, { key: KEY })
  const status = await upgrade.then(
    (client) => client.close().then(() => 101),
    (error: RefusedError) => error.status,
  )
  const { error } = JSON.parse(probe.body) as { error: { message: string } }
  return { probe: probe.status, upgrade: status, message: error.message, later: probe.headers['retry-after'] }
}

describe('the probe of an upgrade tells what the upgrade would', () => {
  it('if it succeeds', async () => {
    expect(await both(await start({}))).toMatchObject({ probe: 426, upgrade: 101 })
  })

  it('if the session id is malformed', async () => {
    expect(await both(await start({}), '?session_id=short')).toMatchObject({
      ...{ probe: 400, upgrade: 400, message: expect.stringMatching(/^A session id has 8 to 128 /) },
    })
  })

  it('if a session is known', async () => {
    const server = await start({})
    await connect(server, '?session_id=session-1')
    expect(await both(server, '?session_id=session-1')).toMatchObject({ probe: 403, upgrade: 403 })
  })

  it('if there is no such app', async () => {
    const agentSession = () => {
      throw new VoiceError('unknown-app', 'There is no app "x".')
    }
    const app = createApp({ apiKeyValidator: (key) => key === KEY, agentSession })
    open.push(app)
    expect(await both(await app.listen({ port: 0 }), '?app_id=x')).toEqual({
      ...{ probe: 404, upgrade: 404, message: 'There is no app "x".', later: undefined },
    })
  })

  it.each<[limit: string, options: Parameters<typeof startServer>[1], want: object]>([
    ['the server', { maxSessions: 1 }, { probe: 503, message: 'The server is full. Try again later.' }],
    [
      'the address',
      { quota: { connectionsPerAddress: 1 } },
      { probe: 429, message: 'Too many connections for one address.' },
    ],
    [
      'the sessions of a key',
      { sessionLimits: { maxSessionsPerKey: 1 } },
      { probe: 429, message: expect.stringMatching(/^This key has as many sessions as it may/) },
    ],
    [
      'the attempts',
      { quota: { attemptsPerMinute: 1 } },
      { probe: 429, message: 'Too many connections were tried from this address.' },
    ],
  ])('if a limit is reached: %s', async (_limit, options, want) => {
    const server = await start(options)
    await connect(server)
    const { upgrade, later, ...told } = await both(server)
    expect(told).toEqual(want)
    expect(upgrade).toBe(told.probe)
    expect(Number(later)).toBeGreaterThan(0)
  })
})

it('a quota that is only asked counts nothing', async () => {
  const clock = new VirtualClock()
  const quota = new Quota({ attemptsPerMinute: 1, connections: 1 }, { clock })
  const caller = { address: '192.0.2.1', keyId: 'k', userId: undefined }
  for (let time = 0; time < 3; time += 1) expect(quota.refusalOf(caller)).toBeUndefined()
  expect(await quota.attempt(caller.address)).toBeUndefined()
  expect(quota.refusalOf(caller)).toMatchObject({ status: 429, retryAfterSeconds: 60 })
  expect(quota.refusalOf({ ...caller, address: '192.0.2.2' })).toBeUndefined()
  await clock.advance(60_000)
  expect(quota.refusalOf(caller)).toBeUndefined()
})
