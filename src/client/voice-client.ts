import { VoiceError, type VoiceErrorCode } from '../errors.js'
import type { ClientEvent, ServerEvent } from '../protocol/events.js'
import type { AgentState } from '../protocol/voice-events.js'
import type { ClientAudio } from './audio/client-audio.js'
import {
  asVoiceError,
  type ClientError,
  Emitter,
  emitItemEvents,
  type Listener,
  type VoiceEvents,
} from './client-events.js'
import { browserParts, type ClientParts, watchPage } from './client-parts.js'
import { type ClientState, initialClientState, type Mode } from './client-state.js'
import type { ClientToolSet } from './client-tool.js'
import { ClientTools } from './client-tools.js'
import { freshKey, type VoiceConfig } from './config.js'
import { approvalAnswer, contextMessage, eventsToRestore, userFacts, userMessage } from './outgoing.js'
import { type ConnectionStatus, type Opening, ReconnectingConnection } from './reconnecting-connection.js'
import { codeOf, reduce } from './state.js'

/** Which conversation to open, and how. */
export interface ConnectOptions {
  /** Starts the conversation with this id, or continues it. */
  sessionId: string
  /**
   * The mode in which the conversation starts. `voice` asks for the microphone if the server or the browser can
   * recognize speech. For `voice`, call `connect` inside a click. @default the current mode, which is `text` at first
   */
  mode?: Mode
  /** The language in which the agent speaks to the user, such as `de`. @default the language of the browser */
  language?: string
}

/** Codes of errors from harmless races: a response was cancelled after its end, or requested during another one. */
const HARMLESS = ['response_cancel_not_active', 'conversation_already_has_active_response']

/** Codes of errors that only the owner of the page can fix. They are logged even without `debug`. */
const OWNER_ERRORS: readonly string[] = [
  'origin-refused',
  'bad-server-url',
  'worklet-failed',
  'unauthorized',
  'no-api-key',
]

/** One conversation with an agent: connection, audio and the state to draw. */
export class VoiceClient {
  readonly #events = new Emitter<VoiceEvents>()
  readonly #parts: ClientParts
  readonly #connection: ReconnectingConnection
  readonly #audio: ClientAudio | undefined
  readonly #tools = new ClientTools((event) => this.#sendQuietly(event))
  #stopWatching: (() => void) | undefined
  #language: string | undefined
  #state: ClientState = initialClientState
  #level = 0
  /** The requested mode. `state.mode` is the mode in effect. */
  #wanted: Mode = 'text'
  /** Whether to start voice mode when the connection opens: voice was requested while the connection was down. */
  #isModeWaiting = false
  /** Whether a response was requested that has not started yet; it can still be cancelled. */
  #hasAsked = false
  /** Whether to request a response when the current one ends. */
  #isRequestWaiting = false
  /** Ids of messages that are shown and not yet confirmed by the server, and of answered approval requests. */
  readonly #pending = new Set<string>()

  constructor(
    readonly config: VoiceConfig,
    parts: Partial<ClientParts> = {},
  ) {
    this.#parts = { ...browserParts(), ...parts }
    this.#connection = this.#createConnection()
    this.#audio = this.#createAudio()
  }

  get state(): ClientState {
    return this.#state
  }

  /** Loudness of the microphone, 0 to 1. */
  get level(): number {
    return this.#level
  }

  /** Adds a listener; returns the function that removes it. */
  on<K extends keyof VoiceEvents>(name: K, listener: Listener<VoiceEvents[K]>): () => void {
    return this.#events.on(name, listener)
  }

