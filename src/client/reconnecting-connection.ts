import { VoiceError } from '../errors.js'
import type { ClientEvent, ServerEvent } from '../protocol/events.js'
import type { VoiceSessionEvent } from '../protocol/voice-events.js'
import { asVoiceError, Emitter } from './client-events.js'
import type { ClientParts } from './client-parts.js'
import type { ConnectionState } from './client-state.js'
import { freshKey, type VoiceConfig } from './config.js'
import { Connection, type ConnectionOptions } from './connection.js'
import { Heartbeat } from './heartbeat.js'
import type { ResumeTokenStore } from './resume-token-store.js'
import { Unconfirmed } from './unconfirmed.js'

export interface ReconnectingOptions
  extends Pick<ConnectionOptions, 'url' | 'appId' | 'Socket'>,
    Pick<
      VoiceConfig,
      'apiKey' | 'reconnectEnabled' | 'maxReconnectAttempts' | 'reconnectDelayMs' | 'heartbeatIntervalMs'
    >,
    Pick<ClientParts, 'clock' | 'random' | 'isOnline'> {
  tokens: ResumeTokenStore
  onSent: (event: ClientEvent) => void
}

export interface ConnectionStatus {
  state: ConnectionState
  attempt: number
  /** Time of the next attempt in milliseconds since the epoch; `null` if no attempt is planned or one is running. */
  retryAt: number | null
}

interface EventPosition {
  sessionId: string
  token: string | undefined
  lastEventId: string | undefined
}

/** How a session was opened. `gap`: items are sent again. `forgotten`: the server had it no longer. */
export type Opening = 'new' | 'resumed' | 'gap' | 'forgotten'

export interface ReconnectingEvents {
  event: ServerEvent
  frame: Uint8Array
  /** The first message of the server that was ignored, because it is malformed. The text says why. */
  malformed: string
  status: ConnectionStatus
  /** The session is open. Events that a listener sends now go out before the events that waited for the connection. */
  opened: Opening
  /** The client gave up, or the first attempt failed. */
  failed: VoiceError
}

const CONNECT_TIMEOUT_MS = 15_000
/** After this time a connection counts as stable, and attempts count from 1 again. */
const STABLE_MS = 5_000
/** Delay between an event and the next ping. The pong confirms all events that were sent before this ping. */
const CONFIRM_AFTER_MS = 1_000
const DOUBT_MS = 4_000
/** The newest two seconds of audio, in frames of 20 ms; and as many bytes, behind which more would arrive too late. */
const MAX_FRAMES = 100
const MAX_QUEUED_BYTES = 96_000
const LATE = 'The agent did not answer in time; check the address and the network.'
const LOST = 'The connection to the agent was lost'
const FINAL = ['unauthorized', 'forbidden', 'origin-refused', 'bad-server-url']

/**
 * One conversation that continues over any number of connections. Each event that is sent takes effect exactly once.
 * Does not use the DOM.
 *
 * States: offline → connecting → open ⇄ reconnecting; any → closed (given up) or offline (on purpose).
 */
export class ReconnectingConnection extends Emitter<ReconnectingEvents> {
  readonly #options: ReconnectingOptions
  readonly #unconfirmed = new Unconfirmed()
  /** Microphone audio that waits for the connection. */
  #sound: Uint8Array[] = []
  readonly #heartbeat: Heartbeat
  #status: ConnectionStatus = { state: 'offline', attempt: 0, retryAt: null }
  #place: EventPosition | undefined
  #connection: Connection | undefined
  /** Changes whenever a connection is released, so that results of older attempts are recognized and ignored. */
  #generation = 0
  #attempt = 0
  #isBlind = false
  #hasWarned = false
  #waiting: { resolve: () => void; reject: (error: VoiceError) => void }[] = []
  #stopTimer = () => {}
  #stopConfirming: (() => void) | undefined

