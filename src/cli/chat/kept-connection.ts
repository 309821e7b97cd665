import { Connection, type ConnectionOptions } from '../../client/connection.js'
import { messageOf, VoiceError } from '../../errors.js'
import { type Clock, systemClock } from '../../ports.js'
import type { ClientEvent, ServerEvent } from '../../protocol/events.js'
import type { Line, LineEvents, LineState } from './line.js'

/** How a line that drops is taken up again. */
export interface KeptConnectionOptions extends Omit<ConnectionOptions, 'sessionId' | 'resume'> {
  /** @default the system's clock */
  clock?: Clock
  /** A number from 0 to 1 that spreads the tries of many clients. @default Math.random */
  random?: () => number
}

const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 10_000
/** About three minutes of tries: longer than a session is kept by default. */
const MAX_ATTEMPTS = 24
/** How many events are sent again after a drop, when the server may not have got them. It knows 256 of the last by their ids. */
const MAX_SENT = 32
const POLICY = 1008
const NORMAL = 1000

/** The session that a connection belongs to, and where in it the client is. */
interface Place {
  sessionId: string
  token: string
  lastEventId: string
}

/**
 * A connection that comes back by itself and goes on where it was. States: open → reconnecting (waits, tries, waits longer) → open, or closed
 * when the server refuses, another client took the session, or too many tries failed.
 */
export class KeptConnection implements Line {
  readonly #listeners: { [K in keyof LineEvents]: Set<(value: LineEvents[K]) => void> } = {
    event: new Set(),
    line: new Set(),
    forgotten: new Set(),
  }
  readonly #clock: Clock
  #connection: Connection
  #place: Partial<Place> = {}
  /** What was sent last, with ids, oldest first. */
  #sent: ClientEvent[] = []
  #attempt = 0
  /** Whether the server took the session up where this client was: it repeats the id of the last event then. */
  #goesOn = false
  #cancelRetry = () => {}
  #isOver = false

  constructor(private readonly options: KeptConnectionOptions) {
    this.#clock = options.clock ?? systemClock
    this.#connection = this.#newConnection()
  }

  /** Resolves when the line is open. Rejects as `Connection.connect` does; only a line that was open once comes back. */
  connect(): Promise<void> {
    return this.#connection.connect()
  }

  get isOpen(): boolean {
    return this.#connection.isOpen
  }

  on<K extends keyof LineEvents>(name: K, listener: (value: LineEvents[K]) => void): () => void {
    this.#listeners[name].add(listener)
    return () => this.#listeners[name].delete(listener)
  }

  send(event: ClientEvent): void {
    const named = { ...event, event_id: event.event_id ?? crypto.randomUUID() }
    this.#connection.send(named)
    this.#sent = [...this.#sent, named].slice(-MAX_SENT)
  }

  close(): void {
    this.#isOver = true
    this.#cancelRetry()
    this.#connection.close()
  }

  #newConnection(): Connection {
    const { sessionId, token, lastEventId } = this.#place
    const resume = token !== undefined && lastEventId !== undefined ? { token, lastEventId } : undefined
    const connection = new Connection({
      ...this.options,
      ...(sessionId !== undefined && { sessionId }),
      ...(resume && { resume }),
    })
    connection.on('event', (event) => this.#receive(event))
    connection.on('close', ({ code, reason }) => this.#dropped(code, reason))
    return connection
  }

  #receive(event: ServerEvent): void {
    if (event.type === 'session.created') this.#goesOn = event.event_id === this.#place.lastEventId
    if ('event_id' in event && event.event_id) this.#place = { ...this.#place, lastEventId: event.event_id }
    if (event.type === 'voice.session') this.#settle(event)
    this.#emit('event', event)
  }

  /** The server has said which session this is: the line stands, and what may have been lost is sent again. */
  #settle({ session_id, resume_token, gap }: ServerEvent & { type: 'voice.session' }): void {
    const cameBack = this.#attempt > 0
    this.#place = { ...this.#place, sessionId: session_id, token: resume_token }
    this.#attempt = 0
    if (!cameBack) return
    this.#emit('line', { state: 'open' })
    if (this.#goesOn || gap) for (const event of this.#sent) this.#connection.send(event)
    else {
      this.#sent = []
      this.#emit('forgotten', undefined)
    }
  }

  #dropped(code: number, reason: string): void {
    if (this.#isOver) return
    const isMeant = code === POLICY || code === NORMAL
    if (isMeant) this.#give(`The agent ended the session${reason ? ` (${reason})` : ''}.`)
    else this.#retryLater()
  }

  #retryLater(): void {
    this.#attempt += 1
    if (this.#attempt > MAX_ATTEMPTS) {
      this.#give('The agent does not come back.')
      return
    }
    const ceiling = Math.min(FIRST_WAIT_MS * 2 ** (this.#attempt - 1), MAX_WAIT_MS)
    const waitMs = Math.round(ceiling * (0.5 + (this.options.random ?? Math.random)() / 2))
    const attempt = this.#attempt
    this.#emit('line', { state: 'reconnecting', attempt, retryAt: this.#clock.now() + waitMs })
    this.#cancelRetry = this.#clock.schedule(() => void this.#retry(attempt), waitMs)
  }

  async #retry(attempt: number): Promise<void> {
    this.#emit('line', { state: 'reconnecting', attempt, retryAt: null })
    this.#connection = this.#newConnection()
    try {
      await this.#connection.connect()
      if (this.#isOver) this.#connection.close()
    } catch (error) {
      if (this.#isOver) return
      const code = error instanceof VoiceError ? error.code : ''
      // The session is kept under another token, or is gone with the node that had it: a new one is better than none.
      if (code === 'forbidden' && this.#place.sessionId !== undefined) this.#place = {}
      if (code === 'unauthorized') this.#give(messageOf(error))
      else this.#retryLater()
    }
  }

  #give(reason: string): void {
    this.#isOver = true
    this.#emit('line', { state: 'closed', reason } satisfies LineState)
  }

  #emit<K extends keyof LineEvents>(name: K, value: LineEvents[K]): void {
    for (const listener of [...this.#listeners[name]]) listener(value)
  }
}
