import { VoiceError } from '../errors.js'
import type { ClientEvent, ServerEvent } from '../protocol/events.js'
import type { VoiceSessionEvent } from '../protocol/voice-events.js'
import { freshKey } from './api-key.js'
import { afterClose, backoffMs } from './backoff.js'
import { Connection } from './connection.js'
import { Emitter, type Listener } from './emitter.js'
import { Heartbeat } from './heartbeat.js'
import { asVoiceError, givenUpError, lostError, timeoutError } from './line-errors.js'
import type { LineEvents, LineOptions, LineStatus, Opening } from './line-options.js'
import { SoundQueue } from './sound-queue.js'
import { Unconfirmed } from './unconfirmed.js'

interface Place {
  sessionId: string
  token: string | undefined
  lastEventId: string | undefined
}

/** Connecting, the key and the first events together may take so long. */
const CONNECT_TIMEOUT_MS = 15_000
/** A line that holds for so long counts as good: tries are counted from 1 again. */
const STABLE_MS = 5_000
/** An event is confirmed this long after it was sent, unless more follow. */
const CONFIRM_AFTER_MS = 1_000
const DOUBT_MS = 4_000
const FINAL = ['unauthorized', 'forbidden', 'origin-refused', 'bad-server-url']

/**
 * One conversation over as many connections as it takes: nothing is lost, nothing is doubled. Knows no DOM.
 *
 * States: offline → connecting → open ⇄ reconnecting; any → closed (given up) or offline (on purpose).
 */
export class Line {
  readonly #options: LineOptions
  readonly #events = new Emitter<LineEvents>()
  readonly #unconfirmed = new Unconfirmed()
  readonly #sound = new SoundQueue()
  readonly #heartbeat: Heartbeat
  #status: LineStatus = { state: 'offline', attempt: 0, retryAt: null }
  #place: Place | undefined
  #connection: Connection | undefined
  /** Counts the tries ever made: an answer to an older one is nobody's. */
  #turn = 0
  #attempt = 0
  #waiting: { resolve: () => void; reject: (error: VoiceError) => void }[] = []
  #stopTimer = () => {}
  #stopConfirming: (() => void) | undefined

