import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.js'
import { missing } from '../support/needs.js'
import { buildSharedNode, type NodeProcess, startNode } from '../support/node-process.js'
import { INSTALL_REDIS, type RedisProcess, startRedis } from '../support/redis-server.js'
import { ResumingClient } from '../support/resuming-client.js'

const without = missing('redis-server', INSTALL_REDIS)

/** Longer than the API needs for marks that end in time, shorter than for all others. */
const DRAIN_MS = 1_500
const UNKNOWN = 'The outcome is unknown'

let redis: RedisProcess
let api: Server
let program: string
let survivor: NodeProcess
const nodes: NodeProcess[] = []
const requests: string[] = []

/** The marks by name: `soon1` is answered while a server that stops still waits, `fault1` with an error, `slow1` never. */
beforeAll(async () => {
  if (without) return
  api = createServer((request, response) => {
    const mark = request.url!.split('/').at(-1)!
    requests.push(mark)
    if (mark.includes('slow')) return
    response.statusCode = mark.includes('fault') ? 500 : 200
    setTimeout(() => response.end('{"answer":"of the API"}'), DRAIN_MS / 3)
  }).listen(0, '127.0.0.1')
  redis = await startRedis()
  program = await buildSharedNode()
  survivor = await start()
}, 60_000)

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill('SIGKILL')))
  await redis?.close()
  api?.closeAllConnections()
  api?.close()
})

async function start(): Promise<NodeProcess> {
  const { port } = api.address() as AddressInfo
  const node = await startNode(program, [redis.url, `http://127.0.0.1:${port}`, String(DRAIN_MS)])
  nodes.push(node)
  return node
}

const addressOf = ({ port }: NodeProcess) => `ws://127.0.0.1:${port}/ws`
let sessions = 0

/** A session on a server, in which the user has said something that calls the API for these marks. */
async function calling(node: NodeProcess, say: string, marks: string[]): Promise<ResumingClient> {
  sessions += 1
  const client = new ResumingClient(addressOf(node), `stopped-${sessions}`, {
    apiKey: 'user-1',
    retries: 200,
  })
  await client.connect()
  client.say(say)
  await eventually(() => marks.every((mark) => requests.includes(mark)), `${say} to reach the API`)
  await eventually(() => client.types('response.mcp_call.in_progress') === marks.length, 'the events')
  return client
}

/** What the model is told of its calls, after the client has come to the other server. */
async function told(client: ResumingClient): Promise<string[]> {
  client.close()
  client.url = addressOf(survivor)
  await client.connect()
  client.say('tell')
  const list = () => client.answers.find((text) => text.startsWith('['))
  await eventually(() => list() !== undefined, 'what the model is told')
  return JSON.parse(list()!) as string[]
}

describe.skipIf(without).concurrent('a write that runs when its server ends', () => {
  let marks = 0
  const next = (kind: string) => {
    marks += 1
    return `${kind}${marks}`
  }

  describe.each([
    ['is killed', 'SIGKILL', false],
    ['is killed after the user interrupted', 'SIGKILL', true],
    ['is stopped', 'SIGTERM', false],
    ['is stopped after the user interrupted', 'SIGTERM', true],
  ] as const)('because it %s', (_, signal, isInterrupted) => {
    it('has an unknown outcome for model and user, and is never sent again', async () => {
      const node = await start()
      const [one, first, second, write, asked] = [
        next('slow'),
        next('slow'),
        next('slow'),
        next('slow'),
        next('x'),
      ]
      const clients = await Promise.all([
        calling(node, `add ${one}`, [one]),
        calling(node, `add ${first} ${second}`, [first, second]),
        calling(node, `add ${write} remove ${asked}`, [write]),
      ])
      if (isInterrupted) for (const client of clients) client.send({ type: 'response.cancel' })
      if (isInterrupted)
        for (const client of clients) await eventually(() => client.types('response.done') > 0, 'the end')
      await node.kill(signal)
      const [alone, both, open] = await Promise.all(clients.map(told))
      for (const [at, client] of clients.entries()) {
        expect(client.answers.join('\n'), String(at)).toContain('I cannot tell whether that worked')
        client.close()
      }
      expect(alone).toEqual([expect.stringContaining(UNKNOWN)])
      expect(both).toEqual([expect.stringContaining(UNKNOWN), expect.stringContaining(UNKNOWN)])
      expect(open![0]).toContain(UNKNOWN)
      for (const mark of [one, first, second, write])
        expect(requests.filter((request) => request === mark)).toHaveLength(1)
      expect(requests).not.toContain(asked)
    }, 60_000)
  })

  it.each([
    ['is stopped', false],
    ['is stopped after the user interrupted', true],
  ])(
    'has its result if it ends while a server that %s waits',
    async (_, isInterrupted) => {
      const node = await start()
      const [good, bad, one, other] = [next('soon'), next('fault'), next('soon'), next('fault')]
      const clients = await Promise.all([
        calling(node, `add ${good}`, [good]),
        calling(node, `add ${bad}`, [bad]),
        calling(node, `add ${one} ${other}`, [one, other]),
      ])
      if (isInterrupted) for (const client of clients) client.send({ type: 'response.cancel' })
      await node.kill('SIGTERM')
      const [succeeded, failed, both] = await Promise.all(clients.map(told))
      for (const client of clients) client.close()
      expect(succeeded).toEqual([expect.stringContaining('of the API')])
      expect(failed).toEqual([expect.stringContaining('"status":500')])
      expect(both).toEqual([expect.stringContaining('of the API'), expect.stringContaining('"status":500')])
      for (const mark of [good, bad, one, other])
        expect(requests.filter((request) => request === mark)).toHaveLength(1)
    },
    60_000,
  )
})
