import type { IncomingMessage } from 'node:http'
import { type RawData, WebSocket } from 'ws'
import type { Clock } from '../../../ports.js'
import { createMasker } from '../../../toolkit/secrets/mask.js'
import { failureOfStatus, SpeechError } from '../../model/speech-error.js'
import { LISTENING_RATE } from '../../model/vad.js'
import { type DeepgramMessage, readDeepgramMessage } from './deepgram-messages.js'

/** What a line is given. */
export interface DeepgramLineOptions {
  /** The provider string, for errors. */
  name: string
  url: string
  apiKey: string | undefined
  clock: Clock
  onResults: (results: DeepgramMessage & { type: 'results' }) => void
  /** The stretch under way is lost; the next one dials again. */
  onFailure: (error: SpeechError) => void
}

/** Deepgram hangs up after ten seconds without sound. */
const KEEP_ALIVE_MS = 4_000
/** Without speech for this long the line is not worth keeping. */
const IDLE_MS = 120_000
/** Tries after the first, for one stretch of speech. */
const MAX_REDIALS = 2
const REDIAL_MS = 250
/** Sound that can be sent again: what is not final yet is never longer. */
const MAX_REPLAY_SAMPLES = 30 * LISTENING_RATE

/**
 * One WebSocket to Deepgram. Sound is kept until its words are final, so that a line that breaks loses nothing: the next one gets it again.
 *
 * States: closed → connecting → open → closed. `start` leaves closed; a broken line goes back to connecting while there are tries left.
 */
export class DeepgramLine {
  readonly #options: DeepgramLineOptions
  #socket: WebSocket | undefined
  #unsure: Int16Array[] = []
  #unsureSamples = 0
  /** Samples of this connection whose words are final, or not wanted any more. */
  #settled = 0
  /** Where in the sound of this connection the stretch under way began. */
  #stretchFrom = 0
  #wantsFinalize = false
  #redials = 0
  #stopKeepAlive: () => void = () => {}
  #lastSound = 0

  constructor(options: DeepgramLineOptions) {
    this.#options = options
  }

  /** A new stretch of speech begins. */
  start(): void {
    this.#redials = 0
    this.#wantsFinalize = false
    this.#lastSound = this.#options.clock.now()
    while (this.#unsure.length > 0) this.#settleOldest()
    this.#stretchFrom = this.#settled
    if (!this.#socket) this.#dial()
  }

  send(samples: Int16Array): void {
    const copy = samples.slice()
    this.#lastSound = this.#options.clock.now()
    this.#unsure.push(copy)
    this.#unsureSamples += copy.length
    while (this.#unsureSamples > MAX_REPLAY_SAMPLES) this.#settleOldest()
    if (this.#isOpen) this.#socket?.send(bytesOf(copy))
  }

  /** Asks for the words of everything sent. */
  finalize(): void {
    this.#wantsFinalize = true
    if (this.#isOpen) this.#tell('Finalize')
  }

  close(): void {
    this.#stopKeepAlive()
    const socket = this.#socket
    this.#socket = undefined
    if (!socket) return
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'CloseStream' }))
    socket.close()
  }

  get #isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  #tell(type: 'Finalize' | 'KeepAlive'): void {
    this.#socket?.send(JSON.stringify({ type }))
  }

  #dial(): void {
    const { url, apiKey } = this.#options
    const headers = apiKey === undefined ? {} : { Authorization: `Token ${apiKey}` }
    const socket = new WebSocket(url, { headers, handshakeTimeout: 10_000, perMessageDeflate: false })
    this.#socket = socket
    let refused: SpeechError | undefined
    socket.on('open', () => this.#onOpen())
    socket.on('message', (data) => this.#onMessage(data))
    socket.on('unexpected-response', (_request, response) => {
      refused = this.#refusal(response)
      socket.terminate()
    })
    let reason = ''
    socket.on('error', (error) => {
      reason = error.message
    })
    socket.on('close', (code, text) => {
      if (this.#socket === socket) this.#onClose(refused, reason || text.toString() || `close code ${code}`)
    })
  }

  #onOpen(): void {
    this.#settled = 0
    this.#stretchFrom = 0
    for (const samples of this.#unsure) this.#socket?.send(bytesOf(samples))
    if (this.#wantsFinalize) this.#tell('Finalize')
    this.#keepAlive()
  }

  #onMessage(data: RawData): void {
    const message = readDeepgramMessage(data.toString())
    if (message.type !== 'results') return
    const upTo = Math.round(message.endSeconds * LISTENING_RATE)
    if (message.isFinal) this.#settle(upTo)
    // A late answer speaks of the stretch before.
    if (upTo <= this.#stretchFrom && this.#stretchFrom > 0) return
    if (message.fromFinalize) this.#wantsFinalize = false
    this.#options.onResults(message)
  }

  /** Sound whose words are final is not needed any more. Seconds count from the first sound of this connection. */
  #settle(upTo: number): void {
    while (this.#unsure[0] && this.#settled + this.#unsure[0].length <= upTo) this.#settleOldest()
  }

  #settleOldest(): void {
    const length = this.#unsure.shift()?.length ?? 0
    this.#unsureSamples -= length
    this.#settled += length
  }

  #onClose(refused: SpeechError | undefined, reason: string): void {
    this.#socket = undefined
    this.#stopKeepAlive()
    const { clock, name, onFailure } = this.#options
    const isNeeded = clock.now() - this.#lastSound < KEEP_ALIVE_MS || this.#wantsFinalize
    if (!refused && isNeeded && this.#redials < MAX_REDIALS) {
      this.#redials += 1
      this.#stopKeepAlive = clock.schedule(() => this.#dial(), REDIAL_MS)
      return
    }
    this.#unsure = []
    this.#unsureSamples = 0
    if (refused || isNeeded)
      onFailure(refused ?? new SpeechError('unreachable', { provider: name, message: reason }))
  }

  #refusal(response: IncomingMessage): SpeechError {
    const status = response.statusCode ?? 0
    response.resume()
    const { apiKey, name } = this.#options
    const masker = createMasker(apiKey === undefined ? [] : [apiKey])
    const said = response.headers['dg-error']
    const message = `HTTP ${status}${typeof said === 'string' ? `: ${masker.text(said).slice(0, 200)}` : ''}`
    return new SpeechError(failureOfStatus(status), { provider: name, message })
  }

  #keepAlive(): void {
    const { clock } = this.#options
    this.#stopKeepAlive = clock.schedule(() => {
      const silentMs = clock.now() - this.#lastSound
      if (silentMs >= IDLE_MS) return this.close()
      if (silentMs >= KEEP_ALIVE_MS && this.#isOpen) this.#tell('KeepAlive')
      this.#keepAlive()
    }, KEEP_ALIVE_MS)
  }
}

function bytesOf(samples: Int16Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
}
