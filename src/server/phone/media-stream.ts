import type { WebSocket } from 'ws'
import { messageOf } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import type { HttpRefusal } from '../http/http-answer.js'
import { ReadPace } from '../realtime/read-pace.js'
import { bytesOf } from '../realtime/realtime-connection.js'
import type { CarrierEvent, CarrierStream } from './carriers/carrier.js'
import type { PhoneCall } from './phone-call.js'

export interface MediaStreamOptions {
  socket: WebSocket
  codec: CarrierStream
  clock: Clock
  logger: Logger
  /** Opens the call that the message `start` of the stream identifies. */
  open: (start: CarrierEvent & { type: 'start' }) => Promise<PhoneCall | HttpRefusal>
  onClose: () => void
}

const START_TIMEOUT_MS = 10_000
/** A stream that sends nothing for this time is closed. Carriers always send audio, even if the caller is silent. */
const IDLE_TIMEOUT_MS = 30_000
/** Maximum messages per second. Normally a stream sends 50 messages with audio per second, and some with marks. */
const MESSAGES_PER_SECOND = 200
/** The stream is closed if more messages than this cannot be decoded. */
const MAX_BAD_MESSAGES = 20
/** Maximum bytes that wait because the carrier does not receive them. They hold at least half a minute of audio. */
const MAX_QUEUED_BYTES = 1024 * 1024

const POLICY = 1008

/** One media stream of a carrier. States: waiting (for `start`) → opening → open → closed. */
export class MediaStream {
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

  /** Closes the stream, which ends its call. */
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

  /** Closes the stream if nothing arrives for too long. */
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
