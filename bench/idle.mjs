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
    while (left-- > 0) await dial(url)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
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
  const program = fileURLToPath(import.meta.url)
  const server = fork(program, ['server', redis.url, String(IDLE)])
  const url = String(await firstMessage(server))
  const asker = await dial(url)
  const busy = async () => {
    server.send('longest')
    return `busy for at most ${Number(await firstMessage(server)).toFixed(1)} ms of CPU at a time`
  }
  await busy()
  const alone = await ask(asker, ALONE_MS)
  const busyAlone = await busy()
  const began = performance.now()
  const diallers = Array.from({ length: DIALLERS }, () => fork(program, ['dial', url, `${IDLE / DIALLERS}`]))
  await Promise.all(diallers.map(firstMessage))
  const seconds = (performance.now() - began) / 1000
  await sleep(2_000)
  await busy()
  const among = await ask(asker, 2 * SWEEP_MS)
  const longest = Math.max(...among)
  const times = (/** @type {number[]} */ all) =>
    `p50 ${quantile(all, 0.5).toFixed(1)} ms, p99 ${quantile(all, 0.99).toFixed(1)} ms, at most ${Math.max(...all).toFixed(1)} ms`
  console.log(
    `idle: a turn takes ${times(alone)} alone, the server is ${busyAlone}; during two sweeps of ${IDLE} idle sessions (opened in ${seconds.toFixed(0)} s) ` +
      `${times(among)}, the server is ${await busy()} (target ${MOST_MS} ms: ${longest <= MOST_MS ? 'met' : 'missed'})`,
  )
  asker.terminate()
  for (const child of [...diallers, server]) child.kill('SIGKILL')
  await redis.close()
}

/** Asks for a text turn again and again. @param {WebSocket} socket @param {number} forMs @returns {Promise<number[]>} milliseconds of each */
async function ask(socket, forMs) {
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
    await sleep(EACH_MS)
  }
  socket.off('message', listen)
  return times
}
