import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { ServerEvent } from '../../src/protocol/events.js'

/** A client event as a test writes it: also one that is wrong on purpose. */
export type LooseEvent = { type: string; [field: string]: unknown }

type OfType<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }>

/** A plain WebSocket client that keeps all events and can wait for them. */
export class RawClient {
  readonly events: ServerEvent[] = []
  readonly frames: Buffer[] = []
  readonly socket: WebSocket
  readonly #waiting = new Set<() => void>()
  #read = 0

  readonly #patienceMs: number

  private constructor(socket: WebSocket, patienceMs: number) {
    this.socket = socket
    this.#patienceMs = patienceMs
    socket.on('message', (data, isBinary) => {
      if (isBinary) this.frames.push(data as Buffer)
      else this.events.push(JSON.parse(data.toString()) as ServerEvent)
      for (const check of this.#waiting) check()
    })
    socket.on('close', () => {
      for (const check of this.#waiting) check()
    })
  }

  /** Connects; rejects with the HTTP status and body when the upgrade is refused. */
  static async connect(
    url: string,
    options: {
      key?: string
      protocols?: string[]
      headers?: Record<string, string>
      patienceMs?: number
    } = {},
  ): Promise<RawClient> {
    const headers = { ...(options.key && { Authorization: `Bearer ${options.key}` }), ...options.headers }
    const socket = new WebSocket(url, options.protocols ?? [], { headers })
    const client = new RawClient(socket, options.patienceMs ?? 10_000)
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
      socket.once('unexpected-response', (_request, response) => {
        let body = ''
        response.on('data', (chunk: Buffer) => {
          body += chunk.toString()
        })
        response.on('end', () =>
          reject(new RefusedError(response.statusCode ?? 0, body, response.headers['retry-after'])),
        )
      })
    })
    return client
  }

  send(event: LooseEvent | string): void {
    this.socket.send(typeof event === 'string' ? event : JSON.stringify(event))
  }

  /** The next event of a type that was not waited for before; fails when the line closes first. */
  async next<T extends ServerEvent['type']>(type: T): Promise<OfType<T>> {
    const found = () => this.events.findIndex((event, at) => at >= this.#read && event.type === type)
    await this.until(() => found() >= 0, `an event ${type}`)
    const at = found()
    this.#read = at + 1
    return this.events[at] as OfType<T>
  }

  /** Waits for a condition on the received events. */
  async until(condition: () => boolean, what: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const settle = (finish: () => void) => {
        clearTimeout(timer)
        this.#waiting.delete(check)
        finish()
      }
      const check = () => {
        if (condition()) settle(resolve)
        else if (this.socket.readyState >= WebSocket.CLOSING)
          settle(() => reject(this.#failure(what, 'the line closed')))
      }
      const timer = setTimeout(() => settle(() => reject(this.#failure(what, 'in vain'))), this.#patienceMs)
      this.#waiting.add(check)
      check()
    })
  }

  #failure(what: string, why: string): Error {
    const seen = this.events.map((event) => event.type).join(', ')
    return new Error(`waited for ${what} (${why}); seen: ${seen}`)
  }

  /** Sends a user message and waits for the end of the response. Returns the events of the turn. */
  async turn(text: string): Promise<ServerEvent[]> {
    const from = this.events.length
    this.say(text)
    this.send({ type: 'response.create' })
    await this.next('response.done')
    return this.events.slice(from)
  }

  /** Puts a user message into the conversation. */
  say(text: string): void {
    this.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
    })
  }

  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return
    this.socket.close()
    await once(this.socket, 'close')
  }
}

/** The upgrade was answered by plain HTTP. */
export class RefusedError extends Error {
  constructor(
    readonly status: number,
    readonly body: string,
    readonly retryAfter?: string | undefined,
  ) {
    super(`refused with ${status}: ${body}`)
  }
}

/** The words of all answers in some events. */
export function answerText(events: readonly ServerEvent[]): string {
  return events
    .flatMap((event) => (event.type === 'response.output_text.done' ? [event.text] : []))
    .join('\n')
}

/** The types of some events, in order. */
export function typesOf(events: readonly ServerEvent[]): string[] {
  return events.map((event) => event.type)
}
