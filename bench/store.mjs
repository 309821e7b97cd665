// @ts-check
/**
 * What one Redis carries: the writes of a real session are recorded once, and repeated for 10,000 sessions under their own keys, first as fast
 * as Redis takes them, then at the rate of 10,000 and of 100,000 sessions that speak every 15 seconds. No server takes part, so that Redis is the
 * limit. Needs redis-server.
 * `node bench/store.mjs`
 */
import './load-ts.mjs'
import { once } from 'node:events'
import { createClient } from 'redis'
import { WebSocket } from 'ws'
import { instantModel, quantile, sleep } from './stand-ins.mjs'

const SESSIONS = 10_000
const SECONDS_PER_TURN = 15
const FAST_TURNS = 3
const PACED_MS = 8_000
const CONNECTIONS = 4
/** Writes that wait on one connection. */
const DEPTH = 64
/** Turns that wait in all; more are not begun. */
const MOST_WAITING = 2_000
/** Time of a write at the 99th percentile. */
const MOST_MS = 20

/**
 * One write as the server sent it: the arguments of the script in src/server/sessions/redis/records.ts.
 * @typedef {{ sha: string, text: string, args: (string | Buffer)[] }} Write
 */

/** The writes that begin a session, and those of one turn. @param {string} url @returns {Promise<{ begin: Write[], turn: Write[] }>} */
async function recordWrites(url) {
  const { RedisLink } = await import('../src/server/sessions/redis/link.js')
  const { createApp } = await import('../src/server/app.js')
  const { AgentSession } = await import('../src/server/agent/agent-session.js')
  /** @type {Write[]} */
  const writes = []
  const run = RedisLink.prototype.run
  /** @type {typeof run} */
  RedisLink.prototype.run = function (script, keys, args) {
    if (keys[0]?.endsWith(':state') && args.length > 8) writes.push({ ...script, args })
    return run.call(this, script, keys, args)
  }
  const agentSession = new AgentSession({ llm: instantModel, credentials: {} })
  const app = createApp({ agentSession, apiKeyValidator: () => true, store: url, secret: 'of the bench' })
  const { port } = await app.listen({ port: 0 })
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, ['voice.v1', 'voice-api-key.a2V5'])
  await once(socket, 'open')
  await turnOn(socket)
  const begin = writes.splice(0)
  await turnOn(socket)
  const turn = writes.splice(0)
  socket.terminate()
  await app.close()
  RedisLink.prototype.run = run
  return { begin, turn }
}

/** @param {WebSocket} socket @returns {Promise<void>} */
async function turnOn(socket) {
  const done = new Promise((resolve) => {
    socket.on('message', (data) => {
      if (data.toString().includes('"response.done"')) resolve(undefined)
    })
  })
  const content = [{ type: 'input_text', text: 'Which pets are there, and how much are they?' }]
  const item = { type: 'message', role: 'user', content }
  socket.send(JSON.stringify({ type: 'conversation.item.create', item }))
  socket.send(JSON.stringify({ type: 'response.create' }))
  await done
  await sleep(200)
}

/**
 * The same write as the session's turn number `turn`: its events get the numbers that follow. The arguments are owner, expiry, mode, last and
 * oldest event, three counts, then fields, removed fields, and events of three arguments each.
 * @param {Write} write @param {number} turn @param {number} events Events of one turn.
 */
function later({ args }, turn, events) {
  const moved = [...args]
  moved[3] = String(Number(args[3]) + turn * events)
  const first = 8 + Number(args[5]) + Number(args[6])
  for (let at = first; at < args.length; at += 3) moved[at] = String(Number(args[at]) + turn * events)
  return moved
}

/** @param {Write[]} writes */
const eventsOf = (writes) => writes.reduce((sum, { args }) => sum + Number(args[7]) / 3, 0)

/** Repeats recorded writes over some connections. */
class Sender {
  /** @type {Awaited<ReturnType<typeof open>>[]} */
  clients = []
  /** Milliseconds of each write. @type {number[]} */
  times = []

