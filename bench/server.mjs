/**
 * What the server costs beside a bare WebSocket: messages per second and latency against an echo of the `ws` package that does the same JSON
 * work, at 1, 100 and 1,000 connections, and the memory of an idle session. Each server has a process of its own. Needs `npm run build`.
 * `node --expose-gc bench/server.mjs`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { WebSocket, WebSocketServer } from 'ws'

const KEY = 'bench-key'
const ROUNDS = 20_000
const IDLE_SESSIONS = 2_000
/** Times slower than the bare echo, and kB for an idle session. */
const TARGETS = { ratio: 2, idleKb: 40 }

const ITEM = {
  id: 'item_bench',
  object: 'realtime.item',
  type: 'message',
  role: 'user',
  status: 'completed',
  content: [{ type: 'input_text', text: 'Which pets are there, and how much are they?' }],
}

const servers = { echo: serveEcho, voice: serveVoice }
const role = /** @type {keyof typeof servers | undefined} */ (process.argv[2])
if (role) await servers[role]()
else await measureAll()

/** Takes an event apart, and sends back one of the size that the server's answer has. */
async function serveEcho() {
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  sockets.on('connection', (socket) => {
    let count = 0
    socket.on('message', (data) => {
      const event = JSON.parse(data.toString())
      count += 1
      socket.send(
        JSON.stringify({
          event_id: `event_${count}`,
          type: 'conversation.item.retrieved',
          item: event.item ?? ITEM,
        }),
      )
    })
  })
  await /** @type {Promise<void>} */ (
    new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  )
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  ready(`ws://127.0.0.1:${port}/ws`)
}

async function serveVoice() {
  const { AgentSession, createApp } = await import(new URL('../dist/server/index.js', import.meta.url).href)
  const agentSession = new AgentSession({ credentials: {} })
  const app = createApp({
    apiKeyValidator: (/** @type {string} */ key) => key === KEY,
    agentSession,
    connectionLimits: { messagesPerSecond: 1_000_000 },
  })
  ready((await app.listen({ port: 0 })).url)
}

/** @param {string} url */
function ready(url) {
  process.on('message', () => {
    globalThis.gc?.()
    globalThis.gc?.()
    process.send?.(process.memoryUsage().rss)
  })
  process.send?.(url)
}

async function measureAll() {
  for (const connections of [1, 100, 1_000]) {
    const echo = await measure('echo', connections)
    const voice = await measure('voice', connections)
    const slower = echo.perSecond / voice.perSecond
    console.log(
      `server, ${connections} connection(s): ${Math.round(voice.perSecond)} messages/s against ${Math.round(echo.perSecond)} of a bare echo: ` +
        `${slower.toFixed(2)} times slower (target ${TARGETS.ratio}: ${slower <= TARGETS.ratio ? 'met' : 'missed'}), ` +
        `added latency p50 ${((voice.p50 - echo.p50) * 1000).toFixed(0)} µs`,
    )
  }
  await measureIdle()
}

/** @param {string} kind */
async function start(kind) {
  const child = fork(fileURLToPath(import.meta.url), [kind], { execArgv: ['--expose-gc'] })
  const [url] = await once(child, 'message')
  return { child, url: String(url) }
}

/** @param {string} url */
async function dial(url) {
  const socket = new WebSocket(url, { headers: { Authorization: `Bearer ${KEY}` }, perMessageDeflate: false })
  await once(socket, 'open')
  return socket
}

/** Every connection asks and waits for the answer, as fast as it can. @param {string} kind @param {number} connections */
async function measure(kind, connections) {
  const { child, url } = await start(kind)
  const sockets = []
  for (let at = 0; at < connections; at += 1) sockets.push(await dial(url))
  if (kind === 'voice')
    for (const socket of sockets)
      socket.send(JSON.stringify({ type: 'conversation.item.create', item: ITEM }))
  await new Promise((resolve) => setTimeout(resolve, 200))
  await askAll(sockets, ROUNDS / 4)
  const started = performance.now()
  const times = await askAll(sockets, ROUNDS)
  const perSecond = times.length / ((performance.now() - started) / 1000)
  for (const socket of sockets) socket.terminate()
  child.kill()
  times.sort((a, b) => a - b)
  return { perSecond, p50: times[Math.floor(times.length / 2)] ?? 0 }
}

/** @param {WebSocket[]} sockets @param {number} rounds @returns {Promise<number[]>} milliseconds of each answer */
async function askAll(sockets, rounds) {
  /** @type {number[]} */
  const times = []
  const each = Math.max(1, Math.round(rounds / sockets.length))
  await Promise.all(sockets.map((socket) => askMany(socket, { each, times })))
  return times
}

/** @param {WebSocket} socket @param {{ each: number, times: number[] }} options @returns {Promise<void>} */
function askMany(socket, { each, times }) {
  const question = JSON.stringify({ type: 'conversation.item.retrieve', item_id: ITEM.id, item: ITEM })
  return new Promise((resolve) => {
    let left = each
    let asked = performance.now()
    const onMessage = (/** @type {Buffer} */ data) => {
      if (JSON.parse(data.toString()).type !== 'conversation.item.retrieved') return
      times.push(performance.now() - asked)
      left -= 1
      if (left === 0) {
        socket.off('message', onMessage)
        resolve()
        return
      }
      asked = performance.now()
      socket.send(question)
    }
    socket.on('message', onMessage)
    socket.send(question)
  })
}

async function measureIdle() {
  const { child, url } = await start('voice')
  const rss = async () => {
    child.send('memory')
    const [bytes] = await once(child, 'message')
    return Number(bytes)
  }
  const warmUp = []
  for (let at = 0; at < 200; at += 1) warmUp.push(await dial(url))
  const before = await rss()
  const sockets = []
  for (let at = 0; at < IDLE_SESSIONS; at += 1) sockets.push(await dial(url))
  await new Promise((resolve) => setTimeout(resolve, 500))
  const kb = ((await rss()) - before) / IDLE_SESSIONS / 1024
  console.log(
    `server, idle session: ${kb.toFixed(1)} kB of RSS (target ${TARGETS.idleKb}: ${kb <= TARGETS.idleKb ? 'met' : 'missed'})`,
  )
  for (const socket of [...sockets, ...warmUp]) socket.terminate()
  child.kill()
}
