import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { ServerEvent } from '../../src/protocol/events.js'
import { offerSubprotocols } from '../../src/protocol/subprotocols.js'
import { KEY } from './app.js'
import type { LooseEvent } from './raw-client.js'

/** How a resuming client connects. */
export interface ResumingOptions {
  apiKey?: string
  /** How often it tries again when a server is busy or gone, 100 ms apart. @default 0 */
  retries?: number
}

/** A client that comes back after every drop, as ours do: with its token, its cursor, and whatever it is not sure has arrived. */
export class ResumingClient {
  readonly events: ServerEvent[] = []
  resumes = 0
  /** How often it was told that events are gone. */
  gaps = 0
  #socket: WebSocket | undefined
  #token: string | undefined
  #cursor = 0
  #unsure: LooseEvent[] = []
  #cutAfter = Number.POSITIVE_INFINITY
  #wake: () => void = () => {}

  constructor(
    public url: string,
    readonly sessionId: string,
    readonly options: ResumingOptions = {},
  ) {}

  get token(): string | undefined {
    return this.#token
  }

  async connect(): Promise<void> {
    const { retries = 0 } = this.options
    for (let left = retries; ; left -= 1) {
      try {
        return await this.#connectOnce()
      } catch (error) {
        if (left <= 0) throw error
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }

  async #connectOnce(): Promise<void> {
    const { apiKey = KEY } = this.options
    const query = `?session_id=${this.sessionId}${this.#token ? `&last_event_id=event_${this.#cursor}` : ''}`
    const protocols = offerSubprotocols({ apiKey, ...(this.#token && { resumeToken: this.#token }) })
    const socket = new WebSocket(this.url + query, protocols)
    this.#socket = socket
    socket.on('message', (data) => this.#receive(socket, JSON.parse(data.toString()) as ServerEvent))
    socket.on('close', () => this.#wake())
    await once(socket, 'open')
    socket.on('error', () => {})
    for (const event of this.#unsure) socket.send(JSON.stringify(event))
  }

  /** Drops the line after so many more events. */
  cutAfter(count: number): void {
    this.#cutAfter = count
  }

  send(event: LooseEvent): void {
    this.#unsure.push(event)
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(event))
  }

  /** Talks and waits for the answer, through any number of drops. */
  async turn(number: number): Promise<void> {
    const done = this.types('response.done')
    this.say(`turn ${number}`, number)
    while (this.types('response.done') === done) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      if (this.#socket?.readyState !== WebSocket.OPEN) await this.resume()
    }
  }

  /** Sends what the user says, and asks for a response. */
  say(text: string, number: number | string = text): void {
    this.#unsure = []
    const content = [{ type: 'input_text', text }]
    const item = { id: `user_${number}`.replaceAll(' ', '_'), type: 'message', role: 'user', content }
    this.send({ type: 'conversation.item.create', event_id: `item-${number}`, item })
    this.send({ type: 'response.create', event_id: `create-${number}` })
  }

  /** The texts of all answers so far. */
  get answers(): string[] {
    return this.events.flatMap((event) => (event.type === 'response.output_text.done' ? event.text : []))
  }

  /** Comes back. */
  async resume(): Promise<void> {
    this.resumes += 1
    await this.connect()
  }

  close(): void {
    this.#socket?.terminate()
  }

  /** How many events of this type have come. */
  types(type: string): number {
    return this.events.filter((event) => event.type === type).length
  }

  #receive(socket: WebSocket, event: ServerEvent): void {
    if (socket !== this.#socket || socket.readyState !== WebSocket.OPEN) return
    const number = 'event_id' in event ? Number(event.event_id.slice('event_'.length)) : 0
    if (event.type === 'voice.session') {
      this.#token = event.resume_token
      if (event.gap) this.gaps += 1
    }
    if (event.type !== 'session.created' || number > this.#cursor) {
      this.#cursor = number
      this.events.push(event)
    }
    this.#cutAfter -= 1
    if (this.#cutAfter <= 0 && this.#token) {
      this.#cutAfter = Number.POSITIVE_INFINITY
      socket.terminate()
    }
    this.#wake()
  }
}
