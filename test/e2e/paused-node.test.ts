import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServerEvent } from '../../src/protocol/events.js'
import { offerSubprotocols } from '../../src/protocol/subprotocols.js'
import { missing } from '../support/needs.js'
import { buildSharedNode, type NodeProcess, startNode } from '../support/node-process.js'
import { answerText, RawClient, RefusedError } from '../support/raw-client.js'
import { INSTALL_REDIS, type RedisProcess, startRedis } from '../support/redis-server.js'

const without = missing('redis-server', INSTALL_REDIS)

let redis: RedisProcess
let api: Server
let nodes: NodeProcess[] = []
/** The turns whose call reached the API, and what lets the API answer. */
const calls: string[] = []
const answers: (() => void)[] = []

beforeAll(async () => {
  if (without) return
  api = createServer((request, response) => {
    calls.push(request.url!.split('/').at(-1)!)
    const answer = () => response.end('{"marked":true}')
    if (calls.at(-1) === 'slow') answers.push(answer)
    else answer()
    api.emit('call')
  }).listen(0, '127.0.0.1')
  redis = await startRedis()
  const program = await buildSharedNode()
  const { port } = api.address() as AddressInfo
  const start = () => startNode(program, [redis.url, `http://127.0.0.1:${port}`])
  nodes = await Promise.all([start(), start()])
}, 120_000)

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill('SIGKILL')))
  await redis?.close()
  api?.closeAllConnections()
  api?.close()
})

/** Opens a session, or goes on with it where a client left it; tries again while its owner still counts as living. */
async function connect(node: NodeProcess, id: string, before?: RawClient): Promise<RawClient> {
  const last = before?.events.findLast((event) => 'event_id' in event)
  const query = `?session_id=${id}${last ? `&last_event_id=${idOf(last)}` : ''}`
  const protocols = offerSubprotocols({
    apiKey: 'user-1',
    ...(before && { resumeToken: tokenOf(before) }),
  })
  for (;;) {
    try {
      return await RawClient.connect(`ws://127.0.0.1:${node.port}/ws${query}`, { protocols })
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status !== 503) throw error
    }
  }
}

const idOf = (event: ServerEvent) => ('event_id' in event ? event.event_id : '')

function tokenOf({ events }: RawClient): string {
  const found = events.find((event) => event.type === 'voice.session')
  return found?.type === 'voice.session' ? found.resume_token : ''
}

/** Numbered events in the order they were shown, without the greeting that repeats a number. */
const numbersOf = (clients: RawClient[]) =>
  clients
    .flatMap(({ events }) => events)
    .map(idOf)
    .filter((id, at, all) => id !== all[at - 1])

async function eventsStored(id: string): Promise<number> {
  const client = createClient({ url: redis.url })
  await client.connect()
  const count = await client.xLen(`voice:{${id}}:events`)
  client.destroy()
  return count
}

describe.skipIf(without)('a node that is paused beyond its lease', () => {
  it('lets go of what another node took, writes nothing, and nothing runs twice', async () => {
    const [paused, other] = nodes as [NodeProcess, NodeProcess]
    const idle = await connect(paused, 'idle-session')
    await idle.turn('turn first')
    const busy = await connect(paused, 'busy-session')
    busy.say('turn slow')
    busy.send({ type: 'response.create' })
    await once(api, 'call')
    await busy.next('response.mcp_call.in_progress')
    paused.child.kill('SIGSTOP')

    const [idleAgain, busyAgain] = await Promise.all([
      connect(other, 'idle-session', idle),
      connect(other, 'busy-session', busy),
    ])
    const broken = await busyAgain.next('response.done')
    expect(broken.response.status).toBe('failed')
    // The user is told so.
    expect((await busyAgain.next('response.done')).response.status).toBe('completed')
    expect(answerText(await idleAgain.turn('turn second'))).toContain('It is marked.')
    const stored = await eventsStored('busy-session')

    const closed = Promise.all([idle, busy].map(({ socket }) => once(socket, 'close')))
    const shown = [idle.events.length, busy.events.length]
    for (const answer of answers.splice(0)) answer()
    paused.child.kill('SIGCONT')
    // Whichever it hears first: that the session was asked for, or that it is lost.
    for (const [code] of await closed) expect([1008, 1012]).toContain(code)

    expect([idle.events.length, busy.events.length]).toEqual(shown)
    expect(await eventsStored('busy-session')).toBe(stored)
    expect(answerText(await busyAgain.turn('turn third'))).toContain('It is marked.')
    for (const clients of [
      [idle, idleAgain],
      [busy, busyAgain],
    ]) {
      const numbers = numbersOf(clients)
      expect(numbers).toEqual(numbers.map((_, at) => `event_${at + 1}`))
    }
    expect(calls.sort()).toEqual(['first', 'second', 'slow', 'third'])
    // It goes on for others.
    const fresh = await connect(paused, 'fresh-session')
    expect(answerText(await fresh.turn('turn fourth'))).toContain('It is marked.')
    expect(nodes.map((node) => node.errors())).toEqual(['', ''])
    for (const client of [idleAgain, busyAgain, fresh]) await client.close()
  }, 60_000)
})
