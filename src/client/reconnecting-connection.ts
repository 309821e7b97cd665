import { VoiceError } from '../errors.js'
import type { ClientEvent, ServerEvent } from '../protocol/events.js'
import type { VoiceSessionEvent } from '../protocol/voice-events.js'
import { afterClose, backoffMs } from './backoff.js'
import { freshKey } from './call-target.js'
import { Emitter, type Listener } from './client-events.js'
import { Connection } from './connection.js'
import { asVoiceError, givenUpError, lostError, timeoutError } from './connection-errors.js'
import { Heartbeat } from './heartbeat.js'
import { PendingAudio } from './pending-audio.js'
import {
  type ConnectionStatus,
  type EventPosition,
  openingOf,
  type ReconnectingEvents,
  type ReconnectingOptions,
} from './reconnecting-options.js'
import { Unconfirmed } from './unconfirmed.js'

const CONNECT_TIMEOUT_MS = 15_000
/** After this time a connection counts as stable, and attempts count from 1 again. */
const STABLE_MS = 5_000
/** Delay between an event and the next ping. The pong confirms all events that were sent before this ping. */
const CONFIRM_AFTER_MS = 1_000
const DOUBT_MS = 4_000
const FINAL = ['unauthorized', 'forbidden', 'origin-refused', 'bad-server-url']

/**
 * One conversation that continues over any number of connections. Each event that is sent takes effect exactly once.
 * Does not use the DOM.
 *
 * States: offline → connecting → open ⇄ reconnecting; any → closed (given up) or offline (on purpose).
 */
export class ReconnectingConnection {
  readonly #options: ReconnectingOptions
  readonly #events = new Emitter<ReconnectingEvents>()
  readonly #unconfirmed = new Unconfirmed()
  readonly #sound = new PendingAudio()
  readonly #heartbeat: Heartbeat
  #status: ConnectionStatus = { state: 'offline', attempt: 0, retryAt: null }
  #place: EventPosition | undefined
  #connection: Connection | undefined
  /** Changes whenever a connection is released, so that results of older attempts are recognized and ignored. */
  #generation = 0
  #attempt = 0
  /** Whether the running attempt began without a network. */
  #isBlind = false
  #hasWarned = false
  #waiting: { resolve: () => void; reject: (error: VoiceError) => void }[] = []
  #stopTimer = () => {}
  #stopConfirming: (() => void) | undefined

