import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.js'
import { missing } from '../support/needs.js'
import { buildSharedNode, type NodeProcess, startNode } from '../support/node-process.js'
import { INSTALL_REDIS, type RedisProcess, startRedis } from '../support/redis-server.js'
import { ResumingClient } from '../support/resuming-client.js'

const without = missing('redis-server', INSTALL_REDIS)

/** The time that a server waits for calls that never end, and for those that end in time. */
const DRAIN_MS = { short: 1_500, long: 30_000 }
const UNKNOWN = 'The outcome is unknown'
const WAITING = 'Waiting for the user'

let redis: RedisProcess
let api: Server
let program: string
let survivor: NodeProcess
const nodes: NodeProcess[] = []
const requests: string[] = []

/** What the API has not answered yet, by mark. */
const waiting = new Map<string, ServerResponse>()

/** Marks with `fault` in their name are answered with an error. */
beforeAll(async () => {
  if (without) return
  api = createServer((request, response) => {
    const mark = request.url!.split('/').at(-1)!
    requests.push(mark)
    if (mark.startsWith('x')) response.end('{"answer":"of the API"}')
    else waiting.set(mark, response)
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

async function start(drainMs = DRAIN_MS.short): Promise<NodeProcess> {
  const { port } = api.address() as AddressInfo
  const node = await startNode(program, [redis.url, `http://127.0.0.1:${port}`, String(drainMs)])
  nodes.push(node)
  return node
}

/** The API answers. */
function answer(marks: readonly string[]): void {
  for (const mark of marks) {
    const response = waiting.get(mark)!
    response.statusCode = mark.startsWith('fault') ? 500 : 200
    response.end('{"answer":"of the API"}')
  }
}

/** Stops a server, and lets the API answer while the server waits. */
async function stopAndAnswer(node: NodeProcess, marks: readonly string[]): Promise<void> {
  const stopped = node.kill('SIGTERM')
  const isStopping = async () => (await fetch(`http://127.0.0.1:${node.port}/readyz`)).status === 503
  await eventually(isStopping, 'the server to stop')
  answer(marks)
  await stopped
}

const addressOf = ({ port }: NodeProcess) => `ws://127.0.0.1:${port}/ws`
let sessions = 0

/** A session on a server, in which the user has said something that calls the API for these marks. */
async function calling(node: NodeProcess, say: string, marks: string[]): Promise<ResumingClient> {
  const client = await connect(node)
  client.say(say)
  await running(client, marks)
  return client
}

/** A session in which the user is asked about one call, and has then said something that calls the API for a mark. */
async function asking(node: NodeProcess, asked: string, mark: string): Promise<ResumingClient> {
  const client = await connect(node)
  client.say(`remove ${asked}`)
  await eventually(() => requestIn(client) !== undefined, 'the approval request')
  client.say(`add ${mark}`)
  await running(client, [mark])
  return client
}

async function connect(node: NodeProcess): Promise<ResumingClient> {
  sessions += 1
  const client = new ResumingClient(addressOf(node), `stopped-${sessions}`, {
    apiKey: 'user-1',
    retries: 200,
  })
  await client.connect()
  return client
}

async function running(client: ResumingClient, marks: string[]): Promise<void> {
  await eventually(() => marks.every((mark) => requests.includes(mark)), `${marks} to reach the API`)
  await eventually(() => client.types('response.mcp_call.in_progress') === marks.length, 'the events')
}

const requestIn = (client: ResumingClient) =>
  client.events.findLast(
    (event) => event.type === 'conversation.item.done' && event.item.type === 'mcp_approval_request',
  )

/** Approves the call that the user is asked about, whose mark then reaches the API once. */
async function approve(client: ResumingClient, mark: string): Promise<void> {
  const request = requestIn(client)
  const id = request?.type === 'conversation.item.done' ? request.item.id : ''
  const item = { type: 'mcp_approval_response', approval_request_id: id, approve: true }
  client.send({ type: 'conversation.item.create', item })
  await eventually(() => requests.includes(mark), 'the approved call')
  client.close()
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
      const [one, bad, first] = [next('slow'), next('fault'), next('slow')]
      const [second, write, asked] = [next('fault'), next('slow'), next('x')]
      const clients = await Promise.all([
        calling(node, `add ${one}`, [one]),
        calling(node, `add ${bad}`, [bad]),
        calling(node, `add ${first} ${second}`, [first, second]),
        asking(node, asked, write),
      ])
      if (isInterrupted) for (const client of clients) client.send({ type: 'response.cancel' })
      const isCancelled = ({ events }: ResumingClient) =>
        events.some((event) => event.type === 'response.done' && event.response.status === 'cancelled')
      if (isInterrupted) for (const client of clients) await eventually(() => isCancelled(client), 'the end')
      await node.kill(signal)
      answer([one, bad, first, second, write])
      const [alone, failing, both, open] = await Promise.all(clients.map(told))
      for (const [at, client] of clients.entries())
        expect(client.answers.join('\n'), String(at)).toContain('I cannot tell whether that worked')
      for (const client of clients.slice(0, -1)) client.close()
      expect(alone).toEqual([expect.stringContaining(UNKNOWN)])
      expect(failing).toEqual([expect.stringContaining(UNKNOWN)])
      expect(both).toEqual([expect.stringContaining(UNKNOWN), expect.stringContaining(UNKNOWN)])
      expect(open).toEqual([expect.stringContaining(WAITING), expect.stringContaining(UNKNOWN)])
      expect(requests).not.toContain(asked)
      await approve(clients.at(-1)!, asked)
      for (const mark of [one, bad, first, second, write, asked])
        expect(requests.filter((request) => request === mark)).toHaveLength(1)
    }, 60_000)
  })

  it.each([
    ['is stopped', false],
    ['is stopped after the user interrupted', true],
  ])(
    'has its result if it ends while a server that %s waits',
    async (_, isInterrupted) => {
      const node = await start(DRAIN_MS.long)
      const [good, bad, one, other] = [next('soon'), next('fault'), next('soon'), next('fault')]
      const [write, asked] = [next('soon'), next('x')]
      const clients = await Promise.all([
        calling(node, `add ${good}`, [good]),
        calling(node, `add ${bad}`, [bad]),
        calling(node, `add ${one} ${other}`, [one, other]),
        asking(node, asked, write),
      ])
      if (isInterrupted) for (const client of clients) client.send({ type: 'response.cancel' })
      await stopAndAnswer(node, [good, bad, one, other, write])
      const [succeeded, failed, both, open] = await Promise.all(clients.map(told))
      for (const client of clients.slice(0, -1)) client.close()
      expect(succeeded).toEqual([expect.stringContaining('of the API')])
      expect(failed).toEqual([expect.stringContaining('"status":500')])
      expect(both).toEqual([expect.stringContaining('of the API'), expect.stringContaining('"status":500')])
      expect(open).toEqual([expect.stringContaining(WAITING), expect.stringContaining('of the API')])
      await approve(clients.at(-1)!, asked)
      for (const mark of [good, bad, one, other, write, asked])
        expect(requests.filter((request) => request === mark)).toHaveLength(1)
    },
    60_000,
  )
})