  constructor(options: ReconnectingOptions) {
    super()
    this.#options = options
    this.#heartbeat = new Heartbeat({
      clock: options.clock,
      intervalMs: options.heartbeatIntervalMs,
      ping: () => this.#ping(),
      queuedBytes: () => this.#connection?.queuedBytes ?? 0,
      onDead: () => this.#lost({ code: 1006, reason: 'silent' }),
    })
  }

  get status(): ConnectionStatus {
    return this.#status
  }

  get sessionId(): string | undefined {
    return this.#place?.sessionId
  }

  /** Opens a session. Rejects if the first attempt fails, and retries what is temporary. Joins a running attempt. */
  open(sessionId: string): Promise<void> {
    const isSame = this.#place?.sessionId === sessionId
    const { state, retryAt } = this.#status
    if (isSame && state === 'open') return Promise.resolve()
    const isTrying = isSame && retryAt === null && state.endsWith('connecting')
    if (!isSame) {
      this.close()
      this.#unconfirmed.clear()
      this.#place = { sessionId, token: this.#options.tokens.read(sessionId), lastEventId: undefined }
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      if (isTrying) return
      this.#attempt = 0
      void this.#try()
    })
  }

  /** Sends an event exactly once, now or when the connection opens. Throws `queue-full` when too many events wait. */
  send(event: ClientEvent): void {
    const named = this.#unconfirmed.add(event)
    // A connection that is closing still counts as open until its end is reported.
    if (this.#status.state !== 'open' || !this.#connection?.isOpen) return
    this.#transmit(named)
    this.#confirmSoon()
  }

  sendNow(event: ClientEvent): void {
    if (this.#connection?.isOpen) this.#transmit(event)
  }

  sendSound(pcm: Uint8Array): void {
    const { state } = this.#status
    if (state.endsWith('connecting')) this.#sound = [...this.#sound.slice(1 - MAX_FRAMES), pcm]
    else if (state === 'open' && (this.#connection?.queuedBytes ?? 0) <= MAX_QUEUED_BYTES)
      this.#connection?.sendSound(pcm)
  }

  /** For a network or user that is back: attempts at once, or pings. An attempt without a network is made anew. */
  checkNow(): void {
    const { state, retryAt } = this.#status
    if (state === 'open') this.#heartbeat.check(DOUBT_MS)
    else if (state === 'reconnecting' && (retryAt !== null || this.#isBlind)) void this.#try()
  }

  /** Tries to connect at once; attempts count from 1 again. */
  retryNow(): void {
    const { state } = this.#status
    if (!this.#place || state === 'open' || state === 'offline') return
    this.#attempt = 0
    void this.#try()
  }

  /** Closes the connection on purpose. */
  close(): void {
    this.#detach()?.abandon()
    this.#rejectWaiting(new VoiceError('disconnected', 'The connection was closed first.'))
    if (this.#status.state !== 'offline') this.#setStatus({ state: 'offline', attempt: 0, retryAt: null })
  }

  async #try(): Promise<void> {
    this.#detach()?.abandon()
    const generation = this.#generation
    this.#isBlind = !this.#options.isOnline()
    const isFirst = this.#attempt === 0 && this.#place?.lastEventId === undefined
    const state = isFirst ? 'connecting' : 'reconnecting'
    this.#setStatus({ state, attempt: this.#attempt, retryAt: null })
    this.#stopTimer = this.#options.clock.schedule(
      () => this.#fail(new VoiceError('connection-failed', LATE)),
      CONNECT_TIMEOUT_MS,
    )
    try {
      await this.#dial(generation)
    } catch (error) {
      if (generation === this.#generation) this.#fail(asVoiceError(error))
    }
  }

  async #dial(generation: number): Promise<void> {
    const { url, appId, Socket } = this.#options
    const { sessionId, token, lastEventId } = this.#place!
    const apiKey = await freshKey(this.#options.apiKey)
    if (generation !== this.#generation) return
    const resume = token ? { token, lastEventId } : undefined
    const connection = new Connection({ url, apiKey, sessionId, appId, resume, Socket })
    this.#connection = connection
    connection.on('event', (event) => this.#receive(event))
    connection.on('frame', (pcm) => {
      this.#heartbeat.traffic()
      this.emit('frame', pcm)
    })
    connection.on('malformed', (problem) => this.#warn(problem))
    connection.on('close', (close) => this.#lost(close))
    await connection.connect()
  }

  /** Reports the first malformed message; a server that sends one often sends many. */
  #warn(problem: string): void {
    this.#heartbeat.traffic()
    if (this.#hasWarned) return
    this.#hasWarned = true
    this.emit('malformed', `${problem} It is ignored, as all further messages of this kind.`)
  }

  #receive(event: ServerEvent): void {
    this.#heartbeat.traffic()
    this.#unconfirmed.follow(event)
    this.emit('event', event)
    if (event.type === 'voice.session') this.#settle(event)
  }

  /** Opens the connection when the server has confirmed the session, and sends the events and audio that waited. */
  #settle({ resume_token: token, gap }: VoiceSessionEvent): void {
    const place = this.#place!
    const opening = openingOf(place, { token, gap })
    place.token = token
    this.#options.tokens.write(place.sessionId, token)
    this.#stopTimer()
    this.#stopTimer = this.#options.clock.schedule(() => {
      this.#attempt = 0
    }, STABLE_MS)
    this.#setStatus({ state: 'open', attempt: 0, retryAt: null })
    this.emit('opened', opening)
    for (const event of this.#unconfirmed.all) this.sendNow(event)
    for (const pcm of this.#sound.splice(0)) this.#connection?.sendSound(pcm)
    if (this.#unconfirmed.all.length > 0) this.#confirmSoon()
    this.#heartbeat.start()
    for (const { resolve } of this.#waiting.splice(0)) resolve()
  }

  #lost(close: { code: number; reason: string }): void {
    this.#detach()?.abandon()
    const refusal = refusalBy(close)
    // A server that is busy gets more time.
    const from = close.code === 1013 ? 4 : 1
    if (refusal) this.#giveUp(refusal)
    else this.#retryLater(Math.max(from, this.#attempt + 1), new VoiceError('connection-lost', `${LOST}.`))
  }

  #fail(error: VoiceError): void {
    const hasWaiting = this.#waiting.length > 0
    this.#detach()?.abandon()
    this.#rejectWaiting(error)
    if (FINAL.includes(error.code)) this.#giveUp(error)
    else {
      if (hasWaiting) this.emit('failed', error)
      this.#retryLater(this.#attempt + 1, error)
    }
  }

  #retryLater(attempt: number, error: VoiceError): void {
    const { reconnectEnabled, maxReconnectAttempts, reconnectDelayMs: firstMs, clock, random } = this.#options
    const isOnline = this.#options.isOnline()
    this.#attempt = isOnline ? attempt : Math.max(1, this.#attempt)
    if (!reconnectEnabled || this.#attempt > maxReconnectAttempts) {
      const sentence = `${LOST}; ${maxReconnectAttempts} attempts failed.`
      this.#giveUp(reconnectEnabled ? new VoiceError('connection-lost', sentence) : error)
      return
    }
    const waitMs = backoffMs(isOnline ? this.#attempt : 10, { firstMs, random: random() })
    this.#setStatus({ state: 'reconnecting', attempt: this.#attempt, retryAt: clock.now() + waitMs })
    this.#stopTimer = clock.schedule(() => void this.#try(), waitMs)
  }

  #giveUp(error: VoiceError): void {
    this.#rejectWaiting(error)
    this.#setStatus({ state: 'closed', attempt: this.#attempt, retryAt: null })
    this.emit('failed', error)
  }

  #detach(): Connection | undefined {
    const connection = this.#connection
    this.#connection = undefined
    this.#generation += 1
    this.#stopTimer()
    this.#stopConfirming?.()
    this.#stopConfirming = undefined
    this.#heartbeat.stop()
    if (this.#place) this.#place.lastEventId = connection?.lastEventId ?? this.#place.lastEventId
    return connection
  }

  #confirmSoon(): void {
    this.#stopConfirming ??= this.#options.clock.schedule(() => {
      this.#stopConfirming = undefined
      this.#ping()
    }, CONFIRM_AFTER_MS)
  }

  #transmit(event: ClientEvent): void {
    this.#connection?.send(event)
    this.#options.onSent(event)
  }

  #ping(): void {
    this.sendNow({ type: 'voice.ping', t: this.#unconfirmed.count })
  }

  #rejectWaiting(error: VoiceError): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }

  #setStatus(status: ConnectionStatus): void {
    this.#status = status
    this.emit('status', status)
  }
}

function openingOf(place: EventPosition, { token, gap }: { token: string; gap: boolean }): Opening {
  if (gap) return 'gap'
  if (place.token === token) return 'resumed'
  return place.lastEventId === undefined ? 'new' : 'forgotten'
}

const MAX_DELAY_MS = 30_000

/** The delay before attempt `attempt`, from 1: random up to a bound that doubles to 30 s ("full jitter", AWS 2015). */
export function backoffMs(attempt: number, { firstMs, random }: { firstMs: number; random: number }): number {
  return Math.round(random * Math.min(MAX_DELAY_MS, firstMs * 2 ** (attempt - 1)))
}

/** The error of a server that ended the session; `undefined` if the line just broke. Codes: RFC 6455 and docs/protocol.md. */
export function refusalBy({ code, reason }: { code: number; reason: string }): VoiceError | undefined {
  const ended = 'The server ended the conversation'
  if (code === 1000)
    return new VoiceError(
      'ended',
      reason === 'idle' ? 'The conversation ended after a long silence.' : `${ended}.`,
    )
  if (code !== 1008) return undefined
  return reason === 'replaced'
    ? new VoiceError('replaced', 'This conversation goes on in another window or device.')
    : new VoiceError('refused', `${ended}${reason && ` (${reason})`}.`)
}
