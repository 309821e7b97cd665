import { VoiceError } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import type { ClientEvent, UnnumberedEvent } from '../../protocol/events.js'
import { encodeFrame } from '../../protocol/frames.js'
import type { ProviderNames, SessionLimits, VoiceServerEvent } from '../../protocol/voice-events.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import type { Agent } from '../agent/agent.js'
import type { Budget } from '../agent/budget.js'
import { Conversation } from '../agent/conversation.js'
import type { AgentEvent } from '../agent/events.js'
import { usableClientTools } from '../agent/toolbox.js'
import type { SpokenEvent } from '../speech/speaking/spoken-output.js'
import { measure } from '../telemetry/measure.js'
import { Metrics } from '../telemetry/metrics.js'
import { AudioBuffer } from './audio-buffer.js'
import { decodeMessage, readClientEvent } from './client-events.js'
import { Credits } from './credits.js'
import { followEvent } from './follow-event.js'
import { listTools } from './list-tools.js'
import { Outbox, type OutboxEntry } from './outbox.js'
import { ProtocolError } from './protocol-error.js'
import { isToolItem, ResponseWriter } from './response-writer.js'
import { SessionConfig } from './session-config.js'
import { SoundBudget } from './sound-budget.js'
import { SpeechChannel } from './speech-channel.js'

/** What a session is given. */
export interface RealtimeSessionOptions {
  id: string
  agent: Agent
  /** The client's instructions, tools and out-of-band responses are not taken. */
  locked: boolean
  /** Settings the session starts with. */
  preset?: Record<string, unknown> | undefined
  budgets?: readonly Budget[]
  metrics?: Metrics
  clock: Clock
  logger: Logger
  newId: (prefix: string) => string
}

/** How the connected client wants to be spoken to. */
export interface SessionView {
  /** Whether `voice.*` events are understood. */
  voice: boolean
  /** Whether items of the server's own tools are shown. */
  toolEvents: boolean
  /** Whether `voice.explain` is asked for. */
  explain: boolean
}

/** How long a session may last; clients show it, nothing ends by it. */
const SESSION_SECONDS = 24 * 3600
const REMEMBERED_EVENT_IDS = 256

/**
 * One session of the protocol: a conversation, its settings, and everything it has said. It outlives its connections; a connection hands
 * it messages and reads its outbox.
 */
export class RealtimeSession {
  readonly id: string
  readonly outbox = new Outbox()
  readonly conversation: Conversation
  readonly config: SessionConfig
  readonly credits = new Credits()
  readonly audio = new AudioBuffer()
  readonly writer: ResponseWriter
  readonly speech: SpeechChannel
  readonly locked: boolean
  serverTools: readonly ToolFunction[]
  readonly newId: (prefix: string) => string
  readonly #agent: Agent
  readonly #logger: Logger
  readonly #metrics: Metrics
  readonly #soundBudget: SoundBudget
  readonly #seen = new Set<string>()
  view: SessionView = { voice: false, toolEvents: true, explain: false }

  constructor(options: RealtimeSessionOptions) {
    const { id, agent, locked, preset, clock, logger, newId, budgets = [] } = options
    this.id = id
    this.locked = locked
    this.serverTools = agent.tools.tools
    this.newId = newId
    this.#agent = agent
    this.#logger = logger
    this.#metrics = options.metrics ?? new Metrics()
    this.config = new SessionConfig({
      sessionId: id,
      expiresAt: Math.floor(clock.now() / 1000) + SESSION_SECONDS,
      providers: agent.providers,
      locked,
      preset,
      usableTools: (tools) => usableClientTools(tools, this.serverTools),
    })
    this.writer = new ResponseWriter({
      send: (event) => this.send(event),
      conversationId: newId('conv'),
      maxOutputTokens: () => this.config.maxOutputTokens ?? 'inf',
      toolEvents: () => this.view.toolEvents,
      shownBefore: (itemId) => this.#shownBefore(itemId),
    })
    const emit = (event: AgentEvent) => this.#onAgentEvent(event)
    const onAgentChanged = (latest: Agent) => this.#onAgentChanged(latest)
    this.conversation = new Conversation({ agent, budgets, clock, logger, newId, emit, onAgentChanged })
    this.speech = new SpeechChannel({
      ...{ agent, clock, logger, newId, conversation: this.conversation, config: this.config },
      send: (event) => this.send(event),
      isVoice: () => this.view.voice,
      write: (event) => this.#write(event),
      onState: (state) => this.#sendExtension({ type: 'voice.state', state }),
    })
    const { config, speech, conversation } = this
    this.#soundBudget = new SoundBudget({ budgets, locale: agent.locale, config, speech, conversation })
    this.applyConfig()
  }

  /** The provider strings, for `voice.session`. */
  get providers(): ProviderNames {
    return this.#agent.providers
  }

  /** Sends an event to whoever listens, and keeps it for whoever comes back. */
  send(event: UnnumberedEvent): void {
    this.outbox.emit(event)
  }

  /** The first event of every connection. */
  sendCreated(): void {
    this.send({ type: 'session.created', session: this.config.effective() })
  }

  /** What our own clients need beside `session.created`. */
  sendVoiceSession(options: {
    resumeToken: string
    graceMs: number
    gap: boolean
    limits: SessionLimits
  }): void {
    const { resumeToken, graceMs, gap, limits } = options
    this.send({
      type: 'voice.session',
      session_id: this.id,
      resume_token: resumeToken,
      grace_ms: graceMs,
      gap,
      limits,
      providers: this.providers,
    })
  }

