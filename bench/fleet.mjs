// @ts-check
/**
 * Several servers that share their sessions in Redis, behind nginx, on this machine: one server with sessions in memory, then one, two and four
 * with Redis. For each: turns a second without a pause, the time of a turn of 1,000 sessions at the pace of people, what a turn costs in Redis,
 * and how long the sessions of a killed server wait. Model and tools take no time. Needs `npm run build`, redis-server and nginx.
 * `node bench/fleet.mjs`; with a model that answers 100 words in a second, and 300 sessions:
 * `node bench/fleet.mjs streaming`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createClient } from 'redis'
import { WebSocket } from 'ws'
import { firstMessage, instantModel, quantile, sleep, streamingModel } from './stand-ins.mjs'

const STREAMS = process.argv.includes('streaming')
const SESSIONS = STREAMS ? 300 : 1_000
const BUSY_SESSIONS = 100
const BUSY_MS = 8_000
const PACED_MS = 30_000
/** A person speaks again after half of this on average. */
const MOST_PAUSE_MS = 20_000
const RETRY_MS = 100
/** Every client of a killed server notices within this time. */
const NOTICE_MS = 1_000

/** @param {string} store */
async function serve(store) {
  const { AgentSession, createApp } = await import('../dist/server/index.js')
  const app = createApp({
    agentSession: new AgentSession({ llm: STREAMS ? streamingModel : instantModel, credentials: {} }),
    apiKeyValidator: (/** @type {string} */ key) => ({ userId: key }),
    maxSessions: 10 * SESSIONS,
    store,
    secret: 'of all servers',
  })
  const { url } = await app.listen({ port: 0 })
  process.once('disconnect', () => process.exit())
  process.send?.(url)
}

/** A client that returns after a drop, and counts how long it was gone. */
class User {
  /** Milliseconds of each turn. @type {number[]} */
  times = []
  /** Milliseconds without a server after the last drop. @type {number | undefined} */
  away = undefined
  /** When its connection dropped; 0 while it has one. */
  droppedAt = 0
  #socket = /** @type {WebSocket | undefined} */ (undefined)
  #token = ''
  #last = 0
  #onDone = () => {}
  #closed = false

  /** @param {number} port @param {number} number */
  constructor(port, number) {
    this.url = `ws://127.0.0.1:${port}/ws?session_id=fleet-session-${number}`
    this.key = `user-${number}`
  }

