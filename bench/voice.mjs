// @ts-check
/**
 * Spoken sessions over real WebSockets at the pace of people: N microphones, in a process of their own, send 20 ms frames; silero listens to
 * each. For each N: how long a frame takes to its verdict and back (a `voice.ping` right behind it), the server's CPU per session against
 * the voice detection alone (a process of its own, the same sound, the same pace), and how soon the first sound follows a turn when
 * recognizer, model and voice take no time. Without numbers it searches the largest N with 99 of 100 frames within 40 ms. Needs
 * `npm run build` and `voice models pull silero/v5`. `node bench/voice.mjs [N...]`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { quantile, sleep, spokenAgent } from './stand-ins.mjs'

const SECONDS = 10
const WARM_UP_MS = 4_000
const SILENCE_MS = 500
const LATE_MS = 40
const STEPS = [1, 10, 25, 50, 75, 100, 125, 150]
/** What a microphone sends at once: 20 ms at 24 kHz. */
const PACKET_BYTES = 960
const PACKET_MS = 20
/** A quiet room between two sentences. */
const PAUSE_SAMPLES = 48_000
const PING_EVERY = 25

const model = `${process.env.VOICE_MODELS_DIR ?? `${homedir()}/.cache/voice/models`}/silero_vad_v5.onnx`
/** @param {number} rate A sentence up to its last loud sample, then the hiss of a quiet room: nobody's microphone sends zeros. */
function soundAt(rate) {
  const wav = readFileSync(
    fileURLToPath(new URL('../test/fixtures/speech/list-pets-slt.wav', import.meta.url)),
  )
  const spoken = new Int16Array(wav.buffer.slice(wav.byteOffset + 44))
  const end = spoken.findLastIndex((sample) => Math.abs(sample) > 400) + 1
  const speech = Math.floor((end * rate) / 16_000)
  let noise = 1
  const samples = Int16Array.from({ length: speech + PAUSE_SAMPLES }, (_, at) => {
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) >>> 0
    const place = (at * 16_000) / rate
    const left = at < speech ? (spoken[Math.floor(place)] ?? 0) : 0
    const right = at < speech ? (spoken[Math.ceil(place)] ?? 0) : 0
    return Math.round(left + (right - left) * (place % 1) + (noise / 2 ** 32 - 0.5) * 40)
  })
  return samples
}

/** Reports the CPU of this process between "start" and "stop". */
function reportCpu() {
  let cpu = process.cpuUsage()
  process.on('message', (message) => {
    const { user, system } = process.cpuUsage(cpu)
    if (message === 'start') cpu = process.cpuUsage()
    else process.send?.({ cpuMs: (user + system) / 1000, rssMb: process.memoryUsage.rss() / 1e6 })
  })
}

/** A server whose recognizer, model and voice answer at once. */
async function serve() {
  const { AgentSession, createApp } = await import('../dist/index.js')
  const agentSession = new AgentSession(spokenAgent(new Uint8Array(9_600)))
  const app = createApp({ agentSession, apiKeyValidator: () => true })
  const { url } = await app.listen({ port: 0 })
  reportCpu()
  process.send?.({ url })
}

/** The voice detection alone: N of it, each a frame every 32 ms. */
async function vadAlone(/** @type {number} */ count) {
  await import('./load-ts.mjs')
  const { SileroNetwork } = await import(
    new URL('../src/server/providers/speech/silero-vad.ts', import.meta.url).href
  )
  const network = new SileroNetwork(readFileSync(model))
  const states = Array.from({ length: count }, () => network.createState())
  const samples = soundAt(16_000)
  const start = performance.now()
  let done = 0
  setInterval(() => {
    for (; done * 32 <= performance.now() - start; done += 1)
      for (const [at, state] of states.entries()) {
        const from = ((done + at * 7) * 512) % (samples.length - 512)
        network.probability(samples.subarray(from, from + 512), state)
      }
  }, 16)
  reportCpu()
  process.send?.({})
}

/** The process of all microphones. */
async function speak(/** @type {string} */ url, /** @type {number} */ count) {
  /** @type {number[]} */
  const firstSounds = []
  /** @type {number[]} */
  const frames = []
  const samples = soundAt(24_000)
  const sound = Buffer.from(samples.buffer)
  await Promise.all(
    Array.from({ length: count }, (_, at) => microphone(url, { sound, at, firstSounds, frames })),
  )
  process.on('message', (message) => {
    if (message === 'start') {
      firstSounds.length = 0
      frames.length = 0
    } else process.send?.({ firstSounds, frames })
  })
  process.send?.({})
}

