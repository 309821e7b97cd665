import { once } from 'node:events'
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js'
import { WebSocket } from 'ws'
import type { AppOptions } from '../../src/server/app.js'
import type { LanguageModel } from '../../src/server/model/language-model.js'
import type { PhoneOptions } from '../../src/server/phone/phone-options.js'
import { bytesOf, encodeAudio, samplesOf } from '../../src/server/speech/audio/audio-format.js'
import { createSilenceDetector } from '../../src/server/speech/turns/detectors.js'
import { VirtualClock } from '../../src/testing/virtual-clock.js'
import { startServer, type TestServer } from './app.js'
import { HummingTts, loudVad, tone } from './speech.js'
import { recorded, resampled } from './speech-files.js'

/** The auth token of the account in tests. */
export const AUTH_TOKEN = 'auth-token'

/** A server that takes calls, in a time of its own. */
export interface PhoneServer extends TestServer {
  clock: VirtualClock
  /** The texts that were spoken. */
  said: string[]
}

/** Starts a server for calls of Twilio. */
export async function servePhone(
  agent: { llm: LanguageModel } & Omit<Parameters<typeof startServer>[0], 'llm'>,
  options: Omit<Partial<AppOptions>, 'agentSession' | 'phone'> & { phone?: Partial<PhoneOptions> } = {},
): Promise<PhoneServer> {
  const clock = new VirtualClock(1_700_000_000_000)
  const tts = new HummingTts()
  const speech = { tts, vad: loudVad, turnDetection: createSilenceDetector() }
  const phone: PhoneOptions = { carrier: 'twilio', credential: AUTH_TOKEN, ...options.phone }
  const server = await startServer(
    { ...speech, ...agent },
    { apiKeyValidator: (_key, _app, caller) => caller !== undefined, ...options, phone, clock },
  )
  // A session that is busy would be waited for, and this clock stands still.
  const close = async () => {
    await server.app.close({ drainMs: 0 })
    await server.close()
  }
  return { ...server, clock, said: tts.said, close }
}

/** The answer to a signed request about a call. */
export async function ring(
  { port }: TestServer,
  { path = '/phone/twilio', token = AUTH_TOKEN, ...fields }: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const url = `http://127.0.0.1:${port}${path}`
  const sent = { CallSid: 'CA1', From: '+14158675309', To: '+18005551212', ...fields }
  const signature = getExpectedTwilioSignature(token, url, sent)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'X-Twilio-Signature': signature },
    body: new URLSearchParams(sent),
  })
  return { status: response.status, text: await response.text() }
}

/** The address and the token in an answer that connects a call. */
export function streamOf(twiml: string): { url: string; token: string } {
  const [, url = ''] = /<Stream url="([^"]*)"/.exec(twiml) ?? []
  const [, token = ''] = /<Parameter name="token" value="([^"]*)"/.exec(twiml) ?? []
  return { url, token }
}

/** A message of the server to Twilio. */
interface SentMessage {
  event: 'media' | 'mark' | 'clear'
  media?: { payload: string }
  mark?: { name: string }
}

const FRAME_BYTES = 160

/**
 * Twilio and the person at the telephone: sends what Twilio documents, plays audio in real time by the clock of the
 * server, returns marks when the audio before them was played or dropped.
 */
export class PhoneCaller {
  readonly messages: SentMessage[] = []
  readonly socket: WebSocket
  /** Milliseconds of agent audio that the person has heard. */
  heardMs = 0
  clears = 0
  closed: { code: number; reason: string } | undefined
  readonly #clock: VirtualClock
  #queue: (number | string)[] = []
  #sequence = 0
  #chunk = 0
  #onSettled = () => {}

