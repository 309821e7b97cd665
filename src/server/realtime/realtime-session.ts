import { type Logger, withFields } from '../../ports.js'
import type { ClientEvent, UnnumberedEvent } from '../../protocol/events.js'
import { encodeFrame } from '../../protocol/frames.js'
import type { VoiceServerEvent } from '../../protocol/voice-events.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import type { Agent } from '../agent/agent.js'
import { Conversation } from '../agent/conversation.js'
import type { AgentEvent } from '../agent/events.js'
import { usableClientTools } from '../agent/toolbox.js'
import {
  defaultSessionLimits,
  type MemoryAccount,
  type SessionLimits,
  uncounted,
} from '../model/session-limits.js'
import { bytesPerMs } from '../speech/audio/audio-format.js'
import type { SpokenEvent } from '../speech/speaking/spoken-output.js'
import { measure } from '../telemetry/measure.js'
import { Metrics } from '../telemetry/metrics.js'
import type { SessionSpans } from '../telemetry/session-spans.js'
import { TurnWatch } from '../telemetry/turn-watch.js'
import { AudioBuffer } from './audio-buffer.js'
import { decodeMessage, readClientEvent } from './client-events.js'
import { historyDropped } from './client-limits.js'
import { Credits } from './credits.js'
import { errorEvent, isExplained } from './error-event.js'
import { followEvent } from './follow-event.js'
import { listTools } from './list-tools.js'
import { Outbox } from './outbox.js'
import { ProtocolError } from './protocol-error.js'
import type { RealtimeSessionOptions, SessionKeeper } from './realtime-session-options.js'
import { ResponseWriter } from './response-writer.js'
import { SeenEvents } from './seen-events.js'
import { SessionConfig } from './session-config.js'
import type { SessionTap } from './session-tap.js'
import type { SessionView } from './session-view.js'
import { shownBefore } from './shown-before.js'
import { SoundBudget } from './sound-budget.js'
import { SpeechChannel } from './speech-channel.js'
import { Unfinished } from './unfinished.js'

/** How long a session may last; clients show it, nothing ends by it. */
const SESSION_SECONDS = 24 * 3600

/**
 * One session of the protocol: a conversation, its settings, and everything it has said. It outlives its connections; a connection hands
 * it messages and reads its outbox.
 */
export class RealtimeSession {
  readonly id: string
  readonly outbox: Outbox
  readonly conversation: Conversation
  readonly config: SessionConfig
  readonly credits = new Credits()
  readonly audio: AudioBuffer
  readonly writer: ResponseWriter
  readonly speech: SpeechChannel
  readonly locked: boolean
  readonly limits: SessionLimits
  readonly memory: MemoryAccount
  serverTools: readonly ToolFunction[]
  readonly newId: (prefix: string) => string
  readonly agent: Agent
  readonly seen = new SeenEvents()
  readonly unfinished = new Unfinished()
  /** Absent for a session that lives in this process only. */
  keeper: SessionKeeper | undefined
  readonly #logger: Logger
  readonly #metrics: Metrics
  readonly #watch: TurnWatch
  readonly #spans: SessionSpans | undefined
  readonly #soundBudget: SoundBudget
  readonly tap: SessionTap | undefined
  view: SessionView = { voice: false, toolEvents: true, explain: false }

  constructor(options: RealtimeSessionOptions) {
    const { id, agent, locked, preset, clock, newId, budgets = [], spans } = options
    const { limits = defaultSessionLimits, memory = uncounted } = options
    const logger = withFields(options.logger, { session: id })
    this.id = id
    this.locked = locked
    this.limits = limits
    this.memory = memory
    this.outbox = new Outbox(memory)
    this.audio = new AudioBuffer(limits.maxAudioSeconds)
    this.serverTools = agent.tools.tools
    this.newId = newId
    this.agent = agent
    this.tap = options.tap
    if (this.tap) this.outbox.watch((entry) => this.tap?.said(entry))
    this.#logger = logger
    this.#metrics = options.metrics ?? new Metrics()
    this.#spans = spans
    this.#watch = new TurnWatch({ logger, clock, spans, metrics: this.#metrics })
    this.config = new SessionConfig({
      sessionId: id,
      expiresAt: Math.floor(clock.now() / 1000) + SESSION_SECONDS,
      providers: agent.providers,
      locked,
      preset,
      limits,
      usableTools: (tools) => usableClientTools(tools, this.serverTools),
    })
    this.writer = new ResponseWriter({
      send: (event) => this.send(event),
      conversationId: newId('conv'),
      maxOutputTokens: () => this.config.maxOutputTokens ?? 'inf',
      toolEvents: () => this.view.toolEvents,
      shownBefore: this.#shownBefore,
    })
    const emit = (event: AgentEvent) => this.#onAgentEvent(event)
    const onAgentChanged = (latest: Agent) => this.#onAgentChanged(latest)
    const committed = () => {
      const waiting = this.keeper?.committed()
      return this.tap ? this.tap.committed(waiting) : waiting
    }
    const onNews = () => this.speech.oweReply()
    const onDropped = (items: number) => this.send(errorEvent(historyDropped(items, limits), null))
    const lent = { agent, budgets, clock, logger, newId, emit, committed, onAgentChanged, onNews, onDropped }
    this.conversation = new Conversation({ ...lent, sessionLimits: limits, memory })
    this.speech = new SpeechChannel({
      ...{ agent, clock, logger, newId, conversation: this.conversation, config: this.config },
      audio: this.audio,
      send: (event) => this.send(event),
      isVoice: () => this.view.voice,
      write: (event) => this.#write(event),
      onState: (state) => this.#sendExtension({ type: 'voice.state', state }),
    })
    const { config, speech, conversation } = this
    this.#soundBudget = new SoundBudget({ budgets, locale: agent.locale, config, speech, conversation })
    this.applyConfig()
  }

