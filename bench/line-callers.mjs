// @ts-check
/** The callers of `lines.mjs`: each sends a sentence and then a quiet room, over and over, and notes when the agent is heard. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'

/** The lines. */
export const KINDS = ['websocket', 'webrtc', 'phone']
/** What signs the requests of the carrier. */
export const PHONE_TOKEN = 'bench'

const FRAME_MS = 20
/** A quiet room between two sentences. */
const PAUSE_MS = 4_000

/** @typedef {{ late: number[], first: number[] }} Seen Milliseconds: frames beside their 20 ms; first sounds after the end of speech. */
/** @typedef {{ packets: Buffer[], lastSpoken: number }} Sound Packets of 20 ms; the last one that is spoken. */
/** @typedef {{ port: number, at: number, sound: Sound, onSound: () => void }} CallerOptions */
/** @typedef {(options: CallerOptions) => Promise<(packet: Buffer, number: number) => void>} Connect */

/** @param {string} kind @param {{ port: number, count: number }} options @returns {Promise<Seen>} what the callers see, from now on */
export async function startCallers(kind, { port, count }) {
  const line = LINES[kind]
  if (!line) throw new Error(`There is no line ${kind}.`)
  const seen = { late: [], first: [] }
  const sound = await line.soundOf()
  for (let at = 0; at < count; at += 1) await speak(line, { port, at, sound, seen })
  return seen
}

/** @param {{ connect: Connect, paced: boolean }} line @param {{ port: number, at: number, sound: Sound, seen: Seen }} options */
async function speak({ connect, paced }, { port, at, sound, seen }) {
  let lastAt = 0
  /** @type {number | undefined} */
  let endedAt
  const onSound = () => {
    const now = performance.now()
    // A longer gap is the silence between two answers.
    if (paced && now - lastAt < 500) seen.late.push(now - lastAt - FRAME_MS)
    lastAt = now
    if (endedAt !== undefined) seen.first.push(now - endedAt)
    endedAt = undefined
  }
  const send = await connect({ port, at, sound, onSound })
  const { packets, lastSpoken } = sound
  const from = at * 37
  const begun = performance.now()
  let sent = 0
  setInterval(() => {
    for (; sent * FRAME_MS <= performance.now() - begun; sent += 1) {
      const place = (from + sent) % packets.length
      send(/** @type {Buffer} */ (packets[place]), sent)
      if (place === lastSpoken) endedAt = performance.now()
    }
  }, 10)
}

/** A sentence and the hiss of a quiet room, in frames of 20 ms. @param {number} rate @returns {{ frames: Int16Array[], lastSpoken: number }} */
function framesAt(rate) {
  const wav = readFileSync(
    fileURLToPath(new URL('../test/fixtures/speech/list-pets-slt.wav', import.meta.url)),
  )
  const spoken = new Int16Array(wav.buffer.slice(wav.byteOffset + 44))
  const speechMs = Math.ceil(spoken.findLastIndex((sample) => Math.abs(sample) > 400) / 16)
  const lastSpoken = Math.floor(speechMs / FRAME_MS)
  const size = (rate * FRAME_MS) / 1000
  const frames = Array.from({ length: lastSpoken + 1 + PAUSE_MS / FRAME_MS }, (_, frame) =>
    Int16Array.from({ length: size }, (_, sample) => {
      const at = frame * size + sample
      const heard = frame <= lastSpoken ? (spoken[Math.floor((at * 16_000) / rate)] ?? 0) : 0
      return heard + ((at * 7_919) % 41) - 20
    }),
  )
  return { frames, lastSpoken }
}

/** @param {Int16Array} samples */
const bytesOf = (samples) => Buffer.from(samples.buffer)

