// @ts-check
/**
 * A call through the newest `TwilioRealtimeTransportLayer` of `@openai/agents-extensions`, as a script for a newer Node: Twilio's messages come in on
 * one side, a Realtime server is on the other. It stands where the packages are installed when it runs. Arguments: the address, the key, a file of
 * speech as mu-law at 8 kHz.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'

const [, , url = '', apiKey = '', sound = '', installed = ''] = process.argv
const load = createRequire(`${installed}/index.js`)
const { RealtimeAgent, RealtimeSession } = load('@openai/agents-realtime')
const { TwilioRealtimeTransportLayer } = load('@openai/agents-extensions')
const { WebSocket, WebSocketServer } = load('ws')

const told = {
  /** @type {string[]} */ texts: [],
  /** @type {unknown[]} */ calls: [],
  /** @type {string[]} */ errors: [],
  mediaMs: 0,
  marks: 0,
  clears: 0,
}

/** @param {() => boolean} condition */
async function eventually(condition) {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 1_000) throw new Error(`it never came to it: ${JSON.stringify(told)}`)
    await wait(10)
  }
}

const carrier = new WebSocketServer({ port: 0, host: '127.0.0.1' })
await new Promise((resolve) => carrier.once('listening', resolve))
const accepted = new Promise((resolve) => carrier.once('connection', resolve))
const phone = new WebSocket(`ws://127.0.0.1:${carrier.address().port}`)
phone.on('message', (/** @type {Buffer} */ data) => {
  const message = JSON.parse(data.toString())
  if (message.event === 'media') told.mediaMs += Buffer.from(message.media.payload, 'base64').length / 8
  if (message.event === 'clear') told.clears += 1
  if (message.event !== 'mark') return
  told.marks += 1
  phone.send(JSON.stringify({ event: 'mark', streamSid: 'MZ1', mark: message.mark }))
})

const transport = new TwilioRealtimeTransportLayer({ twilioWebSocket: await accepted })
const session = new RealtimeSession(new RealtimeAgent({ name: 'test', instructions: 'Be kind.' }), {
  transport,
})
session.on('error', (/** @type {unknown} */ error) => told.errors.push(JSON.stringify(error)))
session.on('agent_end', (/** @type {unknown[]} */ ...[, , output]) => told.texts.push(String(output)))
await session.connect({ apiKey, url })

const turn = readFileSync(sound)
let chunk = 0
/** @param {Buffer} audio */
async function speak(audio) {
  for (let at = 0; at < audio.length; at += 160) {
    chunk += 1
    const payload = audio.subarray(at, at + 160).toString('base64')
    const media = { track: 'inbound', chunk: String(chunk), timestamp: String(20 * chunk), payload }
    phone.send(JSON.stringify({ event: 'media', streamSid: 'MZ1', media }))
    await wait(5)
  }
}

const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 }
phone.send(
  JSON.stringify({
    event: 'start',
    streamSid: 'MZ1',
    start: { streamSid: 'MZ1', callSid: 'CA1', mediaFormat },
  }),
)
await speak(turn)
await eventually(() => told.mediaMs > 500)
await speak(turn)
await eventually(() => told.texts.includes('Yes?'))
phone.close()
session.close()
carrier.close()
console.log(JSON.stringify(told))