  /** @param {string} url */
  async connect(url) {
    this.clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(url)))
  }

  /** @param {Write} write @param {number} session @param {(string | Buffer)[]} args */
  async send(write, session, args) {
    const began = performance.now()
    const keys = [`voice:{bench-${session}}:state`, `voice:{bench-${session}}:events`]
    const reply = await this.clients[session % CONNECTIONS]?.sendCommand([
      'EVALSHA',
      write.sha,
      '2',
      ...keys,
      ...args,
    ])
    if (String(reply) !== 'ok') throw new Error(`Redis answered ${reply}`)
    this.times.push(performance.now() - began)
  }
}

/** @param {string} url */
const open = (url) => createClient({ url, commandOptions: { timeout: 0 } }).connect()

/** @param {(session: number) => Promise<void>} work */
async function forEverySession(work) {
  let next = 0
  const lane = async () => {
    for (let session = next++; session < SESSIONS; session = next++) await work(session)
  }
  await Promise.all(Array.from({ length: CONNECTIONS * DEPTH }, lane))
}

/** Turns that every session has made at a rate. */
let passed = 0

const { startRedis } = await import('../test/support/redis-server.js')
const redis = await startRedis()
const { begin, turn } = await recordWrites(redis.url)
const events = eventsOf(turn)
const bytes = turn.flatMap(({ args }) => args).reduce((sum, arg) => sum + Buffer.byteLength(arg), 0)
const sender = new Sender()
await sender.connect(redis.url)
for (const { text } of begin.slice(0, 1)) await sender.clients[0]?.sendCommand(['SCRIPT', 'LOAD', text])

await forEverySession(async (session) => {
  for (const write of begin) await sender.send(write, session, write.args)
})
const began = performance.now()
await forEverySession(async (session) => {
  for (let at = 0; at < FAST_TURNS; at += 1)
    for (const write of turn) await sender.send(write, session, later(write, at, events))
})
const perSecond = (SESSIONS * FAST_TURNS) / ((performance.now() - began) / 1000)
const used = Number(/used_memory_dataset:(\d+)/.exec(String(await sender.clients[0]?.info('memory')))?.[1])
console.log(
  `store: a turn is ${turn.length} writes of ${(bytes / turn.length / 1000).toFixed(1)} kB; ${perSecond.toFixed(0)} turns/s at most on this Redis, ` +
    `which is ${(perSecond * SECONDS_PER_TURN).toFixed(0)} sessions with a turn each ${SECONDS_PER_TURN} s; ` +
    `${(used / SESSIONS / 1000).toFixed(1)} kB a session of ${FAST_TURNS + 1} turns`,
)
for (const sessions of [10_000, 100_000]) {
  const rate = sessions / SECONDS_PER_TURN
  const reached = await pace(rate)
  const late = quantile(sender.times, 0.99)
  const isMet = reached > 0.98 * rate && late <= MOST_MS
  console.log(
    `store: ${sessions} sessions, ${rate.toFixed(0)} turns/s, ${((rate * bytes) / 1e6).toFixed(1)} MB/s: ${reached.toFixed(0)} turns/s reached, ` +
      `a write takes p50 ${quantile(sender.times, 0.5).toFixed(1)} ms, p99 ${late.toFixed(1)} ms (target ${MOST_MS} ms: ${isMet ? 'met' : 'missed'})`,
  )
}
for (const client of sender.clients) await client.close()
await redis.close()

/** Turns at a rate, each of another session; fewer where Redis does not keep up. Returns the turns a second. @param {number} rate */
async function pace(rate) {
  sender.times = []
  const start = performance.now()
  let sent = 0
  let waiting = 0
  const sendTurn = async (/** @type {number} */ at) => {
    waiting += 1
    const number = FAST_TURNS + passed + Math.floor(at / SESSIONS)
    for (const write of turn) await sender.send(write, at % SESSIONS, later(write, number, events))
    waiting -= 1
  }
  while (performance.now() - start < PACED_MS) {
    for (; sent < ((performance.now() - start) / 1000) * rate && waiting < MOST_WAITING; sent += 1)
      void sendTurn(sent)
    await sleep(1)
  }
  while (waiting > 0) await sleep(1)
  passed += Math.ceil(sent / SESSIONS)
  return sent / ((performance.now() - start) / 1000)
}