  constructor(options: ReconnectingOptions) {
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

  on<K extends keyof ReconnectingEvents>(name: K, listener: Listener<ReconnectingEvents[K]>): () => void {
    return this.#events.on(name, listener)
  }

  /**
   * Opens a session; resolves as soon as it is open. Rejects if the first attempt fails, but still retries if the
   * failure is temporary. Joins a running attempt: the server may refuse a second one, which has no token yet.
   */
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

  /** Sends audio; drops it if too many bytes are queued. While the connection is down, keeps only the newest audio. */
  sendSound(pcm: Uint8Array): void {
    const { state } = this.#status
    if (state.endsWith('connecting')) this.#sound.add(pcm)
    else if (state === 'open' && !PendingAudio.isJammed(this.#connection?.queuedBytes ?? 0))
      this.#connection?.sendSound(pcm)
  }

  /**
   * Call it when the network or the user is back. Makes a planned attempt at once, or pings an open connection. An
   * attempt that began without a network is made anew, because it may hang until its timeout.
   */
  wake(): void {
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
    this.#letGo()?.abandon()
    this.#rejectWaiting(new VoiceError('disconnected', 'The connection was closed before it was open.'))
    this.#setStatus({ state: 'offline', attempt: 0, retryAt: null })
  }

  async #try(): Promise<void> {
    this.#letGo()?.abandon()
    const generation = this.#generation
    this.#isBlind = !this.#options.isOnline()
    const isFirst = this.#attempt === 0 && this.#place?.lastEventId === undefined
    const state = isFirst ? 'connecting' : 'reconnecting'
    this.#setStatus({ state, attempt: this.#attempt, retryAt: null })
    this.#stopTimer = this.#options.clock.schedule(() => this.#fail(timeoutError()), CONNECT_TIMEOUT_MS)
    try {
      await this.#dial(generation)
    } catch (error) {
      if (generation === this.#generation) this.#fail(asVoiceError(error))
    }
  }

  async #dial(generation: number): Promise<void> {
    const { url, appId, Socket, findRefusal } = this.#options
    const { sessionId, token, lastEventId } = this.#place!
    const apiKey = await freshKey(this.#options.apiKey)
    if (generation !== this.#generation) return
    const resume = token ? { token, lastEventId } : undefined
    const connection = new Connection({ url, apiKey, sessionId, appId, resume, Socket })
    this.#connection = connection
    connection.on('event', (event) => this.#receive(event))
    connection.on('frame', (pcm) => {
      this.#heartbeat.traffic()
      this.#events.emit('frame', pcm)
    })
    connection.on('malformed', (problem) => this.#warn(problem))
    connection.on('close', (close) => this.#lost(close))
    try {
      await connection.connect()
    } catch (error) {
      const refusal = await findRefusal({ apiKey, sessionId, token }).catch(() => undefined)
      throw refusal ?? error
    }
  }

  /** Reports the first malformed message; a server that sends one often sends many. */
  #warn(problem: string): void {
    this.#heartbeat.traffic()
    if (this.#hasWarned) return
    this.#hasWarned = true
    this.#events.emit('malformed', `${problem} It is ignored, as all further messages of this kind.`)
  }

  #receive(event: ServerEvent): void {
    this.#heartbeat.traffic()
    this.#unconfirmed.follow(event)
    this.#events.emit('event', event)
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
    this.#events.emit('opened', opening)
    for (const event of this.#unconfirmed.all) this.sendNow(event)
    for (const pcm of this.#sound.take()) this.#connection?.sendSound(pcm)
    if (this.#unconfirmed.size > 0) this.#confirmSoon()
    this.#heartbeat.start()
    for (const { resolve } of this.#waiting.splice(0)) resolve()
  }

  /** Handles a connection that closed unexpectedly: retries later or gives up, by its close code. */
  #lost(close: { code: number; reason: string }): void {
    const after = afterClose(close)
    this.#letGo()?.abandon()
    if (!after.retry) this.#giveUp(new VoiceError(after.code, after.message))
    else this.#retryLater(Math.max(after.from, this.#attempt + 1), lostError())
  }

  #fail(error: VoiceError): void {
    const hasWaiting = this.#waiting.length > 0
    this.#letGo()?.abandon()
    this.#rejectWaiting(error)
    if (FINAL.includes(error.code)) this.#giveUp(error)
    else {
      if (hasWaiting) this.#events.emit('failed', error)
      this.#retryLater(this.#attempt + 1, error)
    }
  }

  #retryLater(attempt: number, error: VoiceError): void {
    const { reconnectEnabled, maxReconnectAttempts, reconnectDelayMs: firstMs, clock, random } = this.#options
    const isOnline = this.#options.isOnline()
    this.#attempt = isOnline ? attempt : Math.max(1, this.#attempt)
    if (!reconnectEnabled || this.#attempt > maxReconnectAttempts) {
      this.#giveUp(reconnectEnabled ? givenUpError(maxReconnectAttempts) : error)
      return
    }
    const waitMs = backoffMs(isOnline ? this.#attempt : 10, { firstMs, random: random() })
    this.#setStatus({ state: 'reconnecting', attempt: this.#attempt, retryAt: clock.now() + waitMs })
    this.#stopTimer = clock.schedule(() => void this.#try(), waitMs)
  }

  #giveUp(error: VoiceError): void {
    this.#rejectWaiting(error)
    this.#setStatus({ state: 'closed', attempt: this.#attempt, retryAt: null })
    this.#events.emit('failed', error)
  }

  /** Releases the current connection and keeps the id of its last event. */
  #letGo(): Connection | undefined {
    const connection = this.#connection
    this.#connection = undefined
    this.#generation += 1
    this.#stopTimer()
    this.#stopConfirming?.()
    this.#stopConfirming = undefined
    this.#heartbeat.stop()
    this.#unconfirmed.lineLost()
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
    this.sendNow({ type: 'voice.ping', t: this.#unconfirmed.ping() })
  }

  #rejectWaiting(error: VoiceError): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }

  #setStatus(status: ConnectionStatus): void {
    this.#status = status
    this.#events.emit('status', status)
  }
}
