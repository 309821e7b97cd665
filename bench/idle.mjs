// @ts-check
/**
 * Idle sessions on one server with a Redis: how long a text turn of another session takes while the server renews the records of all of them
 * twice, as fast as it renews 20,000 with the default settings. A process may often open 20,000 files only, so there are 19,000 by default.
 * Needs `npm run build` and redis-server.
 * `node bench/idle.mjs`; with fewer sessions: `node bench/idle.mjs 4000`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { firstMessage, instantModel, quantile, sleep } from './stand-ins.mjs'

const KEY = 'bench-key'
const [first = '', address = '', number = ''] = process.argv.slice(2)
const IDLE = Number(number || first) || 19_000
const DIALLERS = 2
/** Connections that each process opens at the same time. */
const LANES = 50
/** With the default settings, all records are renewed in this time: a third of the time that the store keeps them. */
const SWEEP_MS = (IDLE / 20_000) * 45_000
/** The store keeps a record 15 seconds longer than this. */
const GRACE_MS = 3 * SWEEP_MS - 15_000
const ALONE_MS = 10_000
const EACH_MS = 20
const RETRIES = 50
/** A conversation holds 2,000 items; a turn is one of them at least. */
const MOST_TURNS = 900
const TICK_MS = 5
const MOST_MS = 50

if (first === 'server') await serve(address)
else if (first === 'dial') {
  process.on('disconnect', () => process.exit())
  await dialMany(address, IDLE)
  process.send?.('dialled')
} else await measure()

/** @param {string} store */
async function serve(store) {
  const { AgentSession, createApp } = await import('../dist/server/index.js')
  const most = 2 * IDLE
  const app = createApp({
    apiKeyValidator: (/** @type {string} */ key) => key === KEY,
    agentSession: new AgentSession({ llm: instantModel, credentials: {} }),
    store,
    secret: 'of the bench',
    graceMs: GRACE_MS,
    maxSessions: most,
    sessionLimits: { maxSessionsPerKey: most },
    quota: { connectionsPerUser: most },
  })
  process.on('disconnect', () => process.exit())
  watchLoop()
  process.send?.((await app.listen({ port: 0 })).url)
}

/** Tells the most CPU time between two ticks since the last message: how long the event loop was busy, whatever else runs. */
function watchLoop() {
  let [before, longest] = [process.cpuUsage(), 0]
  setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    longest = Math.max(longest, (user + system) / 1000)
  }, TICK_MS)
  process.on('message', () => {
    process.send?.(longest)
    longest = 0
  })
}

/** @param {string} url @param {number} connections */
async function dialMany(url, connections) {
  let left = connections
  const lane = async () => {
    while (left-- > 0) await dialAgain(url)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Dials until the server answers: on a busy machine, it refuses requests that arrive too slowly. @param {string} url */
async function dialAgain(url) {
  for (let left = RETRIES; ; left -= 1)
    try {
      return await dial(url)
    } catch (error) {
      if (left <= 0) throw error
      await sleep(EACH_MS)
    }
}

/** @param {string} url */
async function dial(url) {
  const socket = new WebSocket(new URL('/ws', url.replace('http', 'ws')), ['voice.v1'], {
    headers: { Authorization: `Bearer ${KEY}` },
    perMessageDeflate: false,
  })
  await once(socket, 'open')
  return socket
}

async function measure() {
  await import('./load-ts.mjs')
  const { startRedis } = await import('../test/support/redis-server.js')
  const redis = await startRedis(['--maxclients', '1000'])
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = []
  const start = (/** @type {string[]} */ ...parts) => {
    const child = fork(fileURLToPath(import.meta.url), parts)
    children.push(child)
    return child
  }
  try {
    const server = start('server', redis.url, String(IDLE))
    const url = String(await firstMessage(server))
    const busyMs = async () => {
      server.send('longest')
      return Number(await firstMessage(server))
    }
    await busyMs()
    const alone = { times: await ask(url, ALONE_MS), busyMs: await busyMs() }
    const began = performance.now()
    await Promise.all(
      Array.from({ length: DIALLERS }, () => firstMessage(start('dial', url, `${IDLE / DIALLERS}`))),
    )
    console.log(`idle: ${IDLE} sessions opened in ${((performance.now() - began) / 1000).toFixed(0)} s`)
    await sleep(2_000)
    await busyMs()
    const among = { times: await ask(url, 2 * SWEEP_MS), busyMs: await busyMs() }
    const isMet = Math.max(...among.times) <= MOST_MS
    console.log(
      `idle: a turn takes ${shown(alone)} alone, ${shown(among)} during two sweeps of ${IDLE} idle sessions ` +
        `(target ${MOST_MS} ms: ${isMet ? 'met' : 'missed'})`,
    )
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await redis.close()
  }
  process.exit()
}

/** @param {{ times: number[], busyMs: number }} result */
function shown({ times, busyMs }) {
  const [median, most] = [quantile(times, 0.5), Math.max(...times)]
  return `p50 ${median.toFixed(1)} ms, at most ${most.toFixed(1)} ms (the server computes at most ${busyMs.toFixed(1)} ms at a time)`
}

/** Asks for a text turn again and again in a new session. @param {string} url @param {number} forMs @returns {Promise<number[]>} milliseconds of each */
async function ask(url, forMs) {
  const socket = await dial(url)
  const times = []
  let onDone = () => {}
  const listen = (/** @type {import('ws').RawData} */ data) => {
    if (data.toString().includes('"response.done"')) onDone()
  }
  socket.on('message', listen)
  const end = performance.now() + forMs
  while (performance.now() < end) {
    const began = performance.now()
    await new Promise((resolve) => {
      onDone = () => resolve(undefined)
      socket.send(JSON.stringify({ type: 'response.create' }))
    })
    times.push(performance.now() - began)
    await sleep(Math.max(EACH_MS, forMs / MOST_TURNS))
  }
  socket.close()
  return times
}
