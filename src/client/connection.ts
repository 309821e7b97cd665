import { VoiceError } from '../errors.js'
import type { ClientEvent, ServerEvent } from '../protocol/events.js'
import { decodeFrame, encodeFrame } from '../protocol/frames.js'
import { fieldsOf } from '../protocol/is-object.js'
import { offerSubprotocols } from '../protocol/subprotocols.js'
import { Emitter } from './client-events.js'
import { parseSocketUrl } from './config.js'
import { wrongMember } from './event-shape.js'

/** The part of the WebSocket interface that is used; sockets of the browser and of the `ws` package have it. */
export interface Socket {
  readonly readyState: number
  readonly protocol: string
  readonly bufferedAmount: number
  binaryType: string
  onopen: ((event: never) => void) | null
  onmessage: ((event: { data: unknown } & never) => void) | null
  onclose: ((event: { code: number; reason: string } & never) => void) | null
  onerror: ((event: { message?: string } & never) => void) | null
  send(data: string | Uint8Array): void
  close(code?: number, reason?: string): void
}

/** The class of a socket. Browsers and Node.js have different classes. */
export type SocketConstructor = new (url: string, protocols: string[]) => Socket

export interface ConnectionOptions {
  /** `ws://` or `wss://` address of the server, such as `wss://host/ws`. */
  url: string
  apiKey: string
  /** Starts or continues the session with this id. @default the server chooses one */
  sessionId?: string
  /** The app (agent) of the server to talk to. */
  appId?: string
  /** Resumes an earlier session: the token from its event `voice.session`, and the id of the last received event. */
  resume?: { token: string; lastEventId?: string }
  /** Asks for `voice.explain` with every turn. @default false */
  explain?: boolean
  /** Asks for `voice.reasoning`: the reasoning of the model. @default false */
  reasoning?: boolean
  Socket: SocketConstructor
}

export interface ConnectionEvents {
  /** Every event of the server, in order. */
  event: ServerEvent
  /** Audio of the agent: PCM16, mono, 24 kHz. The audio belongs to the most recently announced content part. */
  frame: Uint8Array
  /** A message of the server that is no event, or lacks members of the protocol. It is ignored; the text says why. */
  malformed: string
  /** The connection closed; `reason` may be empty. */
  close: { code: number; reason: string }
}

const OPEN = 1

/** One WebSocket with `voice.v1`: typed events, binary audio. Does not use the DOM. */
export class Connection extends Emitter<ConnectionEvents> {
  readonly #options: ConnectionOptions
  #socket: Socket | undefined
  #cursor: number | undefined

  constructor(options: ConnectionOptions) {
    super()
    this.#options = options
  }

  /**
   * Resolves when the connection is open. Rejects with the `VoiceError` `bad-server-url`, `unauthorized`, `forbidden`
   * or `connection-failed`.
   */
  async connect(): Promise<void> {
    const { Socket, apiKey, resume } = this.#options
    const address = addressOf(this.#options)
    return new Promise((resolve, reject) => {
      let opened = false
      let cause = ''
      const socket = new Socket(address, offerSubprotocols({ apiKey, resumeToken: resume?.token }))
      this.#socket = socket
      socket.binaryType = 'arraybuffer'
      socket.onopen = () => {
        opened = true
        resolve()
      }
      socket.onmessage = ({ data }) => this.#receive(data)
      socket.onerror = ({ message }) => {
        cause = message ?? ''
      }
      socket.onclose = ({ code, reason }) => {
        if (opened) this.emit('close', { code, reason })
        else void failure(this.#options, cause || reason).then(reject)
      }
    })
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === OPEN
  }

  /** The id of the last received event; audio frames count as events. */
  get lastEventId(): string | undefined {
    return this.#cursor === undefined ? undefined : `event_${this.#cursor}`
  }

  get queuedBytes(): number {
    return this.#socket?.bufferedAmount ?? 0
  }

  /** Sends one event. Throws the `VoiceError` `not-connected` when the connection is not open. */
  send(event: ClientEvent): void {
    if (!this.#socket || !this.isOpen)
      throw new VoiceError('not-connected', 'There is no open connection; connect first.')
    this.#socket.send(JSON.stringify(event))
  }

  /** Sends microphone audio, PCM16 at 24 kHz; dropped when the connection is not open. */
  sendSound(pcm: Uint8Array): void {
    if (this.isOpen) this.#socket?.send(encodeFrame('microphone', pcm))
  }

  /** Closes the connection normally. */
  close(): void {
    this.#socket?.close(1000, 'done')
  }

  /** Abandons the connection, which may be dead: no further events, not even `close`. */
  abandon(): void {
    const socket = this.#socket
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.onerror = () => {}
    socket.close(1000, 'done')
  }

  #receive(data: unknown): void {
    if (data instanceof ArrayBuffer) this.#receiveFrame(new Uint8Array(data))
    if (typeof data !== 'string') return
    const event = parseEvent(data)
    this.#cursor = numberOf(event) ?? this.#cursor
    const problem = problemOf(event)
    if (problem) this.emit('malformed', problem)
    else this.emit('event', event as ServerEvent)
  }

  #receiveFrame(data: Uint8Array): void {
    const frame = decodeFrame(data)
    if (frame?.kind !== 'speech') return
    if (this.#cursor !== undefined) this.#cursor += 1
    this.emit('frame', frame.pcm)
  }
}

/** The address with its parameters. Throws `bad-server-url` if `url` is no WebSocket address. */
function addressOf({ url, sessionId, appId, resume, explain, reasoning }: ConnectionOptions): string {
  const address = parseSocketUrl(url)
  const parameters = {
    session_id: sessionId,
    app_id: appId,
    last_event_id: resume?.lastEventId,
    explain,
    reasoning,
  }
  for (const [name, value] of Object.entries(parameters))
    if (value) address.searchParams.set(name, String(value))
  return address.href
}

/** The event in a text; `undefined` if the text is not a JSON object with a `type`. Never throws. */
function parseEvent(text: string): ServerEvent | undefined {
  try {
    const event: unknown = JSON.parse(text)
    return typeof fieldsOf(event).type === 'string' ? (event as ServerEvent) : undefined
  } catch {
    return undefined
  }
}

/** Why an event cannot be used. */
function problemOf(event: ServerEvent | undefined): string | undefined {
  if (!event) return 'A message of the server is not an event.'
  const wrong = wrongMember(event)
  return wrong && `In the event "${event.type}" of the server, "${wrong}" is missing or wrong.`
}

function numberOf(event: ServerEvent | undefined): number | undefined {
  const digits = /^event_(\d+)$/.exec(String(fieldsOf(event).event_id))?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Why there is no connection: the server is asked, because browsers do not tell. */
async function failure(options: ConnectionOptions, cause: string): Promise<VoiceError> {
  const { findRefusal } = await import('./refusal.js')
  const refusal = await findRefusal(options).catch(() => undefined)
  if (refusal) return new VoiceError(refusal.code, refusal.message)
  const detail = cause && ` (${cause})`
  return new VoiceError(
    'connection-failed',
    `Cannot connect to the agent at ${new URL(options.url).host}${detail}; is \`voice serve\` running there?`,
  )
}
