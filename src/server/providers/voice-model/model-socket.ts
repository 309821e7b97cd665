import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { isObject } from '../../../protocol/is-object.js'
import { tryParseJson } from '../../../protocol/parse-json.js'
import { ModelError } from '../../model/model-error.js'
import type { VoiceEvent, VoiceFormat, VoiceLink, VoiceModel, VoiceSetup } from '../../model/voice-model.js'
import { failedModel } from '../provider-failure.js'

/** How a voice model is reached. */
export interface VoiceModelOptions {
  /** The provider string. */
  name: string
  model: string
  /** The voice of the provider string. @default that of the provider */
  voice: string | undefined
  /** Such as `https://api.openai.com/v1`. */
  baseUrl: string
  /** Masked in messages. */
  apiKey: string | undefined
  /** The HTTP headers with the key. */
  headers: Record<string, string>
}

/** What opens a link in one protocol. The voice of the setup is the one to use. */
export interface LinkOptions {
  model: VoiceModelOptions
  setup: VoiceSetup
  take: (event: VoiceEvent) => void
}

export interface ModelSocketOptions<Message> extends LinkOptions {
  /** What follows the base URL. */
  path: string
  /** Takes a message. If it throws, the message is reported as a problem. */
  onMessage: (message: Message) => void
  /** The message with audio of the user, in base64. */
  audioMessage: (base64: string) => string
  /** Called before `closed` is taken. */
  onLost?: () => void
  /** The first message. All others wait for `start`; without one, only until the connection is open. */
  first?: object
  /** What must succeed before the connection is opened. It rejects with a `ModelError`. */
  before?: Promise<unknown> | undefined
  /** Maximum milliseconds of audio that wait. Later audio is dropped. @default 15000 */
  maxWaitingMs?: number
}

/** Audio that waits for the network, in bytes: about 15 seconds of PCM at 24 kHz as base64. Later audio is dropped. */
const MAX_QUEUED_BYTES = 1_000_000
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024
const OPEN_WITHIN_MS = 10_000
/** Close codes after which another connection would be closed for the same reason. */
const LASTING_CODES: readonly number[] = [1002, 1003, 1007, 1008]

/** A WebSocket to a voice model: JSON in both directions. Messages that are sent before it works follow when it does. */
export class ModelSocket<Message extends object, Sent extends object> {
  readonly #options: ModelSocketOptions<Message>
  #socket: WebSocket | undefined
  #waiting: string[] | undefined = []
  #waitingMs = 0
  #isOver = false

  constructor(options: ModelSocketOptions<Message>) {
    this.#options = options
    const { before } = options
    if (before)
      before.then(
        () => this.#connect(),
        (error: ModelError) => this.fail(error),
      )
    else this.#connect()
  }

  /** Whether the connection works, so that nothing waits. */
  get isStarted(): boolean {
    return this.#waiting === undefined
  }

  /** Sends what waits. */
  start(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const message of waiting) this.#socket?.send(message)
  }

  send(message: Sent): void {
    this.#send(JSON.stringify(message))
  }

  /** Sends audio in the format of the setup. Returns its length in milliseconds. */
  sendAudio(bytes: Uint8Array): number {
    const { setup, audioMessage, maxWaitingMs = 15_000 } = this.#options
    const ms = bytes.byteLength / bytesPerMs(setup.input)
    if (this.#waiting) this.#waitingMs += ms
    const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (!this.#isFull(maxWaitingMs)) this.#send(audioMessage(base64.toString('base64')))
    return ms
  }

  #isFull(maxWaitingMs: number): boolean {
    if (this.#waiting) return this.#waitingMs > maxWaitingMs
    return (this.#socket?.bufferedAmount ?? 0) > MAX_QUEUED_BYTES
  }

  /** Ends the connection for a reason that a message has told. */
  fail(error: ModelError): void {
    if (this.#isOver) return
    this.close()
    this.#options.onLost?.()
    this.#options.take({ type: 'closed', error })
  }

  close(): void {
    this.#isOver = true
    this.#waiting = []
    if (this.#socket?.readyState === WebSocket.CONNECTING) this.#socket.terminate()
    else this.#socket?.close(1000)
  }

  #connect(): void {
    if (this.#isOver) return
    const { model, path, first } = this.#options
    const socket = new WebSocket(model.baseUrl.replace(/^http/, 'ws') + path, {
      headers: model.headers,
      handshakeTimeout: OPEN_WITHIN_MS,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
    })
    this.#socket = socket
    let reason = ''
    socket.on('open', () => (first ? socket.send(JSON.stringify(first)) : this.start()))
    socket.on('message', (data) => this.#receive(data.toString()))
    socket.on('unexpected-response', (_request, response) => void this.#refuse(response))
    socket.on('error', (error) => {
      reason = error.message
    })
    socket.on('close', (code, said) => {
      const message = reason || said.toString() || `close code ${code}`
      const failure = reason ? 'unreachable' : 'cut'
      const retryable = !LASTING_CODES.includes(code)
      this.fail(new ModelError(failure, { model: model.name, message, retryable }))
    })
  }

  #send(message: string): void {
    if (this.#waiting) this.#waiting.push(message)
    else if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(message)
  }

  #receive(text: string): void {
    const { onMessage, take } = this.#options
    const message = tryParseJson(text)
    if (this.#isOver || !isObject(message)) return
    try {
      onMessage(message as Message)
    } catch (cause) {
      const { type = 'message' } = message as { type?: unknown }
      take({ type: 'problem', message: `a message of the provider (${type}) cannot be read: ${cause}` })
    }
  }

  async #refuse(response: IncomingMessage): Promise<void> {
    const { name: model, apiKey } = this.#options.model
    const body = await text(response).catch(() => '')
    const { statusCode: status, headers } = response
    const message = `HTTP ${status}`
    this.fail(
      failedModel({ model, apiKey, status, headers: headers as Record<string, string>, body, message }),
    )
  }
}

/** The model of a protocol, whose links `open` opens. */
export const modelOf = (
  model: VoiceModelOptions,
  { open, ...kind }: Pick<VoiceModel, 'traits' | 'calls'> & { open: (options: LinkOptions) => VoiceLink },
): VoiceModel => ({
  ...kind,
  name: model.name,
  open: (setup, take) => open({ model, setup: { ...setup, voice: setup.voice ?? model.voice }, take }),
})

/** An error as providers tell it in a message. */
interface ToldError {
  code?: string | null | undefined
  type?: string | undefined
  message?: string
}

/** What an error in a message means. */
export function toldFailure({ name: model, apiKey }: VoiceModelOptions, error: ToldError): ModelError {
  const { code, type, message = '' } = error
  return failedModel({ model, apiKey, body: { error: { ...error, code: code ?? type } }, message })
}

/** Whether no command of a session succeeds after this failure. */
export const isLasting = ({ failure }: ModelError) =>
  failure === 'unauthorized' || failure === 'no-credit' || failure === 'unknown-model'

/** What lets a model speak a sentence of the agent. */
export const sayExactly = (text: string) =>
  `Say exactly the following text, word for word, in its language and in a natural voice. Add nothing before or after it, and call nothing:\n\n${text}`

/** An id for the provider, of at most 32 characters. */
export const newId = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 24)}`

/** Bytes of a millisecond of audio. */
export const bytesPerMs = (format: VoiceFormat) => (typeof format === 'number' ? format / 500 : 8)
