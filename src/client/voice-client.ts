import { VoiceError } from '../errors.js'
import type { ClientEvent, ServerEvent } from '../protocol/events.js'
import type { AgentState } from '../protocol/voice-events.js'
import { Sound } from './audio/sound.js'
import type { VoiceEvents } from './client-events.js'
import { lineOf } from './client-line.js'
import { browserParts, type ClientParts } from './client-parts.js'
import { type ClientState, initialClientState, type Mode } from './client-state.js'
import type { VoiceConfig } from './config.js'
import { Emitter, type Listener } from './emitter.js'
import { tellItems } from './item-news.js'
import type { Line } from './line.js'
import type { LineStatus, Opening } from './line-options.js'
import { approvalAnswer, userMessage } from './outgoing.js'
import { eventsToRestore } from './restore.js'
import { reduce } from './state.js'
import { watchPage } from './watch-page.js'
import { besideScript } from './worklet-url.js'

/** Which conversation to open, and how. */
export interface ConnectOptions {
  /** Starts the conversation with this id, or goes on with it. */
  sessionId: string
  /** `voice` asks for the microphone, when the server can hear. Call it inside a click then. @default the mode there is, `text` at first */
  mode?: Mode
}

/** Answers to races that do no harm. */
const HARMLESS = ['response_cancel_not_active', 'conversation_already_has_active_response']

/** One conversation with an agent: connection, microphone, voice and what there is to draw. */
export class VoiceClient {
  readonly #events = new Emitter<VoiceEvents>()
  readonly #parts: ClientParts
  readonly #line: Line
  readonly #sound: Sound
  readonly #stopWatching: () => void
  #state: ClientState = initialClientState
  #level = 0
  /** The mode that was asked for; what it came to stands in the state. */
  #wanted: Mode = 'text'
  /** Whether listening begins by itself once the line stands: the server was away when voice was asked for, and nobody has typed since. */
  #owesMode = false
  /** Whether an answer was asked for that has not begun: it can be cancelled all the same. */
  #hasAsked = false
  /** Whether an answer is to be asked for once the one under way is over. */
  #owesRequest = false
  /** Messages that are shown and that no server has confirmed. */
  readonly #pending = new Set<string>()

