import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Admission, Admissions, AdmissionsOptions } from '../http/admissions.js'
import { type HttpRefusal, RESTARTING, refuseUpgrade } from '../http/http-answer.js'
import type { AdmittedCall, CallTokens } from './call-tokens.js'
import type { CarrierEvent } from './carriers/carrier.js'
import { MediaStream } from './media-stream.js'
import { HANG_UP_TOOL, type PhoneAgents } from './phone-agent.js'
import { PhoneCall, type PhoneCallOptions } from './phone-call.js'

export interface MediaStreamsOptions
  extends Pick<AdmissionsOptions, 'access' | 'metrics' | 'logger' | 'clock'>,
    Pick<PhoneCallOptions, 'carrier' | 'lines' | 'maxCallMs' | 'silenceMs'> {
  tokens: CallTokens
  agents: PhoneAgents
  admissions: Admissions
}

/** Maximum size of a message in bytes. Most messages have 20 ms of audio; some carriers send more at once. */
const MAX_MESSAGE_BYTES = 64 * 1024
/**
 * Maximum number of streams that have not identified their call yet. If there are more, the oldest of these streams is
 * closed. It is probably not from a carrier, because a carrier identifies its call at once.
 */
const MAX_WAITING = 1_000

/** Accepts the WebSockets that carriers open for their calls. */
export class MediaStreams {
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

  /** Handles one WebSocket upgrade. The stream must then identify its call in one of its first messages. */
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

  /**
   * Opens the call of a stream. Refuses a wrong token, a call that already has a stream, a caller who is not admitted,
   * and an agent without a recognizer or synthesizer.
   */
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
    if (!stream.isOpen || !speech?.stt || !speech.tts) {
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
    const secret = { unlocked: false, session: { tools: [HANG_UP_TOOL] }, parentId: entered.keyId }
    const principal = { ...entered, secret }
    return admissions.admitCaller(
      { principal, address },
      { sessionId: undefined, resumeToken: undefined, transcribesOnly: false },
    )
  }
}
