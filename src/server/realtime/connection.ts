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
} as const

/** What a connection may use. */
export interface ConnectionLimits {
  /** Bytes that may wait for a slow reader before it is closed. */
  maxQueuedBytes: number
  /** Time between two pings; a client that misses two is gone. */
  pingIntervalMs: number
}

/** The limits of a connection that is given none. */
export const defaultConnectionLimits = {
  maxQueuedBytes: 8 * 1024 * 1024,
  pingIntervalMs: 25_000,
} as const satisfies ConnectionLimits

/** What a connection is given. */
export interface ConnectionOptions {
  socket: WebSocket
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
  readonly #options: ConnectionOptions
  #alive = true
  #closed = false
  #detach: () => void = () => {}
  #stopPing: () => void = () => {}

  constructor(options: ConnectionOptions) {
    this.#options = options
    const { socket } = options
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('pong', () => {
      this.#alive = true
    })
    // The close that follows an error says enough.
    socket.on('error', () => {})
    socket.on('close', () => this.#onClose())
    this.#ping()
  }

  /** Starts writing what the session says from now on, after the entries the client has missed. */
  start(missed: readonly OutboxEntry[]): void {
    for (const entry of missed) this.#write(entry)
    this.#detach = this.#options.session.outbox.attach((entry) => this.#write(entry))
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
    const frame = isBinary && voice && decodeFrame(bytesOf(data))
    if (!isBinary) session.receive(data.toString())
    else if (frame && frame.kind === 'microphone') session.receiveSound(frame.pcm)
    else session.refuseFrame()
  }

  #write(entry: OutboxEntry): void {
    const { socket, voice, limits } = this.#options
    if (entry.extension && !voice) return
    if (socket.readyState !== socket.OPEN) return
    socket.send(entry.data)
    if (socket.bufferedAmount > limits.maxQueuedBytes) this.close(CLOSE.overload)
  }

  #ping(): void {
    const { clock, limits, socket } = this.#options
    this.#stopPing = clock.schedule(() => {
      if (!this.#alive) return socket.terminate()
      this.#alive = false
      socket.ping()
      this.#ping()
    }, limits.pingIntervalMs)
  }

  #onClose(): void {
    if (this.#closed) return
    this.#closed = true
    this.#stopPing()
    this.#detach()
    this.#options.onClose()
  }
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}
