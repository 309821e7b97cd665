import type { Writable } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { Clock } from '../../ports.js'
import { decodeFrame } from '../../protocol/frames.js'
import { ClientInbox } from './client-inbox.js'
import type { OutboxEntry } from './outbox.js'
import { ReadPace } from './read-pace.js'
import type { RealtimeSession } from './realtime-session.js'

/** The reasons why the server closes a connection, with registered WebSocket close codes. Clients react to the code. */
export const CLOSE = {
  restart: { code: 1012, reason: 'restart' },
  replaced: { code: 1008, reason: 'replaced' },
  /** The client uses the beta version of the Realtime protocol. */
  beta: { code: 1008, reason: 'beta' },
  overload: { code: 1013, reason: 'overload' },
  lost: { code: 1012, reason: 'restart' },
  idle: { code: 1000, reason: 'idle' },
  /** The session has ended, or its telephone or WebRTC call has ended. */
  ended: { code: 1000, reason: 'ended' },
} as const

/** Limits of a connection. */
export interface ConnectionLimits {
  /** Maximum size of a client message in bytes. A larger message closes the connection. @default 4194304 */
  maxMessageBytes: number
  /** Maximum bytes that wait for a slow client before the connection is closed. @default 8388608 */
  maxQueuedBytes: number
  /** Milliseconds between pings. A client that does not answer within one interval is disconnected. @default 25000 */
  pingIntervalMs: number
  /** A client that sends nothing for this many milliseconds is disconnected. @default 1800000 */
  idleTimeoutMs: number
  /**
   * Maximum average number of messages per second. If a client sends more, the server reads its messages more slowly.
   * @default 1000
   */
  messagesPerSecond: number
  /**
   * Maximum average number of bytes per second, of all messages together. If a client sends more, the server reads its
   * messages more slowly, and tells the client with the error `too_many_bytes`.
   * @default 2097152
   */
  bytesPerSecond: number
}

/** Maximum bytes that wait for a slow client while memory is short. */
const SHORT_QUEUE_BYTES = 2 * 1024 * 1024

export interface RealtimeConnectionOptions {
  socket: WebSocket
  /** The stream under the WebSocket. If present, all writes of one task of the event loop are sent together. */
  line?: Pick<Writable, 'cork' | 'uncork'>
  session: RealtimeSession
  voice: boolean
  clock: Clock
  limits: ConnectionLimits
  /** Whether this connection is added to the session and does not replace the existing connection. @default false */
  joins?: boolean
  onClose: () => void
}

/** One WebSocket of a session. Closes it if the client does not answer pings or does not read. */
export class RealtimeConnection {
  readonly session: RealtimeSession
  readonly #options: RealtimeConnectionOptions
  #alive = true
  #lastMessage: number
  readonly #pace: ReadPace
  readonly #inbox: ClientInbox
  #closed = false
  /** Number of queued bytes that are now counted in the memory account of the session. */
  #counted = 0
  #gathering = false
  #detach: () => void = () => {}
  #stopPing: () => void = () => {}

