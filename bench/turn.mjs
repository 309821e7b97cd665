// @ts-check
/**
 * The time the server adds to a text turn: from the client's `response.create` to the first words and to `response.done`, with a language
 * model that answers at once. One session talks without a pause, fifty with a pause of up to a second each; a conversation has 20 turns.
 * Then the time until the first words with a model behind HTTP that needs 300 ms, in turn with direct requests to it.
 * Needs `npm run build`. `node bench/turn.mjs`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'

const KEY = 'bench-key'
const TURNS_PER_SESSION = 20
/** @type {Record<number, { p50: number, p99: number }>} */
const TARGETS = { 1: { p50: 5, p99: 20 }, 50: { p50: 5, p99: 50 } }

/** How long the slow model needs until its first words. */
const MODEL_MS = 300
const SLOW_TURNS = 60

if (process.argv[2] === 'server') await serve()
else if (process.argv[2] === 'model') await serveModel()
else await measureAll()

async function serve() {
  const { AgentSession, createApp } = await import(new URL('../dist/server/index.js', import.meta.url).href)
  const [, , , baseUrl] = process.argv
  const llm = baseUrl ? 'openai/slow' : { name: 'bench/instant', stream: answer }
  const credentials = baseUrl ? { llm: { apiKey: 'k', baseUrl } } : {}
  const app = createApp({
    apiKeyValidator: (/** @type {string} */ key) => key === KEY,
    agentSession: new AgentSession({ llm, credentials }),
  })
  const { url } = await app.listen({ port: 0 })
  process.send?.(url)
}

/** A stand-in for chat completions whose first words come after `MODEL_MS`. */
async function serveModel() {
  /** @param {object} delta @param {string | null} finish_reason */
  const chunk = (delta, finish_reason = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      setTimeout(() => {
        response.end(`${chunk({ content: 'Two pets.' })}${chunk({}, 'stop')}data: [DONE]\n\n`)
      }, MODEL_MS)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  process.send?.(`http://127.0.0.1:${address.port}/v1`)
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
  await measureSlowModel()
}

/** Compares turns through the server with direct requests to the same model, one of each in turn. */
async function measureSlowModel() {
  const model = fork(fileURLToPath(import.meta.url), ['model'])
  const [baseUrl] = await once(model, 'message')
  const server = fork(fileURLToPath(import.meta.url), ['server', baseUrl])
  const [url] = await once(server, 'message')
  const socket = new WebSocket(url, { headers: { Authorization: `Bearer ${KEY}` } })
  await once(socket, 'open')
  /** @type {Times} */
  const through = { first: [], done: [] }
  /** @type {number[]} */
  const direct = []
  for (let turn = 0; turn < SLOW_TURNS; turn += 1) {
    await oneTurn(socket, through)
    direct.push(await askDirectly(baseUrl))
  }
  socket.close()
  server.kill()
  model.kill()
  const added = quantile(through.first, 0.5) - quantile(direct, 0.5)
  console.log(
    `turn, model of ${MODEL_MS} ms, ${SLOW_TURNS} turns, first words: p50 ${added.toFixed(2)} ms more than the model alone ` +
      `(${quantile(direct, 0.5).toFixed(1)} ms; target 5: ${added <= 5 ? 'met' : 'missed'})`,
  )
}

/** @param {string} baseUrl @returns {Promise<number>} milliseconds until the first words */
async function askDirectly(baseUrl) {
  const started = performance.now()
  const messages = [{ role: 'user', content: 'Which pets are there?' }]
  const body = JSON.stringify({ model: 'slow', stream: true, messages })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', headers, body })
  const reader = response.body?.getReader()
  await reader?.read()
  const first = performance.now() - started
  while (reader && !(await reader.read()).done);
  return first
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
