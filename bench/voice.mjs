// @ts-check
/**
 * Spoken sessions over real WebSockets at the pace of people: N microphones send 20 ms frames, silero listens to each. Prints the server's CPU
 * per session, the same of the voice detection alone, how late its event loop is, and how soon the first sound follows the end of a turn when
 * recognizer, model and voice take no time. Needs `npm run build`, sherpa-onnx-node and `voice models pull silero/v5`. `node bench/voice.mjs`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'

const SESSIONS = [1, 25, 50]
const SECONDS = 10
const SILENCE_MS = 500
const FRAME_BYTES = 960

/** A server whose recognizer, model and voice answer at once. */
async function serve() {
  const { AgentSession, createApp } = await import('../dist/index.js')
  const stt = {
    name: 'bench/ears',
    streams: false,
    createRecognizer: () => ({
      begin: () => ({ push() {}, transcribe: async () => 'list the pets', end() {} }),
      close() {},
    }),
  }
  const tts = {
    name: 'bench/voice',
    async *speak() {
      yield { pcm: new Uint8Array(9_600), rate: 24_000 }
    },
  }
  /** @type {import('../dist/server/index.js').LanguageModel} */
  const llm = {
    name: 'bench/model',
    async *stream() {
      yield { type: 'text-delta', text: 'Here they are.' }
      yield { type: 'end', reason: 'stop' }
    },
  }
  const agentSession = new AgentSession({
    ...{ stt, tts, llm, vad: 'silero/v5', turnDetection: 'silence/v1', tools: [] },
  })
  const app = createApp({ agentSession, apiKeyValidator: () => true })
  const { url } = await app.listen({ port: 0 })
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let cpu = process.cpuUsage()
  process.on('message', (message) => {
    if (message === 'start') {
      delay.reset()
      delay.enable()
      cpu = process.cpuUsage()
    } else {
      const { user, system } = process.cpuUsage(cpu)
      process.send?.({ cpuMs: (user + system) / 1000, loopP99Ms: delay.percentile(99) / 1e6 })
    }
  })
  process.send?.({ url })
}

/** One microphone: a second of speech, two of silence, again and again. @param {string} url @param {Buffer} speech @param {number[]} latencies */
async function microphone(url, speech, latencies) {
  const socket = new WebSocket(url, ['voice.v1'], { headers: { Authorization: 'Bearer x' } })
  let stoppedAt = 0
  socket.on('message', (_data, isBinary) => {
    if (!isBinary || stoppedAt === 0) return
    latencies.push(performance.now() - stoppedAt - SILENCE_MS)
    stoppedAt = 0
  })
  await once(socket, 'open')
  const loop = Buffer.concat([speech, Buffer.alloc(48_000 * 2)])
  const header = Buffer.from([1, 0, 0, 0])
  const start = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    for (; sent * 20 <= performance.now() - start; sent += 1) {
      const at = (sent * FRAME_BYTES) % (loop.length - FRAME_BYTES)
      if (at <= speech.length && at + FRAME_BYTES > speech.length) stoppedAt = performance.now()
      socket.send(Buffer.concat([header, loop.subarray(at, at + FRAME_BYTES)]))
    }
  }, 10)
  return () => {
    clearInterval(timer)
    socket.terminate()
  }
}

/** The recording at 24 kHz, up to its last loud sample. */
function recording() {
  const wav = readFileSync(
    fileURLToPath(new URL('../test/fixtures/speech/list-pets-slt.wav', import.meta.url)),
  )
  const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + 44))
  const end = samples.findLastIndex((sample) => Math.abs(sample) > 400) + 1
  const pcm = Buffer.alloc(Math.floor(end * 1.5) * 2)
  for (let at = 0; at < pcm.length / 2; at += 1) {
    const place = at / 1.5
    const [left = 0, right = 0] = [samples[Math.floor(place)], samples[Math.min(end - 1, Math.ceil(place))]]
    pcm.writeInt16LE(Math.round(left + (right - left) * (place % 1)), at * 2)
  }
  return pcm
}

/** Milliseconds of CPU that the voice detection alone takes for a second of sound. */
async function vadAlone() {
  const { createRequire } = await import('node:module')
  const { homedir } = await import('node:os')
  const sherpa = createRequire(import.meta.url)('sherpa-onnx-node')
  const folder = process.env.VOICE_MODELS_DIR ?? `${homedir()}/.cache/voice/models`
  const sileroVad = { model: `${folder}/silero_vad_v5.onnx`, threshold: 0.5, windowSize: 512 }
  const vad = new sherpa.Vad({ sileroVad, sampleRate: 16_000, numThreads: 1, provider: 'cpu', debug: 0 }, 16)
  const frame = Float32Array.from({ length: 512 }, () => Math.random() * 0.1)
  const before = process.cpuUsage()
  for (let at = 0; at < 2_000; at += 1) vad.acceptWaveform(frame)
  const { user, system } = process.cpuUsage(before)
  return ((user + system) / 1000 / 2_000) * (16_000 / 512)
}

/** @param {number[]} values @param {number} share */
const percentile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

async function measure() {
  const alone = await vadAlone()
  console.log(`silero alone: ${alone.toFixed(1)} ms of CPU a second and session`)
  const speech = recording()
  for (const count of SESSIONS) {
    const server = fork(fileURLToPath(import.meta.url), ['serve'])
    const [{ url }] = await once(server, 'message')
    /** @type {number[]} */
    const latencies = []
    const stops = await Promise.all(Array.from({ length: count }, () => microphone(url, speech, latencies)))
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    latencies.length = 0
    server.send('start')
    await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000))
    server.send('stop')
    const [{ cpuMs, loopP99Ms }] = await once(server, 'message')
    for (const stop of stops) stop()
    server.disconnect()
    server.kill()
    const perSession = cpuMs / SECONDS / count
    console.log(
      `${count} sessions: ${perSession.toFixed(1)} ms of CPU a second and session (${(perSession / alone).toFixed(2)} of silero alone), ` +
        `loop p99 ${loopP99Ms.toFixed(1)} ms, first sound after the silence p50 ${percentile(latencies, 0.5).toFixed(1)} ms, ` +
        `p99 ${percentile(latencies, 0.99).toFixed(1)} ms over ${latencies.length} turns`,
    )
  }
}

if (process.argv[2] === 'serve') await serve()
else await measure()
