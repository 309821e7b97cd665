import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { messageOf } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import type { Agent } from '../agent/agent.js'
import type { Admission, Admissions, AdmissionsOptions } from '../http/admissions.js'
import type { Principal } from '../http/authenticator.js'
import { type HttpAnswer, type HttpRefusal, RESTARTING, refuseUpgrade } from '../http/http-answer.js'
import { ReadPace } from '../realtime/read-pace.js'
import { bytesOf } from '../realtime/realtime-connection.js'
import { BoundedMap } from '../sessions/bounded-map.js'
import { decrypt, deriveKey, encrypt } from '../sessions/encryption.js'
import { HANG_UP_TOOL, type PhoneAgents } from './call-course.js'
import type { AnnouncedCall, Carrier, CarrierEvent, CarrierName, CarrierStream } from './carriers/carrier.js'
import { PhoneCall, type PhoneCallOptions } from './phone-call.js'
import { mediaPath } from './phone-options.js'

export interface MediaStreamsOptions
  extends Pick<AdmissionsOptions, 'access' | 'metrics' | 'logger' | 'clock'>,
    Pick<PhoneCallOptions, 'carrier' | 'lines' | 'maxCallMs' | 'silenceMs'> {
  tokens: CallTokens
  agents: PhoneAgents
  admissions: Admissions
}

/** Maximum size of a message in bytes. Most messages have 20 ms of audio; some carriers send more at once. */
const MAX_MESSAGE_BYTES = 64 * 1024
/** The most streams without a call. The oldest is closed: a carrier identifies its call at once. */
const MAX_WAITING = 1_000

/** A caller who may call. */
export interface EnteredCaller {
  principal: Principal
  agent: Agent
  address: string
  appId: string | undefined
  /** The URL to which the call was announced. */
  url: string
}

/** How announced calls get to sessions. */
export interface CallRoad {
  connect(call: AnnouncedCall, caller: EnteredCaller): HttpAnswer | Promise<HttpAnswer>
  reject(call: AnnouncedCall, agent: Agent | undefined): HttpAnswer
}

/** Calls whose carrier opens a media stream here. */
export class MediaStreams implements CallRoad {
  readonly #options: MediaStreamsOptions
  readonly #sockets: WebSocketServer
  /** The open streams, oldest first. The value is the id of the call, once the stream has identified its call. */
  readonly #streams = new Map<MediaStream, string | undefined>()

