// @ts-check
/**
 * 20,000 idle sessions on one server with a Redis: how long a text turn of another session takes while the server renews the records of all of
 * them twice. Most of the sessions have a connection; the last thousand have lost it, as a process may open 20,000 files. Needs redis-server.
 * `node bench/idle.mjs`
 */
import './load-ts.mjs'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { instantModel, quantile, sleep } from './stand-ins.mjs'

const KEY = 'bench-key'
const IDLE = Number(process.env.IDLE ?? 20_000)
const DROPPED = IDLE / 20
const DIALLERS = 2
/** Connections that each process opens at the same time. */
const LANES = 50
/** A record is renewed each third of the time that the store keeps it, which is 15 s longer than this: every 25 s. With the default, every 45 s. */
const GRACE_MS = 60_000
const TWO_SWEEPS_MS = 2 * 25_000
const ALONE_MS = 10_000
const EACH_MS = 20
const MOST_MS = 50

const [role, address = '', count = '0'] = process.argv.slice(2)
if (role === 'server') await serve(address)
else if (role === 'dial') {
  process.on('disconnect', () => process.exit())
  await dialMany(address, Number(count))
  process.send?.('dialled')
} else await measure()

/** @param {string} store */
async function serve(store) {
  const { createApp } = await import('../src/server/app.js')
  const { AgentSession } = await import('../src/server/agent/agent-session.js')
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
  process.send?.((await app.listen({ port: 0 })).url)
}

/** @param {string} url @param {number} connections */
async function dialMany(url, connections, use = (/** @type {WebSocket} */ _) => {}) {
  let left = connections
  const lane = async () => {
    while (left-- > 0) use(await dial(url))
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
  const { startRedis } = await import('../test/support/redis-server.js')
  const redis = await startRedis(['--maxclients', '1000'])
  const program = fileURLToPath(import.meta.url)
  const server = fork(program, ['server', redis.url])
  const url = String((await once(server, 'message'))[0])
  const asker = await dial(url)
  const alone = await ask(asker, ALONE_MS)
  const began = performance.now()
  const diallers = Array.from({ length: DIALLERS }, () =>
    fork(program, ['dial', url, `${(IDLE - DROPPED) / DIALLERS}`]),
  )
  await Promise.all(diallers.map((child) => once(child, 'message')))
  console.log("dialled", (performance.now() - began) / 1000)
  await dialMany(url, DROPPED, (socket) => socket.terminate())
  const seconds = (performance.now() - began) / 1000
  await sleep(2_000)
  const among = await ask(asker, TWO_SWEEPS_MS)
  const longest = Math.max(...among)
  const times = (/** @type {number[]} */ all) =>
    `p50 ${quantile(all, 0.5).toFixed(1)} ms, p99 ${quantile(all, 0.99).toFixed(1)} ms, at most ${Math.max(...all).toFixed(1)} ms`
  console.log(
    `idle: a turn takes ${times(alone)} alone; during two sweeps of ${IDLE} idle sessions (opened in ${seconds.toFixed(0)} s) ` +
      `${times(among)} (target ${MOST_MS} ms: ${longest <= MOST_MS ? 'met' : 'missed'})`,
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