  /** Whether something is under way that another server could not go on with. */
  get busy(): boolean {
    return this.conversation.working || this.speech.busy
  }

  /** Sends an event to whoever listens, and keeps it for whoever comes back. */
  send(event: UnnumberedEvent): void {
    this.outbox.emit(event.type === 'input_audio_buffer.committed' ? this.#afterShown(event) : event)
  }

  /** The first event of every connection. */
  sendCreated(): void {
    this.send({ type: 'session.created', session: this.config.effective() })
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
    this.tap?.received(text)
    let eventId: string | null = null
    try {
      const decoded = decodeMessage(text)
      eventId = decoded.eventId
      const event = readClientEvent(decoded.message, { voice: this.view.voice })
      if (!this.#isRepeated(event)) followEvent(this, event)
    } catch (error) {
      this.#sendError(error, eventId)
    }
    this.keeper?.touch()
  }

  /** Takes the sound of a binary frame. */
  receiveSound(pcm: Uint8Array): void {
    this.tap?.heard(pcm)
    try {
      this.hear(pcm)
    } catch (error) {
      this.#sendError(error, null)
    }
  }

  /** Takes audio of the user. What waits for a commit, or for its words, is bounded. */
  hear(sound: Uint8Array): void {
    const seconds = sound.byteLength / bytesPerMs(this.config.inputFormat) / 1000
    this.audio.count(seconds, { waits: !this.speech.findsTurns })
    if (this.#soundBudget.take(sound.byteLength)) this.speech.hear(sound)
  }

  /** A binary frame that is no microphone frame of `voice.v1`. */
  refuseFrame(): void {
    this.tap?.refused()
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
    this.tap?.closed()
    this.conversation.close()
    this.speech.close()
    this.#spans?.close()
    this.memory.close()
  }

  /** Only our own clients give each event an id of its own; others may use one id for everything. */
  #isRepeated({ event_id: id }: ClientEvent): boolean {
    return this.view.voice && typeof id === 'string' && this.seen.isRepeated(id)
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
    if (event.type === 'item-added' && event.listed) this.unfinished.added(event.item.id)
    if (event.type !== 'metrics') this.#watch.take(event)
    if (event.type === 'step-ended') return
    this.speech.take(event)
    this.keeper?.touch()
  }

  /** What the agent does, in the order in which it is said and heard. */
  #write(event: SpokenEvent): void {
    this.unfinished.take(event)
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

  /** A commit names the item before it, which must be one the client knows. */
  #afterShown<T extends { item_id: string }>(event: T): T {
    return { ...event, previous_item_id: this.#shownBefore(event.item_id) }
  }

  readonly #shownBefore = (itemId: string): string | null =>
    shownBefore(itemId, { history: this.conversation.history, unfinished: this.unfinished, view: this.view })

  #sendError(error: unknown, eventId: string | null): void {
    const isKnown = isExplained(error)
    if (!isKnown) this.#logger.error('event failed', { error: String(error) })
    this.#metrics.count('voice_errors_total', { code: isKnown ? error.code : 'internal' })
    this.send(errorEvent(error, eventId))
  }
}

function explanation(event: AgentEvent & { type: 'explain' }): UnnumberedEvent<VoiceServerEvent> {
  const { turnId, candidates, chosen, missing, requests } = event
  return { type: 'voice.explain', turn_id: turnId, candidates, chosen, missing, requests: requests() }
}