  constructor(options: LineOptions) {
    this.#options = options
    this.#heartbeat = new Heartbeat({
      clock: options.clock,
      intervalMs: options.heartbeatIntervalMs,
      ping: () => this.#ping(),
      queuedBytes: () => this.#connection?.queuedBytes ?? 0,
      onDead: () => this.#lost({ code: 1006, reason: 'silent' }),
    })
  }

  get status(): LineStatus {
    return this.#status
  }

  get sessionId(): string | undefined {
    return this.#place?.sessionId
  }

  on<K extends keyof LineEvents>(name: K, listener: Listener<LineEvents[K]>): () => void {
    return this.#events.on(name, listener)
  }

  /** Opens a session, or resolves at once where it is open. Rejects when the first try fails; a failure that may pass is tried again all the same. */
  open(sessionId: string): Promise<void> {
    const isSame = this.#place?.sessionId === sessionId
    if (isSame && this.#status.state === 'open') return Promise.resolve()
    if (!isSame) {
      this.close()
      this.#unconfirmed.clear()
      this.#place = { sessionId, token: this.#options.tokens.read(sessionId), lastEventId: undefined }
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#attempt = 0
      void this.#try()
    })
  }

  /** Sends an event now or as soon as the line stands, exactly once. Throws the `VoiceError` `queue-full` when too many wait. */
  send(event: ClientEvent): void {
    const named = this.#unconfirmed.add(event)
    if (this.#status.state !== 'open') return
    this.#transmit(named)
    this.#confirmSoon()
  }

  /** Sends an event that is worth nothing later. */
  sendNow(event: ClientEvent): void {
    if (this.#connection?.isOpen) this.#transmit(event)
  }

  /** Sends sound; while the line is down the newest is kept, and on a jammed line it is dropped. */
  sendSound(pcm: Uint8Array): void {
    const { state } = this.#status
    if (state === 'connecting' || state === 'reconnecting') this.#sound.add(pcm)
    else if (state === 'open' && !SoundQueue.isJammed(this.#connection?.queuedBytes ?? 0))
      this.#connection?.sendSound(pcm)
  }

  /** The network is back, or somebody looks again: a line that waits tries now, an open one is asked whether it lives. */
  wake(): void {
    const { state } = this.#status
    if (state === 'open') this.#heartbeat.check(DOUBT_MS)
    else if (state === 'reconnecting' && this.#status.retryAt !== null) void this.#try()
  }

  /** Tries at once; the tries are counted from 1 again. */
  retryNow(): void {
    const { state } = this.#status
    if (!this.#place || state === 'open' || state === 'offline') return
    this.#attempt = 0
    void this.#try()
  }

  /** Ends the line on purpose. */
  close(): void {
    const connection = this.#letGo()
    connection?.close()
    this.#rejectWaiting(new VoiceError('disconnected', 'The connection was closed before it was open.'))
    this.#setStatus({ state: 'offline', attempt: 0, retryAt: null })
  }

  async #try(): Promise<void> {
    this.#letGo()?.abandon()
    const turn = this.#turn
    const isFirst = this.#attempt === 0 && this.#place?.lastEventId === undefined
    const state = isFirst ? 'connecting' : 'reconnecting'
    this.#setStatus({ state, attempt: this.#attempt, retryAt: null })
    this.#stopTimer = this.#options.clock.schedule(() => this.#fail(timeoutError()), CONNECT_TIMEOUT_MS)
    try {
      await this.#dial(turn)
    } catch (error) {
      if (turn === this.#turn) this.#fail(asVoiceError(error))
    }
  }

  async #dial(turn: number): Promise<void> {
    const { url, appId, explain, Socket, findRefusal } = this.#options
    const { sessionId, token, lastEventId } = this.#place!
    const apiKey = await freshKey(this.#options.apiKey)
    if (turn !== this.#turn) return
    const resume = token && { token, ...(lastEventId && { lastEventId }) }
    const asked = { ...(appId && { appId }), ...(explain && { explain }), ...(resume && { resume }) }
    const connection = new Connection({ url, apiKey, sessionId, ...asked, Socket })
    this.#connection = connection
    connection.on('event', (event) => this.#receive(event))
    connection.on('frame', (pcm) => {
      this.#heartbeat.traffic()
      this.#events.emit('frame', pcm)
    })
    connection.on('close', (close) => this.#lost(close))
    try {
      await connection.connect()
    } catch (error) {
      const refusal = await findRefusal({ apiKey, sessionId, ...(token && { token }) }).catch(() => undefined)
      throw refusal ?? error
    }
  }

  #receive(event: ServerEvent): void {
    this.#heartbeat.traffic()
    if (event.type === 'voice.pong') this.#unconfirmed.pong(event.t)
    this.#events.emit('event', event)
    if (event.type === 'voice.session') this.#settle(event)
  }

  /** The server has said which session this is: the line stands, and what waits goes out. */
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

  /** The line is gone without our doing. */
  #lost(close: { code: number; reason: string }): void {
    const after = afterClose(close)
    this.#letGo()?.abandon()
    if (!after.retry) this.#giveUp(new VoiceError(after.code, after.message))
    else this.#retryLater(Math.max(after.from, this.#attempt + 1), lostError())
  }

  /** A try came to nothing. */
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

  /** Stops all that belongs to the connection there is; what it has seen is remembered. */
  #letGo(): Connection | undefined {
    const connection = this.#connection
    this.#connection = undefined
    this.#turn += 1
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

  #setStatus(status: LineStatus): void {
    this.#status = status
    this.#events.emit('status', status)
  }
}

function openingOf(place: Place, { token, gap }: { token: string; gap: boolean }): Opening {
  if (gap) return 'gap'
  if (place.token === token) return 'resumed'
  return place.lastEventId === undefined ? 'new' : 'forgotten'
}
