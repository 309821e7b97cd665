import type { Writable } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { Clock } from '../../ports.js'
import { decodeFrame } from '../../protocol/frames.js'
import type { OutboxEntry } from './outbox.js'
import type { RealtimeSession } from './realtime-session.js'

/** Why the server closes a connection: RFC 6455 codes that clients act on. */
export const CLOSE = {
  restart: { code: 1012, reason: 'restart' },
  replaced: { code: 1008, reason: 'replaced' },
  overload: { code: 1013, reason: 'overload' },
  /** The session is gone: another server has it. */
  lost: { code: 1012, reason: 'restart' },
  idle: { code: 1000, reason: 'idle' },
} as const

/** What a connection may use. */
export interface ConnectionLimits {
  /** The largest message a client may send, in bytes; a larger one closes its line. @default 4194304 */
  maxMessageBytes: number
  /** Bytes that may wait for a slow reader before it is closed. @default 8388608 */
  maxQueuedBytes: number
  /** Time between two pings; a client that misses two is gone. @default 25000 */
  pingIntervalMs: number
  /** A client that sends nothing for so long is sent away. @default 1800000 */
  idleTimeoutMs: number
  /** Messages a client may send in a second, over a while; beyond that its line is read slower. @default 1000 */
  messagesPerSecond: number
}

/** A client may save up this much of its allowance for a burst. */
const BURST_SECONDS = 5

/** What may wait for a slow reader while memory is short. */
const SHORT_QUEUE_BYTES = 2 * 1024 * 1024

/** The limits of a connection that is given none. */
export const defaultConnectionLimits = {
  maxMessageBytes: 4 * 1024 * 1024,
  maxQueuedBytes: 8 * 1024 * 1024,
  pingIntervalMs: 25_000,
  idleTimeoutMs: 30 * 60_000,
  messagesPerSecond: 1_000,
} as const satisfies ConnectionLimits

/** What a connection is given. */
export interface ConnectionOptions {
  socket: WebSocket
  /** The stream below it: what is said in one go leaves in one piece. */
  line?: Pick<Writable, 'cork' | 'uncork'>
  session: RealtimeSession
  /** Whether the client speaks `voice.v1`. */
  voice: boolean
  clock: Clock
  limits: ConnectionLimits
  /** Called once, when the line is gone. */
  onClose: () => void
}

/**
 * One WebSocket: hands the session its messages, writes what the session says, watches that the other side lives and reads.
 *
 * States: open → closed.
 */
export class Connection {
  readonly session: RealtimeSession
  readonly #options: ConnectionOptions
  #alive = true
  #lastMessage: number
  #allowance: number
  #allowanceAt: number
  #closed = false
  /** Bytes of the queue that the memory of the session counts. */
  #counted = 0
  #gathering = false
  #detach: () => void = () => {}
  #stopPing: () => void = () => {}

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.session = options.session
    this.#lastMessage = options.clock.now()
    this.#allowanceAt = this.#lastMessage
    this.#allowance = options.limits.messagesPerSecond * BURST_SECONDS
    const { socket } = options
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('pong', () => {
      this.#alive = true
    })
    // Each is answered, so that a client which reads nothing makes them pile up.
    socket.on('ping', () => {
      this.#slowDown()
      this.#watchQueue()
    })
    // The close that follows an error says enough.
    socket.on('error', () => {})
    socket.on('close', () => this.#onClose())
    this.#ping()
  }

  /** Starts writing what the session says, after the entries the client has missed; nothing up to the number `after`. */
  start(missed: readonly OutboxEntry[], { after = 0 } = {}): void {
    for (const entry of missed) this.#write(entry)
    this.#detach = this.#options.session.outbox.attach((entry) => {
      if (entry.number > after) this.#write(entry)
    })
  }

  /** Bytes that wait for the client to read them. */
  get waitingBytes(): number {
    return this.#options.socket.bufferedAmount
  }

  /** Closes the line with a code the client can act on. */
  close({ code, reason }: { code: number; reason: string }): void {
    this.#detach()
    this.#options.socket.close(code, reason)
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#closed) return
    const { session, voice } = this.#options
    this.#alive = true
    this.#lastMessage = this.#options.clock.now()
    this.#slowDown()
    const frame = isBinary && voice && decodeFrame(bytesOf(data))
    if (!isBinary) session.receive(data.toString())
    else if (frame && frame.kind === 'microphone') session.receiveSound(frame.pcm)
    else session.refuseFrame()
  }

  /** Spends one message or ping of the allowance, which refills with time. Whoever has none left is not read for a while: nothing is lost. */
  #slowDown(): void {
    const { clock, limits, socket } = this.#options
    const now = clock.now()
    const full = limits.messagesPerSecond * BURST_SECONDS
    const gained = ((now - this.#allowanceAt) / 1000) * limits.messagesPerSecond
    this.#allowance = Math.min(full, this.#allowance + gained) - 1
    this.#allowanceAt = now
    if (this.#allowance > 0 || socket.isPaused) return
    socket.pause()
    clock.schedule(() => socket.resume(), 250)
  }

  #write(entry: OutboxEntry): void {
    const { socket, voice } = this.#options
    if (entry.extension && !voice) return
    if (socket.readyState !== socket.OPEN) return
    this.#gather()
    socket.send(entry.data)
    this.#watchQueue()
  }

  /** Sends a client away that does not read, and sooner where the sessions of its key hold as much memory as they may. */
  #watchQueue(): void {
    const { socket, limits, session } = this.#options
    const waiting = socket.bufferedAmount
    session.memory.add(waiting - this.#counted)
    this.#counted = waiting
    const most = session.memory.fits(0)
      ? limits.maxQueuedBytes
      : Math.min(limits.maxQueuedBytes, SHORT_QUEUE_BYTES)
    if (waiting > most && socket.readyState === socket.OPEN) this.close(CLOSE.overload)
  }

  /** A turn says twenty events at once; a system call for each would take longer than all the rest. */
  #gather(): void {
    const { line } = this.#options
    if (this.#gathering || !line) return
    this.#gathering = true
    line.cork()
    process.nextTick(() => {
      this.#gathering = false
      line.uncork()
    })
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

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}