  /** Opens a conversation. Rejects with a `VoiceError`; after temporary failures, the client still tries again. */
  async connect({ sessionId, mode = this.#wanted, language }: ConnectOptions): Promise<void> {
    this.#language = language ?? this.#language
    this.#wanted = mode
    this.#watch()
    if (mode === 'voice') this.#audio?.unlock()
    if (this.#connection.sessionId !== sessionId) this.#forget()
    this.#isModeWaiting = false
    try {
      await this.#connection.open(sessionId)
    } catch (error) {
      this.#isModeWaiting = mode === 'voice'
      throw error
    }
    await this.#applyMode()
  }

  /**
   * Closes the connection on purpose, and releases everything that the page holds for it: microphone, audio, listeners.
   * The server keeps the conversation for a while; `connect` continues it.
   */
  disconnect(): void {
    this.#stopWatching?.()
    this.#stopWatching = undefined
    this.#tools.stop()
    this.#audio?.close()
    this.#connection.close()
  }

  /**
   * Interrupts the agent and sends a message, at once or on connection. After `disconnect`, it connects again, in text.
   * Throws `message-too-long`, `queue-full`.
   */
  sendText(text: string): void {
    const words = text.trim()
    if (words === '') return
    const { view, event } = userMessage(words)
    this.#isModeWaiting = false
    this.stopSpeaking()
    this.#connection.send(event)
    this.#connection.send({ type: 'response.create' })
    this.#hasAsked = true
    this.#pending.add(view.id)
    this.#set({ items: [...this.#state.items, view], error: null, errorCode: null })
    const { status, sessionId } = this.#connection
    // The error is ignored here: the state also contains it.
    if (status.state === 'offline' && sessionId) this.connect({ sessionId, mode: 'text' }).catch(() => {})
  }

  /**
   * Adds functions that the agent may call in this page, beside the tools of the server; a tool of the server with the
   * same name wins. Returns the function that removes them. Throws `bad-config`. A locked session has no functions.
   */
  addTools(tools: ClientToolSet): () => void {
    const remove = this.#tools.add(tools)
    this.#tellTools()
    return () => {
      remove()
      this.#tellTools()
    }
  }

  /**
   * Tells the agent something without asking for an answer: text, or data such as `{ page: 'checkout' }`. Throws
   * `message-too-long`, `queue-full`. A locked session refuses it with the error `session_locked`.
   */
  sendContext(facts: string | Record<string, unknown>): void {
    this.#connection.send(contextMessage(facts))
  }

  /** Sends an event of the protocol, at once or on connection, exactly once. Throws `queue-full`. */
  send(event: ClientEvent): void {
    this.#connection.send(event)
  }

  /** Answers an approval request: `id` is the id of the approval in `state.items`. Only the first answer counts. */
  answerApproval(id: string, approve: boolean): void {
    if (this.#pending.has(id)) return
    this.#connection.send(approvalAnswer(id, approve))
    this.#pending.add(id)
  }

  /** Approves or declines all approval requests that are open. Those answered alone before keep their answer. */
  answerApprovals(approve: boolean): void {
    for (const item of this.#state.items)
      if (item.kind === 'approval' && item.approved === null) this.answerApproval(item.id, approve)
  }

  /**
   * Switches the mode; session and history stay. `voice` may ask for the microphone, so call this method inside a
   * click. Always resolves; `state.mode` has the result.
   */
  async setMode(mode: Mode): Promise<void> {
    this.#wanted = mode
    this.#isModeWaiting = mode === 'voice' && this.#connection.status.state !== 'open'
    if (mode === 'voice') this.#audio?.unlock()
    await this.#applyMode()
    if (mode === 'text') this.#set({ microphone: 'off' })
    else if (this.#state.speech.in === 'missing') this.#set({ microphone: 'no-recognizer' })
  }

  /** Mutes or unmutes the microphone without releasing it. */
  setMuted(isMuted: boolean): void {
    this.#audio?.setMuted(isMuted)
  }

  /** Loudness of the agent's voice, 0 to 1. */
  setVolume(volume: number): void {
    this.#audio?.setVolume(volume)
  }

  /**
   * Records with the device of this id from now on (`navigator.mediaDevices.enumerateDevices()` lists them).
   * `undefined`: the default of the system. Always resolves; `state.microphone` has the result.
   */
  async chooseMicrophone(deviceId: string | undefined): Promise<void> {
    await this.#audio?.chooseMicrophone(deviceId)
  }

  /** Plays through the device of this id from now on. Rejects if the browser cannot use it. */
  async chooseSpeaker(deviceId: string | undefined): Promise<void> {
    await this.#audio?.chooseSpeaker(deviceId)
  }

  /** Stops the speech and the running response. */
  stopSpeaking(): void {
    this.#audio?.stopSpeaking()
    const { responseId, agent } = this.#state
    if (this.#hasAsked || responseId !== null || agent !== 'idle')
      this.#connection.send({ type: 'response.cancel' })
    this.#hasAsked = false
  }

  /** Tries to connect at once. */
  retryNow(): void {
    this.#connection.retryNow()
  }

  /** Ends everything; the client cannot be used again. */
  dispose(): void {
    this.disconnect()
    this.#events.clear()
  }

  #tellTools(): void {
    const { definitions: tools } = this.#tools
    this.#connection.sendNow({ type: 'session.update', session: { type: 'realtime', tools } })
  }

  #sendQuietly(event: ClientEvent): void {
    try {
      this.#connection.send(event)
    } catch (error) {
      this.#fail(asVoiceError(error))
    }
  }

  #watch(): void {
    const onOffline = () => this.#connection.checkNow()
    const onReturn = () => {
      onOffline()
      this.#audio?.resume()
    }
    this.#stopWatching ??= watchPage({ onReturn, onOffline })
  }

  #createConnection(): ReconnectingConnection {
    const connection = new ReconnectingConnection({
      ...this.config,
      ...this.#parts,
      url: this.config.serverUrl,
      tokens: this.#parts.memory,
      onSent: (event) => this.#log('out', event),
    })
    connection.on('status', (status) => this.#onStatus(status))
    connection.on('event', (event) => this.#onEvent(event))
    connection.on('malformed', (problem) => console.warn(`voice: ${problem}`))
    connection.on('frame', (pcm) => this.#audio?.play(pcm))
    connection.on('opened', (opening) => this.#onOpened(opening))
    connection.on('failed', (error) => this.#fail(error))
    return connection
  }

  #createAudio(): ClientAudio | undefined {
    const { audio, clock, memory } = this.#parts
    return audio?.({
      ...this.config,
      clock,
      callTarget: () => {
        const { sessionId } = this.#connection
        if (sessionId === undefined) return undefined
        const { serverUrl, appId, apiKey } = this.config
        const resumeToken = memory.read(sessionId)
        return { serverUrl, appId, sessionId, resumeToken, apiKey: () => freshKey(apiKey) }
      },
      onMicrophone: (microphone) => this.#set({ microphone }),
      onSound: (pcm) => this.#connection.sendSound(pcm),
      onLevel: (level) => {
        this.#level = level
        this.#events.emit('level', level)
      },
      onOutputLevel: (level) => this.#events.emit('outputLevel', level),
      onPlayed: ({ itemId, contentIndex, playedMs }) => {
        const place = { item_id: itemId, content_index: contentIndex, played_ms: Math.round(playedMs) }
        this.#connection.sendNow({ type: 'voice.playback', ...place })
      },
      onPartial: (heard) => {
        const { agent } = this.#state
        const unheard = agent === 'listening' ? this.#agentAfter() : agent
        this.#set({ heard, agent: heard ? 'listening' : unheard })
      },
      onFinal: (text) => this.sendText(text),
      onSpeaking: () => this.#set({ agent: this.#agentAfter() }),
      onFailure: (error) => this.#fail(error),
    })
  }

  #onStatus(status: ConnectionStatus): void {
    const { state: connection, attempt, retryAt } = status
    this.#set({ connection, attempt, retryAt, ...(connection === 'offline' && { agent: 'idle' }) })
    this.#events.emit('connection', status)
  }

  #onOpened(opening: Opening): void {
    this.#set({ error: null, errorCode: null })
    this.#connection.sendNow({ type: 'voice.mode', mode: this.#state.mode })
    const tools = this.#tools.definitions
    const facts = userFacts(this.#language)
    const session = { type: 'realtime' as const, ...facts, ...(tools.length > 0 && { tools }) }
    this.#connection.sendNow({ type: 'session.update', session })
    if (this.#isModeWaiting) void this.#applyMode()
    if (opening !== 'forgotten') return
    for (const event of eventsToRestore(this.#state.items, this.#pending)) this.#connection.sendNow(event)
    this.#set({ responseId: null, agent: 'idle' })
  }

  #onEvent(event: ServerEvent): void {
    const at = this.#parts.clock.now()
    this.#log('in', event)
    if (event.type === 'error') this.#onError(event)
    else this.#set(reduce(this.#state, { ...event, at }))
    if (event.type === 'voice.state') this.#set({ agent: this.#agentAfter(event.state) })
    this.#audio?.follow(event)
    this.#tools.follow(event)
    if (event.type === 'conversation.item.added') this.#pending.delete(event.item.id ?? '')
    if (event.type === 'voice.session' && this.#audio)
      this.#set({ speech: this.#audio.choose(event.providers) })
    if (event.type === 'response.created') this.#hasAsked = false
    if (event.type === 'response.done') this.#askAgain()
  }

  /** The state of the agent to show. Only the client knows whether the browser's own synthesizer is speaking. */
  #agentAfter(agent: AgentState = this.#state.responseId ? 'thinking' : 'idle'): AgentState {
    return this.#audio?.isBrowserSpeaking && agent !== 'listening' ? 'speaking' : agent
  }

  #onError({ error }: ServerEvent & { type: 'error' }): void {
    if (error.code === 'conversation_already_has_active_response') this.#isRequestWaiting = true
    if (HARMLESS.includes(error.code ?? '')) return
    // Also a code that this client does not know.
    this.#fail(new VoiceError(codeOf(error) as VoiceErrorCode, error.message))
  }

  /** Sends a refused `response.create` again, with metadata, because one without parameters may be ignored. */
  #askAgain(): void {
    if (!this.#isRequestWaiting) return
    this.#isRequestWaiting = false
    this.#connection.send({ type: 'response.create', response: { metadata: { asked: 'again' } } })
  }

  async #applyMode(): Promise<void> {
    if (this.#connection.status.state !== 'open') return
    this.#isModeWaiting = false
    const canHear = ['server', 'browser'].includes(this.#state.speech.in)
    if (this.#wanted === 'voice' && canHear) await this.#audio?.start()
    else this.#audio?.stop()
    const isHeard = this.#wanted === 'voice' && canHear && LISTENING.includes(this.#state.microphone)
    const mode = isHeard ? 'voice' : 'text'
    this.#connection.send({ type: 'voice.mode', mode })
    this.#set({ mode })
  }

  #fail(error: ClientError): void {
    this.#set({ error: error.message, errorCode: error.code })
    if (this.config.debug || OWNER_ERRORS.includes(error.code))
      console.warn(`voice: ${error.code}: ${error.message}`)
    this.#events.emit('error', error)
  }

  #forget(): void {
    this.#tools.stop()
    this.#audio?.leaveSession()
    this.#pending.clear()
    this.#hasAsked = false
    this.#isRequestWaiting = false
    const { mode, microphone, speech } = this.#state
    this.#set({ ...initialClientState, mode, microphone, speech })
  }

  #log(direction: 'in' | 'out', event: ServerEvent | ClientEvent): void {
    if (this.config.debug) console.debug(`voice ${direction}`, event.type, event)
    this.#events.emit('event', { direction, event, at: this.#parts.clock.now() })
  }

  #set(change: Partial<ClientState>): void {
    const before = this.#state
    this.#state = { ...before, ...change }
    emitItemEvents(this.#events, { before: before.items, after: this.#state.items })
    this.#events.emit('state', this.#state)
  }
}

const LISTENING: readonly string[] = ['asking', 'on', 'muted', 'interrupted']