  constructor(
    readonly config: VoiceConfig,
    parts: Partial<ClientParts> = {},
  ) {
    this.#parts = { ...browserParts(), ...parts }
    this.#line = this.#createLine()
    this.#sound = this.#createSound()
    this.#stopWatching = watchPage({
      wake: () => {
        this.#line.wake()
        this.#sound.wake()
      },
      doubt: () => this.#line.wake(),
    })
  }

  get state(): ClientState {
    return this.#state
  }

  /** Loudness of the microphone, 0 to 1. */
  get level(): number {
    return this.#level
  }

  /** Listens; returns the function that stops listening. */
  on<K extends keyof VoiceEvents>(name: K, listener: Listener<VoiceEvents[K]>): () => void {
    return this.#events.on(name, listener)
  }

  /**
   * Opens a conversation; resolves when it stands. Rejects with the `VoiceError` that says why it cannot be; what may pass by itself (a server that
   * is down) is tried again in the background all the same, until `disconnect`.
   */
  async connect({ sessionId, mode = this.#wanted }: ConnectOptions): Promise<void> {
    this.#wanted = mode
    if (mode === 'voice') this.#sound.unlock()
    if (this.#line.sessionId !== sessionId) this.#forget()
    this.#owesMode = false
    try {
      await this.#line.open(sessionId)
    } catch (error) {
      this.#owesMode = mode === 'voice'
      throw error
    }
    await this.#applyMode()
  }

  /** Ends the line on purpose; the server keeps the conversation for a while. */
  disconnect(): void {
    this.#sound.stop()
    this.#line.close()
  }

  /** Says something in text; it is kept while the line is down. What the agent is saying is cut off. Throws `message-too-long`, `queue-full`. */
  sendText(text: string): void {
    const words = text.trim()
    if (words === '') return
    this.#owesMode = false
    this.stopSpeaking()
    const { view, event } = userMessage(words)
    this.#line.send(event)
    this.#line.send({ type: 'response.create' })
    this.#hasAsked = true
    this.#pending.add(view.id)
    this.#set({ items: [...this.#state.items, view], error: null, errorCode: null })
  }

  /** Answers a question of the agent: `id` is that of the approval in `state.items`. */
  answerApproval(id: string, approve: boolean): void {
    this.#line.send(approvalAnswer(id, approve))
  }

  /**
   * Switches between talking and typing; session and history stay. Asks for the microphone when it is needed, so call it inside a click. Resolves
   * also when there is none: `state.mode` and `state.microphone` say how it went.
   */
  async setMode(mode: Mode): Promise<void> {
    this.#wanted = mode
    this.#owesMode = mode === 'voice' && this.#line.status.state !== 'open'
    if (mode === 'voice') this.#sound.unlock()
    await this.#applyMode()
  }

  /** Whether the microphone is heard; muting keeps it. */
  setMuted(isMuted: boolean): void {
    this.#sound.setMuted(isMuted)
  }

  /** Stops what is being said, and the answer under way. */
  stopSpeaking(): void {
    this.#sound.hush()
    const { responseId, agent } = this.#state
    if (this.#hasAsked || responseId !== null || agent !== 'idle')
      this.#line.send({ type: 'response.cancel' })
    this.#hasAsked = false
  }

  /** Tries to connect at once. */
  retryNow(): void {
    this.#line.retryNow()
  }

  /** Ends everything; the client cannot be used again. */
  dispose(): void {
    this.#stopWatching()
    this.disconnect()
    this.#sound.close()
    this.#events.clear()
  }

  #createLine(): Line {
    const line = lineOf(this.config, { parts: this.#parts, onSent: (event) => this.#log('out', event) })
    line.on('status', (status) => this.#onStatus(status))
    line.on('event', (event) => this.#take(event))
    line.on('frame', (pcm) => this.#sound.play(pcm))
    line.on('opened', (opening) => this.#onOpened(opening))
    line.on('failed', (error) => this.#fail(error))
    return line
  }

  #createSound(): Sound {
    const { workletUrl = besideScript, browserSpeech } = this.config
    return new Sound({
      ...{ workletUrl, browserSpeech },
      onMicrophone: (microphone) => this.#set({ microphone }),
      onSound: (pcm) => this.#line.sendSound(pcm),
      onLevel: (level) => {
        this.#level = level
        this.#events.emit('level', level)
      },
      onPlayed: ({ itemId, contentIndex, playedMs }) => {
        const place = { item_id: itemId, content_index: contentIndex, played_ms: Math.round(playedMs) }
        this.#line.sendNow({ type: 'voice.playback', ...place })
      },
      onPartial: (heard) => this.#set({ heard, agent: heard ? 'listening' : this.#state.agent }),
      onFinal: (text) => this.sendText(text),
      onSpeaking: () => this.#set({ agent: this.#agentAfter(this.#state.responseId ? 'thinking' : 'idle') }),
      onFailure: (error) => this.#fail(error),
    })
  }

  #onStatus({ state, attempt, retryAt }: LineStatus): void {
    this.#set({ connection: state, attempt, retryAt })
    this.#events.emit('connection', { state, attempt, retryAt })
  }

  #onOpened(opening: Opening): void {
    this.#set({ error: null, errorCode: null })
    this.#line.sendNow({ type: 'voice.mode', mode: this.#state.mode })
    if (this.#owesMode) void this.#applyMode()
    if (opening !== 'forgotten') return
    for (const event of eventsToRestore(this.#state.items, this.#pending)) this.#line.sendNow(event)
    this.#set({ responseId: null, agent: 'idle' })
  }

  /** An event of a wrong shape is dropped: a client lives on with a server it does not fully understand. */
  #take(event: ServerEvent): void {
    try {
      this.#onEvent(event)
    } catch (error) {
      if (this.config.debug) console.warn(`voice: dropped a malformed ${event.type}`, error)
    }
  }

  #onEvent(event: ServerEvent): void {
    const at = this.#parts.clock.now()
    this.#log('in', event)
    if (event.type === 'error') this.#onError(event)
    else this.#set(reduce(this.#state, { ...event, at }))
    if (event.type === 'voice.state') this.#set({ agent: this.#agentAfter(event.state) })
    this.#sound.follow(event)
    if (event.type === 'conversation.item.added') this.#pending.delete(event.item.id ?? '')
    if (event.type === 'voice.session') this.#set({ speech: this.#sound.choose(event.providers) })
    if (event.type === 'response.created') this.#hasAsked = false
    if (event.type === 'response.done') this.#askAgain()
  }

  /** A server that does not speak itself does not know how long the browser does. */
  #agentAfter(agent: AgentState): AgentState {
    return this.#sound.isBrowserSpeaking && agent !== 'listening' ? 'speaking' : agent
  }

  #onError({ error }: ServerEvent & { type: 'error' }): void {
    if (error.code === 'conversation_already_has_active_response') this.#owesRequest = true
    if (!HARMLESS.includes(error.code ?? ''))
      this.#fail(new VoiceError((error.code ?? error.type).replaceAll('_', '-'), error.message))
  }

  /**
   * A message came while an answer was under way: now it gets its own. A bare request could be taken for the one that stock clients send after every
   * tool call.
   */
  #askAgain(): void {
    if (!this.#owesRequest) return
    this.#owesRequest = false
    this.#line.send({ type: 'response.create', response: { metadata: { asked: 'again' } } })
  }

  async #applyMode(): Promise<void> {
    if (this.#line.status.state !== 'open') return
    this.#owesMode = false
    const canHear = this.#state.speech.in !== 'none'
    if (this.#wanted === 'voice' && canHear) await this.#sound.start()
    else this.#sound.stop()
    const isHeard = this.#wanted === 'voice' && canHear && LISTENING.includes(this.#state.microphone)
    const mode = isHeard ? 'voice' : 'text'
    this.#line.send({ type: 'voice.mode', mode })
    this.#set({ mode })
  }

  #fail(error: VoiceError): void {
    this.#set({ error: error.message, errorCode: error.code })
    const isForOwner = this.config.debug || OWNERS.includes(error.code)
    if (isForOwner) console.warn(`voice: ${error.code}: ${error.message}`)
    this.#events.emit('error', error)
  }

  #forget(): void {
    this.#pending.clear()
    this.#hasAsked = false
    this.#owesRequest = false
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
    tellItems(this.#events, { before: before.items, after: this.#state.items })
    this.#events.emit('state', this.#state)
  }
}

/** What only the owner of the page can mend: said in the console of production, too. */
const OWNERS: readonly string[] = [
  'origin-refused',
  'bad-server-url',
  'worklet-failed',
  'unauthorized',
  'no-api-key',
]
const LISTENING: readonly string[] = ['asking', 'on', 'muted', 'interrupted']
