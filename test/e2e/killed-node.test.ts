import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { missing } from '../support/needs.js'
import { INSTALL_NGINX, type Nginx, startNginx } from '../support/nginx.js'
import { buildSharedNode, type NodeProcess, startNode } from '../support/node-process.js'
import { INSTALL_REDIS, type RedisProcess, startRedis } from '../support/redis-server.js'
import { ResumingClient } from '../support/resuming-client.js'

const without = [missing('redis-server', INSTALL_REDIS), missing('nginx', INSTALL_NGINX)].some(Boolean)

const SESSIONS = 200
const USERS = 100
const TURNS = 4
/** One server after the other is killed after so many turns; the last one stays. */
const KILL_AFTER = (process.env.VOICE_TEST_FULL ? [1.5, 2.25, 3] : [1.5]).map((share) => share * SESSIONS)

/** One call that reached the API. */
interface Mark {
  turn: string
  token: string
}

let redis: RedisProcess
let nodes: NodeProcess[] = []
let nginx: Nginx
let api: Server
const marks: Mark[] = []

beforeAll(async () => {
  if (without) return
  api = createServer((request, response) => {
    marks.push({ turn: request.url!.split('/').at(-1)!, token: request.headers.authorization ?? '' })
    // The API takes its time, so that calls are under way when a server is killed.
    setTimeout(() => response.end('{"marked":true}'), marks.length % 30)
  }).listen(0, '127.0.0.1')
  redis = await startRedis()
  const program = await buildSharedNode()
  const { port } = api.address() as AddressInfo
  const start = () => startNode(program, [redis.url, `http://127.0.0.1:${port}`])
  nodes = await Promise.all([...KILL_AFTER.map(start), start()])
  nginx = await startNginx(nodes.map((node) => node.port))
}, 120_000)

afterAll(async () => {
  await nginx?.close()
  await Promise.all(nodes.map((node) => node.kill('SIGKILL')))
  await redis?.close()
  api?.closeAllConnections()
  api?.close()
})

describe.skipIf(without)('a node that is killed', () => {
  it(`loses none of ${SESSIONS} conversations, and runs nothing twice`, async () => {
    const clients = Array.from({ length: SESSIONS }, (_, at) => {
      const options = { apiKey: `user-${at % USERS}`, retries: 200 }
      return new ResumingClient(`ws://127.0.0.1:${nginx.port}/ws`, `conversation-${at}`, options)
    })
    let turnsDone = 0
    const kills: Promise<void>[] = []
    const talk = async (client: ResumingClient, at: number) => {
      for (let turn = 0; turn < TURNS; turn += 1) {
        await client.turn(at * 100 + turn)
        turnsDone += 1
        const next = nodes[KILL_AFTER.indexOf(turnsDone)]
        if (next) kills.push(next.kill('SIGKILL'))
      }
    }
    // A client without its resume token could not come back: all have theirs before the first server is killed.
    await Promise.all(clients.map((client) => client.connect()))
    await Promise.all(clients.map(talk))
    await Promise.all(kills)

    for (const [at, client] of clients.entries()) {
      // Pieces of a text or of arguments that were under way at the kill are left out; the event with the whole follows.
      const numbers = client.events.map((event) =>
        'event_id' in event ? Number(event.event_id.slice(6)) : 0,
      )
      expect(numbers, `events of ${client.sessionId}`).toEqual(
        [...new Set(numbers)].toSorted((one, other) => one - other),
      )
      const afterGaps = client.events.flatMap((event, index) =>
        numbers[index] === (numbers[index - 1] ?? 0) + 1 ? [] : event.type,
      )
      expect(
        afterGaps.filter((type) => !/_(text|arguments)\.done$/.test(type)),
        `what is missing in ${client.sessionId}`,
      ).toEqual([])
      const said = client.events.flatMap((event) =>
        event.type === 'conversation.item.added' &&
        event.item.type === 'message' &&
        event.item.role === 'user'
          ? [event.item.id]
          : [],
      )
      const want = Array.from({ length: TURNS }, (_, turn) => `user_${at * 100 + turn}`)
      expect(said, `what the user said in ${client.sessionId}`).toEqual(want)
      expect(client.gaps).toBe(0)
    }
    const twice = marks.filter(({ turn }, at) => marks.findIndex((other) => other.turn === turn) !== at)
    expect(twice).toEqual([])
    const crossed = marks.filter(
      ({ turn, token }) => token !== `Bearer token-${Math.floor(Number(turn) / 100) % USERS}`,
    )
    expect(crossed).toEqual([])
    const resumes = clients.reduce((sum, client) => sum + client.resumes, 0)
    expect(resumes).toBeGreaterThan(SESSIONS / 4)
    expect(nodes.map((node) => node.errors()).join('')).toBe('')
    const failed = clients.flatMap(({ events }) =>
      events.filter((event) => event.type === 'response.done' && event.response.status === 'failed'),
    )
    console.log(
      `${kills.length} killed: ${SESSIONS} conversations of ${USERS} users, ${resumes} resumes, ${failed.length} replies broken off, ` +
        `${marks.length} calls, 0 twice, 0 with another user's token, 0 events lost or doubled`,
    )
    for (const client of clients) client.close()
  }, 240_000)
})
