import type { Clock, Logger } from '../../ports.js'
import type { Line, LineTransport } from '../lines/line.js'
import type { LineFrame } from '../lines/paced-player.js'
import { MessageAllowance } from '../realtime/read-pace.js'
import { CLOSE, type ConnectionLimits } from '../realtime/realtime-connection.js'
import { bytesPerMs } from '../speech/audio/audio-format.js'
import { type AudioPacket, JitterBuffer } from './jitter-buffer.js'
import { OpusCodec, type WebRtcPackages } from './packages.js'
import { Peer } from './peer.js'
import type { WebRtcOptions } from './webrtc-options.js'

/** 16 kHz for recognition, 24 kHz for the agent's voice; Opus converts. */
const FORMATS = { input: 16_000, output: 24_000 } as const
/** A call that joins a WebSocket has its rate, so that unplayed audio can go there. */
const JOINED_FORMATS = { input: 24_000, output: 24_000 } as const
const CONNECT_MS = 20_000
/** A call ends after so long without anything; browsers send something every five seconds. */
const SILENT_MS = 20_000
const WATCH_MS = 5_000

export type CallLimits = Pick<
  ConnectionLimits,
  'maxMessageBytes' | 'maxQueuedBytes' | 'messagesPerSecond' | 'bytesPerSecond'
>

export interface WebRtcCallOptions {
  id: string
  packages: WebRtcPackages
  network: WebRtcOptions
  localAddress: string | undefined
  callerAddress: string
  hasEvents: boolean
  /** Whether the client wants to receive items of server tools. */
  toolEvents: boolean
  limits: CallLimits
  clock: Clock
  logger: Logger
  openLine: (transport: LineTransport) => Line
  onClose: () => void
}

/**
 * One WebRTC call. Connects a peer connection and its codec to a `Line`, which transports the audio and events of a
 * session. States: connecting → connected → closed. A call closes by itself if it does not connect, or if nothing
 * arrives from the caller.
 */
export class Call {
  readonly id: string
  readonly line: Line
  readonly #options: WebRtcCallOptions
  readonly #peer: Peer
  readonly #codec: OpusCodec
  readonly #audio: CallerAudio
  readonly #messages: MessageAllowance
  readonly #bytes: MessageAllowance
  #aliveAt: number
  #connected = false
  #closed = false
  #stopTimer: () => void

