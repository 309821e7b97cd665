import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { ModelError } from '../../model/model-error.js'
import { failedModel } from '../provider-failure.js'

export interface ModelSocketOptions {
  /** The provider string, for errors. */
  model: string
  url: string
  /** Masked in errors. */
  apiKey: string | undefined
  headers: Record<string, string>
  onMessage: (text: string) => void
  /** Called once when the connection could not be opened, or is lost. Not after `close`. */
  onClose: (error: ModelError) => void
}

/** Audio that waits for the network, in bytes: about 15 seconds of PCM at 24 kHz as base64. Later audio is dropped. */
const MAX_WAITING_AUDIO = 1_000_000
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024
const OPEN_WITHIN_MS = 10_000
/** Close codes after which another connection would be closed for the same reason. */
const LASTING_CODES: readonly number[] = [1002, 1003, 1007, 1008]

/** A WebSocket to a voice model. Messages that are sent before it is open follow when it is. */
export class ModelSocket {
  readonly #options: ModelSocketOptions
  readonly #socket: WebSocket
  #waiting: string[] = []
  #waitingAudio = 0
  #isOver = false

  constructor(options: ModelSocketOptions) {
    this.#options = options
    const { url, headers, onMessage } = options
    const socket = new WebSocket(url, {
      headers,
      handshakeTimeout: OPEN_WITHIN_MS,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
    })
    this.#socket = socket
    let reason = ''
    socket.on('open', () => {
      for (const message of this.#waiting) socket.send(message)
      this.#waiting = []
    })
    socket.on('message', (data) => !this.#isOver && onMessage(data.toString()))
    socket.on('unexpected-response', (_request, response) => void this.#refuse(response))
    socket.on('error', (error) => {
      reason = error.message
    })
    socket.on('close', (code, said) => {
      const message = reason || said.toString() || `close code ${code}`
      const failure = reason ? 'unreachable' : 'cut'
      const retryable = !LASTING_CODES.includes(code)
      this.fail(new ModelError(failure, { model: options.model, message, retryable }))
    })
  }

  send(message: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(message)
    else if (this.#socket.readyState === WebSocket.CONNECTING) this.#waiting.push(message)
  }

  sendAudio(message: string): void {
    const isOpen = this.#socket.readyState === WebSocket.OPEN
    if (!isOpen) this.#waitingAudio += message.length
    if ((isOpen ? this.#socket.bufferedAmount : this.#waitingAudio) <= MAX_WAITING_AUDIO) this.send(message)
  }

  /** Ends the connection for a reason that a message has told. */
  fail(error: ModelError): void {
    if (this.#isOver) return
    this.close()
    this.#options.onClose(error)
  }

  close(): void {
    this.#isOver = true
    this.#waiting = []
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#socket.terminate()
    else this.#socket.close(1000)
  }

  async #refuse(response: IncomingMessage): Promise<void> {
    const { model, apiKey } = this.#options
    const body = await text(response).catch(() => '')
    const { statusCode: status, headers } = response
    const message = `HTTP ${status}`
    this.fail(
      failedModel({ model, apiKey, status, headers: headers as Record<string, string>, body, message }),
    )
  }
}
