import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { silentLogger, systemClock } from '../../../src/ports.js'
import { defaultConnectionLimits, defaultSessionLimits } from '../../../src/server/defaults.js'
import { Access } from '../../../src/server/http/access.js'
import { Admissions } from '../../../src/server/http/admissions.js'
import { Authenticator, ClientSecrets, limitFailedKeys } from '../../../src/server/http/authenticator.js'
import { OriginPolicy } from '../../../src/server/http/origin-policy.js'
import { Quota } from '../../../src/server/http/quota.js'
import { UpgradeHandler } from '../../../src/server/http/upgrade-handler.js'
import { MemoryLedger } from '../../../src/server/sessions/memory-ledger.js'
import { Sessions } from '../../../src/server/sessions/sessions.js'
import type { Counters } from '../../../src/server/sessions/store.js'
import { Metrics } from '../../../src/server/telemetry/metrics.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { testAgent } from '../../support/agent.js'
import { startServer } from '../../support/app.js'
import { RawClient, type RefusedError } from '../../support/raw-client.js'

const running: Server[] = []
afterEach(() => {
  for (const server of running.splice(0)) server.close().closeAllConnections()
})

/** A desk whose store of counts answers when it is told to. */
async function start() {
  let answer = () => {}
  let onHold = () => {}
  const asked: { name: string; own: number }[] = []
  const held = new Promise<void>((resolve) => {
    onHold = resolve
  })
  const counters: Counters = {
    add: async () => ({}),
    onUp() {},
    tick: async () => ({ count: 1, leftMs: 0 }),
    reserve: () => {
      onHold()
      return new Promise((resolve) => {
        answer = () => resolve(undefined)
      })
    },
    setReserved: async (name, own) => void asked.push({ name, own }),
  }
  const clock = systemClock
  const logger = silentLogger
  const secrets = new ClientSecrets({ clock, secret: undefined })
  const sessions = new Sessions({ clock, logger: silentLogger, graceMs: 0, limits: defaultSessionLimits })
  const failedKeys = limitFailedKeys({ perMinute: 30, clock })
  const gate = new Authenticator({ validator: () => ({ userId: 'ann' }), secrets, failedKeys, clock, logger })
  const origins = new OriginPolicy({ allowed: undefined, acceptsDemoKey: false })
  const access = new Access({ gate, origins, trustProxy: 0 })
  const common = { clock, logger, sessions, access, metrics: new Metrics() }
  const admissions = new Admissions({
    ...{ ...common, recordings: undefined },
    quota: new Quota({}, { clock, counters }),
    agentFor: () => testAgent({ models: [new ScriptedModel([])] }),
    budgetsFor: () => [],
    isLocked: () => false,
    sessionLimits: defaultSessionLimits,
    ledger: new MemoryLedger(defaultSessionLimits),
    tracing: () => undefined,
    sessionOfCall: () => undefined,
    newId: (prefix) => `${prefix}_1`,
  })
  const desk = new UpgradeHandler({ ...common, admissions, connectionLimits: defaultConnectionLimits })
  const server = createServer()
  running.push(server)
  server.on('upgrade', (request, socket, head) => void desk.receive(request, socket as Socket, head))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`
  const connecting = RawClient.connect(url, { key: 'any' })
  await held
  return { desk, sessions, asked, connecting, answer: () => answer() }
}

describe('an upgrade that waits for the store of counts', () => {
  it('is opened when that answers', async () => {
    const { sessions, connecting, answer } = await start()
    answer()
    const client = await connecting
    expect(sessions.size).toBe(1)
    await client.close()
  })

  it('is refused when the server closes meanwhile, and gives its place back', async () => {
    const { desk, sessions, asked, connecting, answer } = await start()
    const refused = connecting.then(
      () => 'opened',
      ({ status, retryAfter }: RefusedError) => ({ status, retryAfter }),
    )
    desk.close()
    answer()
    expect(await refused).toEqual({ status: 503, retryAfter: '5' })
    expect(sessions.size).toBe(0)
    expect(asked).toEqual([{ name: 'user ann', own: 0 }])
  })
})

it('lets only one of two clients open the same new session at the same time', async () => {
  let enter = () => {}
  const entered = new Promise<boolean>((resolve) => {
    enter = () => resolve(true)
  })
  let asked = 0
  const validate = () => {
    asked += 1
    if (asked === 2) enter()
    return entered
  }
  const server = await startServer({ llm: new ScriptedModel([]) }, { apiKeyValidator: validate })
  const query = '?session_id=session-of-two'
  const tries = await Promise.allSettled([server.connect({ query }), server.connect({ query })])
  const refused = tries.flatMap((one) =>
    one.status === 'rejected' ? [(one.reason as RefusedError).status] : [],
  )
  expect([tries.length - refused.length, refused, server.app.sessions]).toEqual([1, [503], 1])
  await server.close()
})