  constructor(options: RealtimeConnectionOptions) {
    this.#options = options
    this.session = options.session
    this.#lastMessage = options.clock.now()
    const { socket, clock, limits } = options
    const { messagesPerSecond, bytesPerSecond } = limits
    const onManyBytes = () => this.session.tellSlowed(bytesPerSecond)
    this.#pace = new ReadPace({ socket, clock, messagesPerSecond, bytesPerSecond, onManyBytes })
    this.#inbox = new ClientInbox(this.session, this.#pace)
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('pong', () => {
      this.#alive = true
    })
    // Pongs fill the queue if the client does not read them, so pings are limited like messages.
    socket.on('ping', (data) => {
      this.#pace.take()
      this.#inbox.ping(() => {
        socket.pong(data)
        this.#watchQueue()
      })
    })
    // Nothing to do: a `close` event follows each `error` event.
    socket.on('error', () => {})
    socket.on('close', () => this.#onClose())
    this.#ping()
  }

  start(missed: readonly OutboxEntry[], { after = 0 } = {}): void {
    for (const entry of missed) this.#write(entry)
    const { session, joins = false } = this.#options
    const read = (entry: OutboxEntry) => {
      if (entry.number > after) this.#write(entry)
    }
    this.#detach = joins ? session.outbox.join(read) : session.outbox.attach(read)
  }

  get waitingBytes(): number {
    return this.#options.socket.bufferedAmount
  }

  close({ code, reason }: { code: number; reason: string }): void {
    this.#detach()
    this.#options.socket.close(code, reason)
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#closed) return
    this.#alive = true
    this.#lastMessage = this.#options.clock.now()
    this.#pace.take(byteLengthOf(data))
    const frame = isBinary && this.#options.voice && decodeFrame(bytesOf(data))
    if (!isBinary) this.#inbox.text(data.toString())
    else if (frame && frame.kind === 'microphone') this.#inbox.audio(frame.pcm)
    else this.#inbox.unknownFrame()
  }

  #write(entry: OutboxEntry): void {
    const { socket, voice } = this.#options
    if (entry.extension && !voice) return
    if (socket.readyState !== socket.OPEN) return
    this.#gather()
    socket.send(entry.data)
    if (!this.#gathering) this.#watchQueue()
  }

  /** Disconnects a client that does not read. The limit is lower while memory of the same API key is short. */
  #watchQueue(): void {
    if (this.#closed) return
    const { socket, limits, session } = this.#options
    const waiting = socket.bufferedAmount
    session.memory.add(waiting - this.#counted)
    this.#counted = waiting
    const most = session.memory.fits(0)
      ? limits.maxQueuedBytes
      : Math.min(limits.maxQueuedBytes, SHORT_QUEUE_BYTES)
    if (waiting > most && socket.readyState === socket.OPEN) this.close(CLOSE.overload)
  }

  /**
   * Batches writes. The server sends about twenty events for a user turn, and a system call for each would be slow. A tick
   * that a microtask asks for runs after all microtasks, such as those of a model that answers at once.
   */
  #gather(): void {
    const { line } = this.#options
    if (this.#gathering || !line) return
    this.#gathering = true
    line.cork()
    const send = () => {
      this.#gathering = false
      line.uncork()
      this.#watchQueue()
    }
    queueMicrotask(() => process.nextTick(send))
  }

  #ping(): void {
    const { clock, limits, socket } = this.#options
    this.#stopPing = clock.schedule(() => {
      if (clock.now() - this.#lastMessage >= limits.idleTimeoutMs) this.close(CLOSE.idle)
      else if (this.#alive || socket.isPaused) this.#probe()
      else socket.terminate()
    }, limits.pingIntervalMs)
  }

  #probe(): void {
    this.#alive = false
    this.#watchQueue()
    this.#options.socket.ping()
    this.#ping()
  }

  #onClose(): void {
    if (this.#closed) return
    this.#closed = true
    this.#stopPing()
    this.#detach()
    this.session.memory.add(-this.#counted)
    this.#options.onClose()
  }
}

const byteLengthOf = (data: RawData): number =>
  Array.isArray(data) ? data.reduce((sum, part) => sum + part.byteLength, 0) : data.byteLength

export function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}

/** The error for clients of the beta protocol: what such a client must change. OpenAI has the same code. */
const ERROR = {
  type: 'invalid_request_error',
  code: 'beta_api_shape_disabled',
  message:
    'This server uses the GA version of the Realtime API, not the beta. Update the client, or leave out the header ' +
    '"OpenAI-Beta: realtime=v1" and the subprotocol "openai-beta.realtime-v1" and follow the GA shapes: ' +
    'session.update needs "type": "realtime"; modalities is output_modalities; voice, input_audio_format, ' +
    'output_audio_format, input_audio_transcription and turn_detection are in audio.input and audio.output; ' +
    'response.audio.*, response.audio_transcript.* and response.text.* are response.output_audio.*, ' +
    'response.output_audio_transcript.* and response.output_text.*; conversation.item.created is ' +
    'conversation.item.added and .done; assistant content has the types output_text and output_audio.',
  param: 'OpenAI-Beta',
  event_id: null,
}

export function refuseBeta(socket: WebSocket): void {
  // Nothing to do: a `close` event follows each `error` event.
  socket.on('error', () => {})
  socket.send(JSON.stringify({ type: 'error', event_id: 'event_1', error: ERROR }))
  socket.close(CLOSE.beta.code, CLOSE.beta.reason)
}
