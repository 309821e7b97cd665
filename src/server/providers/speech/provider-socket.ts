import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import type { Clock } from '../../../ports.js'
import { createMasker } from '../../../toolkit/secrets/mask.js'
import { failureOfStatus, SpeechError } from '../../model/speech-error.js'

interface ProviderSocketOptions {
  /** The provider string, for errors. */
  name: string
  url: string
  apiKey: string | undefined
  headers: Record<string, string>
  clock: Clock
  /** Called after each connect and reconnect, to send the audio that the provider has not processed yet. */
  onOpen: () => void
  onMessage: (text: string) => void
  /** Whether the connection is still needed. If so, it is opened again after a loss. */
  isNeeded: () => boolean
  /** Called when a closed connection is not opened again. Without an error, it was no longer needed. */
  onClose: (error: SpeechError | undefined) => void
}

/** Maximum reconnects between two calls of `start`. */
const MAX_REDIALS = 2
const REDIAL_MS = 250

/**
 * A WebSocket to a speech provider.
 * States: closed → connecting → open → closed. `start` connects a closed socket. A lost connection goes back to
 * connecting while reconnects are left.
 */
export class ProviderSocket {
  readonly #options: ProviderSocketOptions
  #socket: WebSocket | undefined
  #redials = 0
  #stopRedial: () => void = () => {}
  #failed: SpeechError | undefined

  constructor(options: ProviderSocketOptions) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  /** Whether the provider refused the connection or reported an error since `start`. */
  get hasFailed(): boolean {
    return this.#failed !== undefined
  }

  /** Connects. Does nothing if there is a connection already. */
  start(): void {
    this.#redials = 0
    this.#failed = undefined
    this.#stopRedial()
    if (!this.#socket) this.#dial()
  }

  /** Sends a message. Does nothing without an open connection. */
  send(message: string | Buffer): void {
    if (this.isOpen) this.#socket?.send(message)
  }

  /**
   * Closes the connection. With `error`, the connection is not opened again, and `onClose` receives the error. Without
   * `error`, it is opened again if it is still needed.
   */
  drop(error?: SpeechError): void {
    this.#failed = error
    this.#socket?.close()
  }

  /** Sends a last message, then closes the connection for good. `onClose` is not called. */
  close(last?: string): void {
    this.#stopRedial()
    const socket = this.#socket
    if (last !== undefined) this.send(last)
    this.#socket = undefined
    socket?.close()
  }

  #dial(): void {
    const { url, headers, onOpen, onMessage } = this.#options
    const socket = new WebSocket(url, { headers, handshakeTimeout: 10_000, perMessageDeflate: false })
    this.#socket = socket
    let reason = ''
    socket.on('open', onOpen)
    socket.on('message', (data) => {
      if (this.#socket === socket) onMessage(data.toString())
    })
    socket.on('unexpected-response', (_request, response) => {
      this.#failed = this.#refusal(response)
      socket.terminate()
    })
    socket.on('error', (error) => {
      reason = error.message
    })
    socket.on('close', (code, text) => {
      if (this.#socket === socket) this.#onClose(reason || text.toString() || `close code ${code}`)
    })
  }

  #onClose(message: string): void {
    this.#socket = undefined
    const { clock, name: provider, isNeeded, onClose } = this.#options
    const needed = isNeeded()
    if (!this.#failed && needed && this.#redials < MAX_REDIALS) {
      this.#redials += 1
      this.#stopRedial = clock.schedule(() => this.#dial(), REDIAL_MS)
      return
    }
    const lost = needed ? new SpeechError('unreachable', { provider, message }) : undefined
    onClose(this.#failed ?? lost)
  }

  #refusal(response: IncomingMessage): SpeechError {
    const status = response.statusCode ?? 0
    response.resume()
    const { apiKey, name: provider } = this.#options
    const said = response.headers['dg-error']
    const reason = typeof said === 'string' ? `: ${withoutKey(said, apiKey)}` : ''
    return new SpeechError(failureOfStatus(status), { provider, message: `HTTP ${status}${reason}` })
  }
}

/** The first 200 characters of a provider's message, with the key masked. */
export function withoutKey(message: string, apiKey: string | undefined): string {
  return createMasker(apiKey === undefined ? [] : [apiKey])
    .text(message)
    .slice(0, 200)
}