  constructor(options: MediaStreamsOptions) {
    this.#options = options
    this.#sockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: MAX_MESSAGE_BYTES,
      allowSynchronousEvents: false,
      handleProtocols: () => false,
    })
  }

  connect(call: AnnouncedCall, { url, appId }: EnteredCaller): HttpAnswer {
    const { carrier, tokens } = this.#options
    const token = tokens.mint({ ...call, carrier: carrier.name, appId })
    return carrier.connect({ url: mediaAddress(url, carrier), token })
  }

  reject(): HttpAnswer {
    return this.#options.carrier.reject()
  }

  receive(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const { access, logger } = this.#options
    socket.on('error', () => {})
    const refusal = this.#refusal(request)
    if (refusal) {
      logger.warn('media stream refused', { status: refusal.status, address: access.addressOf(request) })
      refuseUpgrade(socket, refusal)
      return
    }
    const address = access.addressOf(request)
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#accept(webSocket, address))
  }

  close(): void {
    for (const stream of this.#streams.keys()) stream.close({ code: 1012, reason: 'restart' })
  }

  #refusal(request: IncomingMessage): HttpRefusal | undefined {
    const { access, admissions } = this.#options
    return admissions.draining ? RESTARTING : access.origins.refusal(request)
  }

  #accept(socket: WebSocket, address: string): void {
    const { carrier, clock, logger } = this.#options
    const stream: MediaStream = new MediaStream({
      socket,
      clock,
      logger,
      codec: carrier.createStream(),
      open: (start) => this.#open(stream, start, address),
      onClose: () => this.#streams.delete(stream),
    })
    this.#streams.set(stream, undefined)
    const waiting = [...this.#streams.keys()].filter((one) => one.waits)
    if (waiting.length > MAX_WAITING) waiting[0]!.close({ code: 1013, reason: 'overload' })
  }

  /** Opens a call; not for a wrong token, a call with a stream, a caller who is not admitted, or an agent without speech. */
  async #open(
    stream: MediaStream,
    start: CarrierEvent & { type: 'start' },
    address: string,
  ): Promise<PhoneCall | HttpRefusal> {
    const { carrier, lines, agents, clock, metrics, maxCallMs, silenceMs } = this.#options
    const call = this.#callOf(start)
    if (!call) return { status: 403, message: 'The token of this stream is missing, wrong, used or too old.' }
    if ([...this.#streams.values()].includes(call.id))
      return { status: 409, message: 'The call has a stream already.' }
    this.#streams.set(stream, call.id)
    const admission = await this.#admit(call, address)
    if ('status' in admission) return admission
    const { speech } = admission.agent
    if (!stream.isOpen || !(speech?.voiceModel || (speech?.stt && speech.tts))) {
      admission.release()
      return { status: 503, message: 'The agent has no recognizer or no voice.' }
    }
    metrics.count('voice_calls_total', { carrier: carrier.name })
    return new PhoneCall({
      carrier,
      lines,
      clock,
      maxCallMs,
      silenceMs,
      stream: stream.codec,
      admission: { ...admission, agent: agents.of(admission.agent) },
      send: (message) => stream.send(message),
      onEnd: () => stream.close({ code: 1000, reason: 'ended' }),
    })
  }

  #callOf({ token, callId }: CarrierEvent & { type: 'start' }): AdmittedCall | undefined {
    const { carrier, tokens } = this.#options
    const call = token === undefined ? undefined : tokens.redeem(token)
    if (call?.carrier !== carrier.name) return undefined
    return callId === undefined || callId === call.id ? call : undefined
  }

  async #admit(call: AdmittedCall, address: string): Promise<Admission | HttpRefusal> {
    const { access, admissions } = this.#options
    const { from, to, carrier, appId } = call
    const entered = await access.enterCall({ from, to, carrier }, appId)
    if ('status' in entered) return entered
    const principal = phonePrincipal(entered)
    return admissions.admitCaller(
      { principal, address },
      { sessionId: undefined, resumeToken: undefined, transcribesOnly: false },
    )
  }
}

/** A caller with the tool that hangs up. */
export function phonePrincipal(entered: Principal): Principal {
  const secret = { unlocked: false, session: { tools: [HANG_UP_TOOL] }, parentId: entered.keyId }
  return { ...entered, secret }
}

/** The WebSocket URL beside the one of the announcement, without a query, which carriers refuse. */
function mediaAddress(url: string, { name }: Carrier): string {
  const [start = ''] = url.split('?')
  const base = start.slice(0, start.lastIndexOf('/phone/'))
  return base.replace(/^http/, 'ws') + mediaPath(name)
}

interface MediaStreamOptions {
  socket: WebSocket
  codec: CarrierStream
  clock: Clock
  logger: Logger
  open: (start: CarrierEvent & { type: 'start' }) => Promise<PhoneCall | HttpRefusal>
  onClose: () => void
}

const START_TIMEOUT_MS = 10_000
/** A stream that sends nothing for this time is closed. Carriers always send audio, even if the caller is silent. */
const IDLE_TIMEOUT_MS = 30_000
/** Maximum messages per second. Normally a stream sends 50 messages with audio per second, and some with marks. */
const MESSAGES_PER_SECOND = 200
const MAX_BAD_MESSAGES = 20
/** Maximum bytes that wait because the carrier does not receive them. They hold at least half a minute of audio. */
const MAX_QUEUED_BYTES = 1024 * 1024

const POLICY = 1008

/** One media stream of a carrier. States: waiting (for `start`) → opening → open → closed. */
class MediaStream {
  readonly codec: CarrierStream
  readonly #options: MediaStreamOptions
  #state: 'waiting' | 'opening' | 'open' | 'closed' = 'waiting'
  #call: PhoneCall | undefined
  #badMessages = 0
  #stopTimer: () => void