  constructor(socket: WebSocket, clock: VirtualClock) {
    this.socket = socket
    this.#clock = clock
    socket.on('message', (data) => this.#take(JSON.parse(String(data)) as SentMessage))
    socket.on('pong', () => this.#onSettled())
    socket.on('close', (code, reason) => {
      this.#onSettled()
      this.closed = { code, reason: reason.toString() }
    })
  }

  /** Opens the WebSocket of a media stream, without any message. */
  static async open({ port, clock }: PhoneServer): Promise<PhoneCaller> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/phone/twilio/media`)
    const caller = new PhoneCaller(socket, clock)
    await once(socket, 'open')
    return caller
  }

  /** Calls the server: the telephone rings, the call is connected, the stream starts. */
  static async call(server: PhoneServer, fields: Record<string, string> = {}): Promise<PhoneCaller> {
    const { text } = await ring(server, fields)
    const caller = await PhoneCaller.open(server)
    await caller.start(streamOf(text).token, fields.CallSid)
    return caller
  }

  /** Sends the first two messages. */
  async start(token: string, callSid = 'CA1'): Promise<void> {
    this.send({ event: 'connected', protocol: 'Call', version: '1.0.0' })
    this.send({
      event: 'start',
      start: {
        ...{ streamSid: 'MZ1', accountSid: 'AC1', callSid, tracks: ['inbound'] },
        customParameters: { token },
        mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
      },
    })
    await this.settle()
  }

  send(message: object | string): void {
    if (typeof message === 'string') this.socket.send(message)
    else {
      this.#sequence += 1
      const numbered = { sequenceNumber: String(this.#sequence), streamSid: 'MZ1', ...message }
      this.socket.send(JSON.stringify(numbered))
    }
  }

  /** Speaks for a time. */
  speak(ms: number): Promise<void> {
    return this.#stream(encodeAudio(samplesOf(tone(ms, 8_000)), 'audio/pcmu'))
  }

  /** Plays a recorded sentence into the call. */
  say(name: string): Promise<void> {
    const samples = resampled(recorded(name), { from: 16_000, to: 8_000 })
    return this.#stream(encodeAudio(samplesOf(bytesOf(samples)), 'audio/pcmu'))
  }

  /** Is silent for a time. */
  pause(ms: number): Promise<void> {
    return this.#stream(new Uint8Array(ms * 8).fill(0xff))
  }

  /** Speaks long enough for a turn, and waits for its end. */
  async turn(): Promise<void> {
    await this.speak(600)
    await this.pause(900)
  }

  async press(digit: string): Promise<void> {
    this.send({ event: 'dtmf', dtmf: { track: 'inbound_track', digit } })
    await this.settle()
  }

  async hangUp(): Promise<void> {
    this.send({ event: 'stop', stop: { accountSid: 'AC1', callSid: 'CA1' } })
    this.socket.close()
    await once(this.socket, 'close')
  }

  /** Everything sent so far has arrived on both sides. */
  async settle(): Promise<void> {
    for (let round = 0; round < 2 && this.socket.readyState === WebSocket.OPEN; round += 1) {
      await new Promise<void>((resolve) => {
        this.#onSettled = resolve
        this.socket.ping()
      })
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async #stream(audio: Uint8Array): Promise<void> {
    for (let at = 0; at < audio.length && !this.closed; at += FRAME_BYTES) {
      this.#chunk += 1
      const payload = Buffer.from(audio.subarray(at, at + FRAME_BYTES)).toString('base64')
      const media = {
        track: 'inbound',
        chunk: String(this.#chunk),
        timestamp: String(20 * this.#chunk),
        payload,
      }
      this.send({ event: 'media', media })
      await this.settle()
      await this.#clock.advance(20)
      this.#play()
    }
    await this.settle()
  }

  #take(message: SentMessage): void {
    this.messages.push(message)
    if (message.media) this.#queue.push(Buffer.from(message.media.payload, 'base64').length)
    else if (message.mark) this.#queue.push(message.mark.name)
    else {
      this.clears += 1
      for (const entry of this.#queue) if (typeof entry === 'string') this.#return(entry)
      this.#queue = []
    }
  }

  /** Plays 20 ms. */
  #play(): void {
    let left = FRAME_BYTES
    while (this.#queue.length > 0 && (left > 0 || typeof this.#queue[0] === 'string')) {
      const entry = this.#queue.shift()!
      if (typeof entry === 'string') this.#return(entry)
      else {
        const part = Math.min(left, entry)
        left -= part
        this.heardMs += part / 8
        if (part < entry) this.#queue.unshift(entry - part)
      }
    }
  }

  #return(name: string): void {
    this.send({ event: 'mark', mark: { name } })
  }
}