/**
 * @param {string} url
 * @param {{ sound: Buffer, at: number, firstSounds: number[], frames: number[] }} options
 */
async function microphone(url, { sound, at, firstSounds, frames }) {
  const socket = new WebSocket(url, ['voice.v1'], { headers: { Authorization: 'Bearer x' } })
  /** @type {number[]} */
  const sentAt = []
  let lastVoiceAt = 0
  socket.on('message', (data, isBinary) => {
    if (isBinary) {
      if (lastVoiceAt > 0) firstSounds.push(performance.now() - lastVoiceAt - SILENCE_MS)
      lastVoiceAt = 0
      return
    }
    const text = data.toString()
    if (text.includes('"voice.pong"')) frames.push(performance.now() - JSON.parse(text).t)
    // The end of the last frame with a voice in it, and when the packet with that place was sent.
    if (text.includes('.speech_stopped"'))
      lastVoiceAt = sentAt[Math.ceil(JSON.parse(text).audio_end_ms / PACKET_MS) - 1] ?? 0
  })
  await once(socket, 'open')
  await sleep((at % 16) * PACKET_MS + (at % 20))
  const header = Buffer.from([1, 0, 0, 0])
  const start = performance.now()
  let sent = 0
  setInterval(() => {
    for (; sent * PACKET_MS <= performance.now() - start; sent += 1) {
      const from = (sent * PACKET_BYTES) % (sound.length - PACKET_BYTES)
      sentAt.push(performance.now())
      socket.send(Buffer.concat([header, sound.subarray(from, from + PACKET_BYTES)]))
      if (sent % PING_EVERY === 0) socket.send(`{"type":"voice.ping","t":${performance.now()}}`)
    }
  }, 5)
}

/** @param {string[]} arguments_ */
async function child(...arguments_) {
  const process_ = fork(fileURLToPath(import.meta.url), arguments_)
  const [ready] = await once(process_, 'message')
  return {
    ready,
    start: () => process_.send('start'),
    stop: async () => {
      process_.send('stop')
      const [result] = await once(process_, 'message')
      process_.kill()
      return result
    },
  }
}

async function cpuAlone(/** @type {number} */ count) {
  const vad = await child('vad', String(count))
  await sleep(1_000)
  vad.start()
  await sleep(5_000)
  return (await vad.stop()).cpuMs / 5 / count
}

async function measure(/** @type {number} */ count) {
  const alone = await cpuAlone(count)
  const server = await child('serve')
  const microphones = await child('speak', server.ready.url, String(count))
  await sleep(WARM_UP_MS)
  server.start()
  microphones.start()
  await sleep(SECONDS * 1_000)
  const [{ cpuMs, rssMb }, { firstSounds, frames }] = [await server.stop(), await microphones.stop()]
  const cpu = cpuMs / SECONDS / count
  const cells = [
    count,
    quantile(frames, 0.5).toFixed(1),
    quantile(frames, 0.99).toFixed(1),
    `${(cpu * count * 0.1).toFixed(0)} %`,
    cpu.toFixed(2),
    alone.toFixed(2),
    (cpu / alone).toFixed(2),
    rssMb.toFixed(0),
    quantile(firstSounds, 0.5).toFixed(1),
    quantile(firstSounds, 0.99).toFixed(1),
    firstSounds.length,
  ]
  console.log(cells.map((cell) => String(cell).padStart(9)).join(''))
  return quantile(frames, 0.99)
}

const HEAD = [
  'sessions',
  'frame50',
  'frame99',
  'core',
  'ms/sess',
  'vad',
  'ratio',
  'MB',
  'sound50',
  'sound99',
  'turns',
]

async function main(/** @type {number[]} */ counts) {
  console.log(
    'frame: ms from the microphone to the verdict and back; ms/sess: CPU a second and session; vad: the same, detection alone',
  )
  console.log(`sound: ms from the last frame with a voice to the first sound, less ${SILENCE_MS}`)
  console.log(HEAD.map((cell) => cell.padStart(9)).join(''))
  let largest = 0
  for (const count of counts) {
    const late = await measure(count)
    if (late > LATE_MS) break
    largest = count
  }
  console.log(`largest N with frame p99 under ${LATE_MS} ms: ${largest}`)
}

const [mode, first = '', second] = process.argv.slice(2)
if (mode === 'serve') await serve()
else if (mode === 'speak') await speak(first, Number(second))
else if (mode === 'vad') await vadAlone(Number(first))
else await main(mode ? process.argv.slice(2).map(Number) : STEPS)
