// @ts-check
/**
 * The time the server adds to a text turn: from the client's `response.create` to the first words and to `response.done`, with a language
 * model that answers at once. One session talks without a pause, fifty with a pause of up to a second each; a conversation has 20 turns.
 * Needs `npm run build`. `node bench/turn.mjs`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'

const KEY = 'bench-key'
const TURNS_PER_SESSION = 20
/** @type {Record<number, { p50: number, p99: number }>} */
const TARGETS = { 1: { p50: 5, p99: 20 }, 50: { p50: 5, p99: 50 } }

if (process.argv[2] === 'server') await serve()
else await measureAll()

async function serve() {
  const { AgentSession, createApp } = await import(new URL('../dist/server/index.js', import.meta.url).href)
  const llm = { name: 'bench/instant', stream: answer }
  const app = createApp({
    apiKeyValidator: (/** @type {string} */ key) => key === KEY,
    agentSession: new AgentSession({ llm, credentials: {} }),
  })
  const { url } = await app.listen({ port: 0 })
  process.send?.(url)
}

async function* answer() {
  for (const text of ['There are ', 'two pets, ', 'Rex and Momo.']) yield { type: 'text-delta', text }
  yield { type: 'end', reason: 'stop' }
}

async function measureAll() {
  const server = fork(fileURLToPath(import.meta.url), ['server'])
  const [url] = await once(server, 'message')
  await measure(url, { sessions: 1, turns: 400, pauseMs: 0 })
  report(1, await measure(url, { sessions: 1, turns: 2_000, pauseMs: 0 }))
  report(50, await measure(url, { sessions: 50, turns: 40, pauseMs: 1_000 }))
  server.kill()
}

/**
 * @typedef {{ first: number[], done: number[] }} Times milliseconds
 * @typedef {{ sessions: number, turns: number, pauseMs: number }} Load
 */

/** @param {string} url @param {Load} load @returns {Promise<Times>} */
async function measure(url, load) {
  /** @type {Times} */
  const times = { first: [], done: [] }
  await Promise.all(Array.from({ length: load.sessions }, () => talk(url, { ...load, times })))
  return times
}

/** A user who says something, hears the answer, and hangs up after 20 turns. @param {string} url @param {Load & { times: Times }} load */
async function talk(url, { turns, pauseMs, times }) {
  for (let left = turns; left > 0; left -= TURNS_PER_SESSION) {
    const socket = new WebSocket(url, { headers: { Authorization: `Bearer ${KEY}` } })
    await once(socket, 'open')
    for (let turn = 0; turn < TURNS_PER_SESSION; turn += 1) {
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * pauseMs))
      await oneTurn(socket, times)
    }
    socket.close()
  }
}

/** @param {WebSocket} socket @param {Times} times @returns {Promise<void>} */
function oneTurn(socket, times) {
  return new Promise((resolve) => {
    const started = performance.now()
    let heard = false
    /** @param {Buffer} data */
    const onMessage = (data) => {
      const text = data.toString()
      if (!heard && text.includes('"type":"response.output_text.delta"')) {
        heard = true
        times.first.push(performance.now() - started)
      } else if (text.includes('"type":"response.done"')) {
        times.done.push(performance.now() - started)
        socket.off('message', onMessage)
        resolve(undefined)
      }
    }
    socket.on('message', onMessage)
    const content = [{ type: 'input_text', text: 'Which pets are there?' }]
    socket.send(
      JSON.stringify({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } }),
    )
    socket.send(JSON.stringify({ type: 'response.create' }))
  })
}

/** @param {number} sessions @param {Times} times */
function report(sessions, times) {
  const target = TARGETS[sessions] ?? { p50: 0, p99: 0 }
  for (const [stage, values] of Object.entries(times)) {
    const [p50, p99] = /** @type {[number, number]} */ ([quantile(values, 0.5), quantile(values, 0.99)])
    const verdict = p50 <= target.p50 && p99 <= target.p99 ? 'met' : 'missed'
    console.log(
      `turn, ${sessions} session(s), ${values.length} turns, ${stage === 'first' ? 'first words' : 'response.done'}: ` +
        `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms (target ${target.p50} / ${target.p99}: ${verdict})`,
    )
  }
}

/** @param {number[]} values @param {number} share */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