  constructor(options: WebRtcCallOptions) {
    const { id, packages, clock, limits, openLine } = options
    this.id = id
    this.#options = options
    const formats = options.hasEvents ? FORMATS : JOINED_FORMATS
    this.#codec = new OpusCodec(packages.opus, { encodes: formats.output, decodes: formats.input })
    this.#peer = this.#createPeer(formats.input)
    this.line = openLine({
      media: { formats, onFrame: (frame) => this.#send(frame) },
      onEvent: options.hasEvents ? (event: string) => this.#sendEvent(event) : undefined,
      onClose: () => this.#end(),
    })
    this.#audio = new CallerAudio({
      clock,
      codec: this.#codec,
      bytesPerMs: bytesPerMs(formats.input),
      onAudio: (pcm) => this.line.appendAudio(pcm),
    })
    this.#messages = new MessageAllowance({ clock, perSecond: limits.messagesPerSecond })
    this.#bytes = new MessageAllowance({ clock, perSecond: limits.bytesPerSecond })
    this.line.hold(true)
    this.#aliveAt = clock.now()
    this.#stopTimer = clock.schedule(() => this.#watchConnecting(), CONNECT_MS)
  }

  /** Answers the caller's SDP offer; see `Peer.answer`. */
  answer(offer: string): Promise<string> {
    return this.#peer.answer(offer)
  }

  hangUp(): void {
    this.line.close(CLOSE.ended)
  }

  #createPeer(decodes: number): Peer {
    const { packages, network, localAddress, callerAddress, hasEvents, toolEvents, clock } = this.#options
    return new Peer({
      werift: packages.werift,
      clock,
      decodes,
      network,
      localAddress,
      callerAddress,
      onConnected: () => this.#onConnected(),
      onGone: () => this.hangUp(),
      onAlive: () => {
        this.#aliveAt = clock.now()
      },
      onAudio: (packet) => this.#audio.push(packet),
      onChannel: () => {
        if (hasEvents) this.line.start({ toolEvents })
      },
      onMessage: (text) => {
        if (hasEvents) this.#receive(text)
      },
    })
  }

  #onConnected(): void {
    if (this.#connected || this.#closed) return
    this.#connected = true
    this.line.hold(false)
    this.#options.logger.debug('call connected', { call: this.id })
    this.#watch()
  }

  #watchConnecting(): void {
    if (this.#connected) return
    this.#options.logger.warn('call was never connected', { call: this.id })
    this.hangUp()
  }

  #watch(): void {
    const { clock, logger } = this.#options
    this.#stopTimer()
    this.#stopTimer = clock.schedule(() => {
      if (clock.now() - this.#aliveAt < SILENT_MS) this.#watch()
      else {
        logger.info('caller is gone', { call: this.id })
        this.hangUp()
      }
    }, WATCH_MS)
  }

  #send({ audio, first }: LineFrame): void {
    this.#peer.sendAudio(this.#codec.encode(audio), { first, now: this.#options.clock.now() })
  }

  /** Handles a message of the data channel, whose reading cannot be slowed: too many end the call. */
  #receive(text: string | undefined): void {
    const bytes = text === undefined ? 0 : Buffer.byteLength(text)
    const isAllowed = this.#messages.take() && this.#bytes.take(bytes)
    if (!isAllowed || bytes > this.#options.limits.maxMessageBytes) this.line.close(CLOSE.overload)
    else this.line.receive(text)
  }

  #sendEvent(event: string): void {
    if (this.#peer.sendMessage(event) > this.#options.limits.maxQueuedBytes) this.line.close(CLOSE.overload)
  }

  #end(): void {
    if (this.#closed) return
    this.#closed = true
    this.#stopTimer()
    this.#audio.close()
    this.#peer.close()
    this.#codec.close()
    this.#options.onClose()
  }
}

interface CallerAudioOptions {
  codec: Pick<OpusCodec, 'decode' | 'conceal'>
  clock: Clock
  bytesPerMs: number
  onAudio: (pcm: Uint8Array) => void
}

const SILENT_AFTER_MS = 400
const STEP_MS = 100

/** Decodes a caller's packets, with silence where none come, so that turns end. */
class CallerAudio {
  readonly #options: CallerAudioOptions
  readonly #buffer: JitterBuffer
  #last: Uint8Array | undefined
  #lastAt: number
  #stopTimer: () => void = () => {}

  constructor(options: CallerAudioOptions) {
    const { clock, codec, onAudio } = options
    this.#options = options
    this.#lastAt = clock.now()
    const decoded = (pcm: Uint8Array | undefined) => {
      if (pcm) onAudio(pcm)
    }
    this.#buffer = new JitterBuffer({
      clock,
      onPacket: (payload) => {
        this.#last = payload
        decoded(codec.decode(payload))
      },
      onLost: () => {
        if (this.#last) decoded(codec.conceal(this.#last))
      },
    })
    this.#watch()
  }

  push(packet: AudioPacket): void {
    this.#lastAt = this.#options.clock.now()
    this.#buffer.push(packet)
  }

  close(): void {
    this.#stopTimer()
    this.#buffer.close()
  }

  #watch(): void {
    const { clock, bytesPerMs, onAudio } = this.#options
    this.#stopTimer = clock.schedule(() => {
      const isSilent = this.#last !== undefined && clock.now() - this.#lastAt >= SILENT_AFTER_MS
      if (isSilent) onAudio(new Uint8Array(STEP_MS * bytesPerMs))
      this.#watch()
    }, STEP_MS)
  }
}