/** @type {Connect} */
async function connectWebSocket({ port, onSound }) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/realtime`, {
    headers: { Authorization: 'Bearer key' },
  })
  socket.on('message', (data) => {
    if (String(data).includes('"response.output_audio.delta"')) onSound()
  })
  await once(socket, 'open')
  return (packet) =>
    socket.send(JSON.stringify({ type: 'input_audio_buffer.append', audio: packet.toString('base64') }))
}

/** @type {Connect} */
async function connectPhone({ port, at, onSound }) {
  const url = `http://127.0.0.1:${port}/phone/twilio`
  const fields = { CallSid: `CA${at}`, From: `+4930${100_000 + at}` }
  const signed = url + Object.entries(fields).flat().join('')
  const signature = createHmac('sha1', PHONE_TOKEN).update(signed).digest('base64')
  const headers = { 'X-Twilio-Signature': signature }
  const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) })
  const token = /name="token" value="([^"]*)"/.exec(await answer.text())?.[1]
  const socket = new WebSocket(`ws://127.0.0.1:${port}/phone/twilio/media`)
  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    if (message.event === 'mark') socket.send(String(data))
    else if (message.event === 'media') onSound()
  })
  await once(socket, 'open')
  const start = { streamSid: 'MZ', callSid: fields.CallSid, customParameters: { token } }
  socket.send(JSON.stringify({ event: 'start', start }))
  return (packet, number) => {
    const payload = packet.toString('base64')
    socket.send(
      JSON.stringify({ event: 'media', media: { track: 'inbound', chunk: String(number), payload } }),
    )
  }
}

/** @type {Connect} */
async function connectWebRtc({ port, onSound }) {
  const werift = await import('werift')
  const peer = new werift.RTCPeerConnection({ iceServers: [] })
  const track = new werift.MediaStreamTrack({ kind: 'audio' })
  const transceiver = peer.addTransceiver(track, { direction: 'sendrecv' })
  transceiver.onTrack.subscribe((received) => received.onReceiveRtp.subscribe(onSound))
  const events = peer.createDataChannel('oai-events')
  const opened = new Promise((resolve) =>
    events.stateChanged.subscribe((state) => state === 'open' && resolve(0)),
  )
  await peer.setLocalDescription(await peer.createOffer())
  const answer = await fetch(`http://127.0.0.1:${port}/v1/realtime/calls`, {
    method: 'POST',
    headers: { Authorization: 'Bearer key', 'Content-Type': 'application/sdp' },
    body: peer.localDescription?.sdp ?? '',
  })
  await peer.setRemoteDescription({ type: 'answer', sdp: await answer.text() })
  await opened
  return (packet, number) => {
    const header = new werift.RtpHeader({
      sequenceNumber: number & 0xffff,
      timestamp: (number * FRAME_MS * 48) >>> 0,
    })
    track.writeRtp(new werift.RtpPacket(header, packet))
  }
}

/** @type {Record<string, { connect: Connect, paced: boolean, soundOf: () => Promise<Sound> }>} */
const LINES = {
  websocket: {
    connect: connectWebSocket,
    paced: false,
    soundOf: async () => {
      const { frames, lastSpoken } = framesAt(24_000)
      return { packets: frames.map(bytesOf), lastSpoken }
    },
  },
  webrtc: {
    connect: connectWebRtc,
    paced: true,
    soundOf: async () => {
      const { default: OpusScript } = await import('opusscript')
      const encoder = new OpusScript(16_000, 1, OpusScript.Application.VOIP)
      const { frames, lastSpoken } = framesAt(16_000)
      return {
        packets: frames.map((frame) => Buffer.from(encoder.encode(bytesOf(frame), frame.length))),
        lastSpoken,
      }
    },
  },
  phone: {
    connect: connectPhone,
    paced: true,
    soundOf: async () => {
      await import('./load-ts.mjs')
      const { encodeG711 } = await import(
        new URL('../src/server/speech/audio/audio-format.ts', import.meta.url).href
      )
      const { frames, lastSpoken } = framesAt(8_000)
      return { packets: frames.map((frame) => Buffer.from(encodeG711(frame, 'audio/pcmu'))), lastSpoken }
    },
  },
}