  /** `session.created` for a client that comes back: it has the id of the last event the client has seen, so that its cursor stays. */
  createdAgain(cursor: number): OutboxEntry {
    const event = { type: 'session.created', event_id: `event_${cursor}`, session: this.config.effective() }
    return { number: cursor, extension: false, data: JSON.stringify(event) }
  }

  /** All items, for a client that has missed too much. */
  sendItems(): void {
    const { items } = this.conversation.history
    for (const [at, item] of items.entries()) {
      const previousId = items[at - 1]?.id ?? null
      this.writer.write({ type: 'item-added', item, previousId, listed: true })
      this.writer.write({ type: 'item-done', item, previousId, listed: true })
    }
  }

  /** Takes one text message. Never throws: what cannot be followed is answered by an `error` event. */
  receive(text: string): void {
    let eventId: string | null = null
    try {
      const decoded = decodeMessage(text)
      eventId = decoded.eventId
      const event = readClientEvent(decoded.message, { voice: this.view.voice })
      if (!this.#isRepeated(event)) followEvent(this, event)
    } catch (error) {
      this.#sendError(error, eventId)
    }
  }

  /** Takes the sound of a binary frame. */
  receiveSound(pcm: Uint8Array): void {
    try {
      this.hear(pcm)
    } catch (error) {
      this.#sendError(error, null)
    }
  }

  /** Takes sound of the user. What waits for a commit is bounded; where turns are found, nothing waits. */
  hear(sound: Uint8Array): void {
    if (!this.#soundBudget.take(sound.byteLength)) return
    if (!this.speech.findsTurns) this.audio.count(sound.byteLength)
    this.speech.hear(sound)
  }

  /** A binary frame that is no microphone frame of `voice.v1`. */
  refuseFrame(): void {
    const message =
      'This is no frame of the protocol. Send JSON in text frames, or microphone frames of voice.v1.'
    this.#sendError(new ProtocolError('invalid_frame', message), null)
  }

  /** The settings of the client reach the conversation. */
  applyConfig(): void {
    const { instructions, tools, toolChoice, maxOutputTokens } = this.config
    this.conversation.configure({
      instructions,
      tools,
      toolChoice,
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    })
    this.speech.configure()
  }

  /** Ends the conversation; what still runs is stopped. */
  close(): void {
    this.conversation.close()
    this.speech.close()
  }

  /** Our own clients send again what they are not sure has arrived. Others may use one id for everything. */
  #isRepeated(event: ClientEvent): boolean {
    const id = event.event_id
    if (!this.view.voice || typeof id !== 'string') return false
    if (this.#seen.has(id)) return true
    this.#seen.add(id)
    if (this.#seen.size > REMEMBERED_EVENT_IDS) this.#seen.delete(this.#seen.values().next().value!)
    return false
  }

  /** Other tools than before: a client that shows them is told. */
  #onAgentChanged({ tools }: Agent): void {
    this.serverTools = tools.tools
    this.applyConfig()
    if (!this.config.listsTools) return
    this.send({ type: 'session.updated', session: this.config.effective() })
    listTools(this, { again: true })
  }

  #onAgentEvent(event: AgentEvent): void {
    if (event.type === 'item-done' && event.item.type === 'mcp_call') this.credits.add()
    if (event.type !== 'metrics') measure(event, this.#metrics)
    this.speech.take(event)
  }

  /** What the agent does, in the order in which it is said and heard. */
  #write(event: SpokenEvent): void {
    if (event.type === 'audio-delta' && this.view.voice && this.config.outputIsPcm) {
      this.outbox.emitFrame(encodeFrame('speech', event.audio))
    } else if (event.type === 'metrics') {
      measure(event, this.#metrics)
      this.#sendExtension({ type: 'voice.metrics', turn_id: event.turnId, stages_ms: event.stagesMs })
    } else if (event.type === 'explain') {
      if (this.view.explain) this.#sendExtension(explanation(event))
    } else this.writer.write(event)
  }

  #sendExtension(event: UnnumberedEvent<VoiceServerEvent>): void {
    if (this.view.voice) this.send(event)
  }

  #shownBefore(itemId: string | null): string | null {
    let id = itemId
    while (id !== null && !this.view.toolEvents) {
      const item = this.conversation.history.get(id)
      if (!item || !isToolItem(item)) break
      id = this.conversation.history.previousOf(id)
    }
    return id
  }

  #sendError(error: unknown, eventId: string | null): void {
    const known = error instanceof ProtocolError || error instanceof VoiceError
    if (!known) this.#logger.error('event failed', { session: this.id, error: String(error) })
    this.#metrics.count('voice_errors_total', { code: known ? error.code : 'internal' })
    this.send({
      type: 'error',
      error: {
        type: known ? 'invalid_request_error' : 'server_error',
        code: known ? error.code.replaceAll('-', '_') : 'internal',
        message: known ? error.message : 'The server could not follow this event.',
        param: error instanceof ProtocolError ? error.param : null,
        event_id: eventId,
      },
    })
  }
}

function explanation(event: AgentEvent & { type: 'explain' }): UnnumberedEvent<VoiceServerEvent> {
  const { turnId, candidates, chosen, missing, requests } = event
  return { type: 'voice.explain', turn_id: turnId, candidates, chosen, missing, requests: requests() }
}