  async connect() {
    const resume = this.#token ? `&last_event_id=event_${this.#last}` : ''
    const protocols = ['voice.v1', `voice-api-key.${encode(this.key)}`]
    if (this.#token) protocols.push(`voice-resume.${encode(this.#token)}`)
    const socket = new WebSocket(this.url + resume, protocols, { perMessageDeflate: false })
    socket.on('error', () => {})
    socket.on('message', (data) => this.#receive(JSON.parse(data.toString())))
    socket.once('close', () => void this.#return())
    this.#socket = socket
    await once(socket, 'open').catch(() => {})
  }

  async #return() {
    if (this.#closed) return
    this.droppedAt ||= performance.now()
    await sleep(RETRY_MS)
    if (!this.#closed) await this.connect()
  }

  /** @param {any} event */
  #receive(event) {
    if (event.event_id) this.#last = Number(event.event_id.slice('event_'.length))
    if (event.type === 'response.done') this.#onDone()
    if (event.type !== 'voice.session') return
    this.#token = event.resume_token
    if (this.droppedAt > 0) this.away = performance.now() - this.droppedAt
    this.droppedAt = 0
  }

  /** @returns {Promise<void>} */
  async turn() {
    const began = performance.now()
    const done = new Promise((resolve) => {
      this.#onDone = () => resolve(undefined)
    })
    const content = [{ type: 'input_text', text: 'Which pets are there, and how much are they?' }]
    const item = { type: 'message', role: 'user', content }
    this.#socket?.send(JSON.stringify({ type: 'conversation.item.create', item }))
    this.#socket?.send(JSON.stringify({ type: 'response.create' }))
    await done
    this.times.push(performance.now() - began)
  }

  close() {
    this.#closed = true
    this.#socket?.terminate()
  }
}

/** @param {string} text */
const encode = (text) => Buffer.from(text).toString('base64url')

async function measureAll() {
  await import('./load-ts.mjs')
  const { startRedis } = await import('../test/support/redis-server.js')
  /** Median of a turn with sessions in memory, as the others are compared with it. */
  let alone = 0
  for (const [servers, isShared] of /** @type {[number, boolean][]} */ ([
    [1, false],
    [1, true],
    [2, true],
    [4, true],
  ])) {
    const redis = await startRedis()
    try {
      const median = await measure(servers, isShared ? redis : undefined, alone)
      if (!isShared) alone = median
    } finally {
      await redis.close()
    }
  }
}

/**
 * @param {number} count
 * @param {import('../test/support/redis-server.js').RedisProcess | undefined} redis
 * @param {number} alone
 */
async function measure(count, redis, alone) {
  const { startNginx } = await import('../test/support/nginx.js')
  const children = Array.from({ length: count }, () =>
    fork(fileURLToPath(import.meta.url), [
      'serve',
      redis?.url ?? 'memory',
      ...(STREAMS ? ['streaming'] : []),
    ]),
  )
  const ports = await Promise.all(
    children.map(async (child) => Number(new URL(String(await firstMessage(child))).port)),
  )
  const nginx = await startNginx(ports)
  const users = Array.from({ length: SESSIONS }, (_, at) => new User(nginx.port, at))
  for (let at = 0; at < SESSIONS; at += 50)
    await Promise.all(users.slice(at, at + 50).map((user) => user.connect().then(() => user.turn())))

  const name = `fleet, ${count} server(s), ${redis ? 'Redis' : 'memory'}`
  const perSecond = await talkBusily(users.slice(0, BUSY_SESSIONS))
  const statistics = redis && (await connectTo(redis.url))
  const before = await statistics?.read()
  const times = await talkAtPace(users)
  const after = await statistics?.read()
  const median = quantile(times, 0.5)
  console.log(
    `${name}: ${perSecond.toFixed(0)} turns/s without a pause; ${SESSIONS} sessions at the pace of people ` +
      `(${(times.length / (PACED_MS / 1000)).toFixed(0)} turns/s): p50 ${median.toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms` +
      (alone ? `, added at p50 ${(median - alone).toFixed(1)} ms` : ''),
  )
  if (before && after) {
    const each = (/** @type {'writes' | 'bytesIn' | 'bytesOut'} */ key) =>
      (after[key] - before[key]) / times.length
    console.log(
      `${name}: Redis per turn: ${each('writes').toFixed(1)} round trips, ${(each('bytesIn') / 1000).toFixed(1)} kB in, ` +
        `${(each('bytesOut') / 1000).toFixed(2)} kB out; ${(after.memory / SESSIONS / 1000).toFixed(1)} kB a session, ` +
        `${((100 * (after.cpu - before.cpu)) / (PACED_MS / 1000)).toFixed(1)} % of a core`,
    )
  }
  if (redis && count > 1) console.log(`${name}: ${await killOne(users, /** @type {any} */ (children[0]))}`)
  for (const user of users) user.close()
  await statistics?.close()
  for (const child of children) child.kill('SIGKILL')
  await nginx.close()
  return median
}

/** Turns a second of users who do not pause. @param {User[]} users */
async function talkBusily(users) {
  const until = performance.now() + BUSY_MS
  let turns = 0
  const talk = async (/** @type {User} */ user) => {
    for (; performance.now() < until; turns += 1) await user.turn()
  }
  await Promise.all(users.map(talk))
  return turns / (BUSY_MS / 1000)
}

/** Milliseconds of each turn of users who pause as people do. @param {User[]} users */
async function talkAtPace(users) {
  for (const user of users) user.times = []
  const until = performance.now() + PACED_MS
  const talk = async (/** @type {User} */ user) => {
    for (;;) {
      await sleep(Math.random() * MOST_PAUSE_MS)
      if (performance.now() > until) return
      await user.turn()
    }
  }
  await Promise.all(users.map(talk))
  return users.flatMap(({ times }) => times)
}

/** Kills a server, and waits until its sessions have gone on elsewhere. @param {User[]} users @param {import('node:child_process').ChildProcess} child */
async function killOne(users, child) {
  child.kill('SIGKILL')
  await sleep(NOTICE_MS)
  for (let left = 600; left > 0 && users.some(({ droppedAt }) => droppedAt > 0); left -= 1)
    await sleep(RETRY_MS)
  const moved = users.filter(({ away }) => away !== undefined)
  await Promise.all(moved.map((user) => user.turn()))
  const times = moved.map(({ away }) => Number(away) / 1000)
  const lost = users.filter(({ droppedAt }) => droppedAt > 0).length
  return `one killed: ${times.length} sessions went on elsewhere after p50 ${quantile(times, 0.5).toFixed(1)} s, p99 ${quantile(times, 0.99).toFixed(1)} s; ${lost} lost`
}

/** What Redis counts. @param {string} url */
async function connectTo(url) {
  const client = await createClient({ url }).connect()
  return {
    async read() {
      const info = String(await client.info('all'))
      const value = (/** @type {string} */ name) =>
        Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1] ?? 0)
      const calls = (/** @type {string} */ name) =>
        Number(new RegExp(`^cmdstat_${name}:calls=(\\d+)`, 'm').exec(info)?.[1] ?? 0)
      return {
        writes: calls('evalsha') + calls('eval'),
        bytesIn: value('total_net_input_bytes'),
        bytesOut: value('total_net_output_bytes'),
        memory: value('used_memory_dataset'),
        cpu: value('used_cpu_sys') + value('used_cpu_user'),
      }
    },
    close: () => client.close(),
  }
}

if (process.argv[2] === 'serve') await serve(process.argv[3] ?? 'memory')
else await measureAll()