  constructor(options: MediaStreamOptions) {
    const { socket, clock, codec } = options
    this.#options = options
    this.codec = codec
    const pace = new ReadPace({ socket, clock, messagesPerSecond: MESSAGES_PER_SECOND })
    const late = () => this.close({ code: POLICY, reason: 'no start' })
    this.#stopTimer = clock.schedule(late, START_TIMEOUT_MS)
    socket.on('message', (data, isBinary) => {
      pace.take()
      this.#receive(isBinary ? bytesOf(data) : data.toString())
    })
    socket.on('ping', () => pace.take())
    // Nothing to do: a close event follows each error.
    socket.on('error', () => {})
    socket.on('close', () => this.#onClose())
  }

  /** Whether the message `start`, which identifies the call, has not arrived yet. */
  get waits(): boolean {
    return this.#state === 'waiting'
  }

  get isOpen(): boolean {
    return this.#state !== 'closed'
  }

  send(message: string | Uint8Array): void {
    const { socket } = this.#options
    if (socket.readyState !== socket.OPEN) return
    socket.send(message)
    if (socket.bufferedAmount > MAX_QUEUED_BYTES) this.close({ code: 1013, reason: 'overload' })
  }

  close({ code, reason }: { code: number; reason: string }): void {
    this.#options.socket.close(code, reason)
    this.#onClose()
  }

  #receive(message: string | Uint8Array): void {
    if (this.#state === 'closed') return
    const event = this.#read(message)
    if (this.#state === 'open') this.#watch()
    if (event === undefined) return
    if (event.type !== 'start') this.#call?.take(event)
    else if (this.#state === 'waiting') void this.#open(event)
    else this.close({ code: POLICY, reason: 'second start' })
  }

  #read(message: string | Uint8Array): CarrierEvent | undefined {
    try {
      return this.codec.read(message)
    } catch {
      this.#badMessages += 1
      if (this.#badMessages > MAX_BAD_MESSAGES) this.close({ code: POLICY, reason: 'not a media stream' })
      return undefined
    }
  }

  async #open(start: CarrierEvent & { type: 'start' }): Promise<void> {
    const { open, logger } = this.#options
    this.#state = 'opening'
    try {
      const opened = await open(start)
      if ('status' in opened) this.#refuse(opened)
      else if (this.isOpen) this.#begin(opened)
      else opened.close()
    } catch (error) {
      logger.error('call failed', { error: messageOf(error) })
      this.close({ code: 1011, reason: 'failed' })
    }
  }

  #begin(call: PhoneCall): void {
    this.#state = 'open'
    this.#call = call
    this.#watch()
  }

  #refuse({ status, message }: HttpRefusal): void {
    this.#options.logger.warn('call refused', { status, message })
    this.close({ code: POLICY, reason: 'refused' })
  }

  #watch(): void {
    this.#stopTimer()
    const idle = () => this.close({ code: POLICY, reason: 'idle' })
    this.#stopTimer = this.#options.clock.schedule(idle, IDLE_TIMEOUT_MS)
  }

  #onClose(): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#stopTimer()
    this.#options.onClose()
    this.#call?.close()
  }
}

interface AdmittedCall extends AnnouncedCall {
  carrier: CarrierName
  appId: string | undefined
}

/** How long a token is valid. This is long enough, because the carrier opens the media stream at once. */
const LIFE_MS = 60_000
const MAX_USED = 100_000

/** Tokens that contain an admitted call, encrypted for all servers with the secret. */
export class CallTokens {
  readonly #key: Buffer
  readonly #clock: Clock
  readonly #used = new BoundedMap<string, true>(MAX_USED)

  /** Without `secret`, tokens are valid only in this process. */
  constructor({ secret, clock }: { secret: string | undefined; clock: Clock }) {
    this.#key = secret === undefined ? randomBytes(32) : deriveKey(secret, 'calls')
    this.#clock = clock
  }

  mint(call: AdmittedCall): string {
    const content = JSON.stringify({ ...call, until: this.#clock.now() + LIFE_MS })
    return encrypt(this.#key, content).toString('base64url')
  }

  /** Returns the call in a token, and marks the token as used. `undefined` if the token is forged, expired or used. */
  redeem(token: string): AdmittedCall | undefined {
    const sealed = Buffer.from(token, 'base64url')
    // The same bytes can be written in several ways, so not the text of the token is remembered.
    const name = sealed.toString('base64url')
    if (this.#used.has(name)) return undefined
    try {
      const { until, ...call } = JSON.parse(decrypt(this.#key, sealed).toString()) as AdmittedCall & {
        until: number
      }
      if (until <= this.#clock.now()) return undefined
      this.#used.set(name, true)
      return call
    } catch {
      return undefined
    }
  }
}
