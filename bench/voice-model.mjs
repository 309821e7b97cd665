// @ts-check
/**
 * What a session adds to the audio of a voice model: 20 sessions, frames of 20 ms both ways, for ten seconds. A stand-in
 * for the provider notes when each frame arrives, and sends one back. The same is done straight to the stand-in, and with
 * recognizer, language model and voice (which answer at once, and detection by energy), for comparison. All run in one
 * process, so that the CPU time of clients and stand-in, which is that of the first run, is to be subtracted.
 * `node --expose-gc bench/voice-model.mjs [SESSIONS]`
 */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket, WebSocketServer } from 'ws'
import './load-ts.mjs'
import { quantile, spokenAgent } from './stand-ins.mjs'

const { AgentSession, createApp } = await import('../src/server/index.js')

const SESSIONS = Number(process.argv[2] ?? 20)
const FRAMES = 500
const FRAME_MS = 20
const FRAME_BYTES = 960

/** @type {number[]} */
let toModel = []
/** @type {number[]} */
let toClient = []
/** When each frame was sent, by its number. @type {Map<number, number>} */
const sentAt = new Map()
let frames = 0

/** A frame of audio that begins with its number, and is never silent or loud. */
function numberedFrame() {
  frames += 1
  const frame = Buffer.alloc(FRAME_BYTES)
  frame.writeUInt32LE(frames)
  sentAt.set(frames, performance.now())
  return frame
}

/** @param {Buffer} frame @param {number[]} into */
function arrived(frame, into) {
  const at = sentAt.get(frame.readUInt32LE())
  if (at !== undefined) into.push(performance.now() - at)
}

const provider = new WebSocketServer({ port: 0, host: '127.0.0.1' })
await once(provider, 'listening')
provider.on('connection', (socket) => {
  const say = (/** @type {object} */ event) => socket.send(JSON.stringify(event))
  let sounds = 0
  say({ type: 'session.created', session: {} })
  socket.on('message', (data) => {
    const event = JSON.parse(String(data))
    if (event.type === 'response.create') {
      say({ type: 'response.created', response: { id: 'resp_1', metadata: null } })
      say({
        type: 'response.output_audio_transcript.delta',
        response_id: 'resp_1',
        item_id: 'item_1',
        delta: 'Hm',
      })
    }
    if (event.type !== 'input_audio_buffer.append') return
    arrived(Buffer.from(event.audio, 'base64'), toModel)
    sounds += 1
    if (sounds > FRAMES) return
    const delta = numberedFrame().toString('base64')
    say({ type: 'response.output_audio.delta', response_id: 'resp_1', item_id: 'item_1', delta })
  })
})
const { port } = /** @type {import('node:net').AddressInfo} */ (provider.address())

/** Starts a server. @param {import('../src/server/agent/agent-session.js').AgentSessionOptions} agent */
async function serve(agent) {
  const agentSession = new AgentSession(agent)
  const quota = { connectionsPerUser: 1_000 }
  const app = createApp({ agentSession, apiKeyValidator: () => true, quota })
  const { url } = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, url }
}

const credentials = { voiceModel: { baseUrl: `http://127.0.0.1:${port}/v1` } }
const passing = await serve({ voiceModel: 'openai/gpt-realtime-2.1', credentials })
const answer = new Uint8Array(FRAMES * FRAME_BYTES)
const cascade = await serve({ ...spokenAgent(answer), vad: 'energy/v1' })
/** @param {string} url */
async function session(url) {
  const socket = new WebSocket(url, [], { headers: { authorization: 'Bearer key' } })
  await once(socket, 'open')
  socket.on('message', (data) => {
    const event = JSON.parse(String(data))
    if (event.type === 'response.output_audio.delta') arrived(Buffer.from(event.delta, 'base64'), toClient)
  })
  const send = (/** @type {object} */ event) => socket.send(JSON.stringify(event))
  send({ type: 'response.create' })
  await pause(500)
  for (let frame = 0; frame < FRAMES; frame += 1) {
    send({ type: 'input_audio_buffer.append', audio: numberedFrame().toString('base64') })
    await pause(FRAME_MS)
  }
  return socket
}

/** Runs all sessions against an address, and prints their times. @param {string} name @param {string} address */
async function run(name, address) {
  ;[toModel, toClient] = [[], []]
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const started = process.cpuUsage()
  const sockets = await Promise.all(Array.from({ length: SESSIONS }, () => session(address)))
  const { user, system } = process.cpuUsage(started)
  const kilobytes = Math.round((process.memoryUsage().rss - before) / 1024 / SESSIONS)
  const shown = (/** @type {number[]} */ times) =>
    times.length === 0
      ? 'not measured'
      : `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`
  console.log(`${name}: to the model ${shown(toModel)}; to the client ${shown(toClient)};`)
  const cpu = ((user + system) / 1000 / SESSIONS / ((FRAMES * FRAME_MS) / 1000)).toFixed(1)
  console.log(`  cpu ${cpu} ms for a second of a session, memory of a session ${kilobytes} kB`)
  for (const socket of sockets) socket.terminate()
}

await run('straight to the provider', `ws://127.0.0.1:${port}`)
await run('through the server', passing.url)
await run('recognizer, language model and voice', cascade.url)
await passing.app.close()
await cascade.app.close()
provider.close()
for (const socket of provider.clients) socket.terminate()
