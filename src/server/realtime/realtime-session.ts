import { stackOf } from '../../errors.js'
import { type Clock, type Logger, withFields } from '../../ports.js'
import type { ClientEvent, UnnumberedEvent } from '../../protocol/events.js'
import type { Agent } from '../agent/agent.js'
import { Conversation, type ConversationOptions } from '../agent/conversation.js'
import type { AgentEvent, HistoryItem } from '../agent/events.js'
import { textOf } from '../agent/history.js'
import { usableClientTools } from '../agent/offered-tools.js'
import { defaultSessionLimits } from '../defaults.js'
import { SessionServers } from '../mcp/session-servers.js'
import { createGuard, guardedClock } from '../model/guard.js'
import { type MemoryAccount, type SessionLimits, uncounted } from '../model/session-limits.js'
import type { ProviderCall } from '../model/voice-model.js'
import { bytesPerMs } from '../speech/audio/audio-format.js'
import { Playback } from '../speech/output/playback.js'
import { Metrics } from '../telemetry/metrics.js'
import type { SessionSpans } from '../telemetry/session-spans.js'
import { measure, TurnWatch } from '../telemetry/turn-watch.js'
import { AudioBudget, AudioBuffer } from './audio-buffer.js'
import { decodeMessage, parseClientEvent } from './client-events.js'
import { SeenEvents, TypedText } from './client-habits.js'
import { beginList, handleClientEvent, listTools } from './handle-client-event.js'
import { Outbox } from './outbox.js'
import { errorEvent, isExplained, ProtocolError } from './protocol-error.js'
import { historyDropped } from './refusals.js'
import { Responses, type SessionView } from './responses.js'
import { SessionConfig } from './session-config.js'
import type { SessionRecorderTap } from './session-tap.js'
import { SpeechChannel } from './speech-channel.js'
import { spokenBy, voiceAudio, withVoiceRules } from './voice-model/spoken-agent.js'
import { VoiceChannel, type VoiceChannelOptions } from './voice-model/voice-channel.js'

export interface RealtimeSessionOptions
  extends Pick<ConversationOptions, 'agent' | 'budgets' | 'memory' | 'clock' | 'logger' | 'newId'> {
  id: string
  /** If true, clients can change neither the agent nor the history (see `refuseIfLocked`). */
  locked: boolean
  preset?: Record<string, unknown> | undefined
  metrics?: Metrics
  /** @default defaultSessionLimits */
  limits?: SessionLimits | undefined
  /** Origins of the MCP servers that clients may add to their sessions. @default none */
  mcpOrigins?: readonly string[] | undefined
  tap?: SessionRecorderTap | undefined
  spans?: SessionSpans | undefined
  /** The call at the provider of the voice model that this session is attached to. `onEnded`: it has ended. */
  call?: (ProviderCall & { onEnded: () => void }) | undefined
}

/** Writes a session to a store from which other servers can continue it. */
export interface SessionJournal {
  touch(): void
  /** Stores the changes within a second: the text of an open message, or settings of audio. */
  touchLater(): void
  committed(): Promise<void>
}

/** The lifetime of a session as reported to clients. The server does not enforce it. */
const SESSION_SECONDS = 24 * 3600

/** A session of the Realtime protocol: conversation, settings and events. A session outlives its connections. */
export class RealtimeSession {
  readonly id: string
  readonly outbox: Outbox
  readonly conversation: Conversation
  readonly config: SessionConfig
  /** See `SessionParts.credits`. */
  credits = 0
  readonly typed = new TypedText()
  readonly audio: AudioBuffer
  readonly responses: Responses
  readonly speech: SpeechChannel
  readonly playback = new Playback()
  readonly locked: boolean
  readonly limits: SessionLimits
  readonly memory: MemoryAccount
  readonly newId: (prefix: string) => string
  readonly agent: Agent
  readonly voiceModel: VoiceChannel | undefined
  readonly servers: SessionServers | undefined
  readonly seen = new SeenEvents()
  journal: SessionJournal | undefined
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #metrics: Metrics
  readonly #watch: TurnWatch
  readonly #spans: SessionSpans | undefined
  readonly #audioBudget: AudioBudget
  readonly tap: SessionRecorderTap | undefined
  readonly #end = new AbortController()
  #onCallEnded: () => void = () => {}
  /** Runs all work of the session that no caller waits for. An error ends the turn, and never the process. */
  readonly guard = createGuard((error) => this.#sendError(error, null))
  view: SessionView = { voice: false, toolEvents: true, explain: false, reasoning: false }

  constructor(options: RealtimeSessionOptions) {
    const { id, locked, preset, newId, budgets = [], spans, mcpOrigins = [] } = options
    const { guard } = this
    const clock = guardedClock(options.clock, guard)
    this.#clock = clock
    const { limits = defaultSessionLimits, memory = uncounted } = options
    const logger = withFields(options.logger, { session: id })
    this.id = id
    this.locked = locked
    this.limits = limits
    this.memory = memory
    this.outbox = new Outbox(memory)
    this.audio = new AudioBuffer(limits.maxAudioSeconds)
    this.newId = newId
    if (mcpOrigins.length > 0)
      this.servers = new SessionServers({
        agent: options.agent,
        onList: (label) => beginList(this, label),
        ...{ logger, clock },
      })
    const served = this.servers?.agent ?? options.agent
    this.voiceModel = this.#openVoice(served, { clock, logger, newId, call: options.call })
    const agent = this.voiceModel ? spokenBy(served, this.voiceModel) : served
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
      mcpOrigins,
      usableTools: (tools) => usableClientTools(tools, this.conversation.tools),
    })
    this.responses = new Responses({
      outbox: this.outbox,
      conversationId: newId('conv'),
      config: this.config,
      playback: this.playback,
      history: () => this.conversation.history,
      view: () => this.view,
      locked,
    })
    this.conversation = new Conversation({
      agent,
      budgets,
      clock,
      logger,
      newId,
      settings: this.config,
      sessionLimits: limits,
      memory,
      emit: (event) => this.#onAgentEvent(event),
      committed: () => {
        const waiting = this.journal?.committed()
        return this.tap ? this.tap.committed(waiting) : waiting
      },
      beforeWrite: () => this.speech.continuation.beforeWrite(),
      speaks: (wanted) =>
        Boolean(agent.speech?.tts) && (wanted ?? (this.config.speaks && !this.speech.textOnly)),
      onAgentChanged: () => this.#onAgentChanged(),
      onNews: () => this.speech.announce(),
      onDropped: (items) => this.send(errorEvent(historyDropped(items, limits), null)),
    })
    this.speech = new SpeechChannel({
      agent,
      guard,
      clock,
      logger,
      newId,
      conversation: this.conversation,
      config: this.config,
      audio: this.audio,
      send: (event) => this.send(event),
      playback: this.playback,
      isVoice: () => this.view.voice,
      responses: this.responses,
      onMetrics: (event) => measure(event, this.#metrics),
      onLate: (engine) => this.#watch.late(engine),
      voiceModel: this.voiceModel,
    })
    const { config, speech, conversation } = this
    this.#audioBudget = new AudioBudget({ budgets, locale: agent.locale, config, speech, conversation })
    if (options.call) this.#attach(options.call.onEnded)
  }

  /** Whether work is running that another server could not continue. */
  get busy(): boolean {
    return this.conversation.working || this.speech.busy || this.speech.announces
  }

  get speaksInCall(): boolean {
    const isHeard = this.playback.unheard(this.#clock.now()).length === 0
    return this.playback.player !== undefined && (this.speech.busy || !isHeard)
  }

  get ended(): AbortSignal {
    return this.#end.signal
  }

  send(event: UnnumberedEvent): void {
    if (event.type !== 'input_audio_buffer.committed') this.outbox.emit(event)
    else this.outbox.emit({ ...event, previous_item_id: this.responses.previousShown(event.item_id) })
  }

  sendCreated(): void {
    this.send({ type: 'session.created', session: this.config.effective() })
    this.servers?.update(this.config.mcpServers)
  }

  sendItems(): void {
    this.responses.writeAll(this.conversation.openRequests)
  }

  /** Handles a text message of the client. Returns false, and sends an `error` event, if it fails. */
  receive(text: string): boolean {
    this.tap?.took({ from: 'client', text })
    let eventId: string | null = null
    try {
      const decoded = decodeMessage(text)
      eventId = decoded.eventId
      const event = parseClientEvent(decoded.message, { voice: this.view.voice })
      if (!this.#isRepeated(event)) handleClientEvent(this, event)
      return true
    } catch (error) {
      this.#sendError(error, eventId)
      return false
    } finally {
      this.journal?.touchLater()
    }
  }

  /** Handles the audio of a binary frame. Returns false, and sends an `error` event, if it fails. */
  receiveAudio(pcm: Uint8Array): boolean {
    this.tap?.took({ from: 'microphone', bytes: pcm.byteLength })
    try {
      this.appendAudio(pcm)
      return true
    } catch (error) {
      this.#sendError(error, null)
      return false
    }
  }

  /** Handles user audio. Throws if too much audio waits for a commit or for its transcript. */
  appendAudio(audio: Uint8Array): void {
    const seconds = audio.byteLength / bytesPerMs(this.config.inputFormat) / 1000
    this.audio.count(seconds, { waits: !this.speech.findsTurns })
    if (this.#audioBudget.take(audio.byteLength)) this.speech.appendAudio(audio)
  }

  refuseFrame(): void {
    this.tap?.took({ from: 'frame' })
    const message =
      'This is no frame of the protocol. Send JSON in text frames, or microphone frames of voice.v1.'
    this.#sendError(new ProtocolError('invalid_frame', message), null)
  }

  tellSlowed(bytesPerSecond: number): void {
    this.tap?.took({ from: 'slowed', bytesPerSecond })
    const message = `Your messages have more than ${bytesPerSecond} bytes a second. They are read more slowly; none is lost.`
    this.#sendError(new ProtocolError('too_many_bytes', message), null)
  }

  close(): void {
    this.tap?.closed()
    this.conversation.close()
    this.servers?.close()
    this.speech.close()
    this.voiceModel?.close()
    this.#spans?.close()
    this.memory.close()
    this.#end.abort()
  }

  /** Whether this event arrived before. Only events of `voice.v1` clients are checked: others may use an id twice. */
  #isRepeated({ event_id: id }: ClientEvent): boolean {
    return this.view.voice && typeof id === 'string' && this.seen.isRepeated(id)
  }

  #onAgentChanged(): void {
    if (!this.config.listsTools) return
    this.send({ type: 'session.updated', session: this.config.effective() })
    listTools(this, { again: true })
  }

  #onAgentEvent(event: AgentEvent): void {
    if (event.type === 'item-done' && event.item.type === 'mcp_call') this.credits += 1
    if (event.type === 'item-added' && event.listed) this.responses.added(event.item.id)
    if (event.type !== 'metrics') this.#watch.take(event)
    if (event.type === 'step-ended') return
    if (event.type === 'item-done' && event.listed && !event.replyId) this.#tellVoice(event.item)
    if (event.type === 'state') this.speech.onAgentState(event.state)
    else this.speech.output.take(event)
    if (!event.type.endsWith('-delta')) this.journal?.touch()
  }

  #attach(onEnded: () => void): void {
    const { voiceModel } = this
    if (!voiceModel?.player) return
    this.playback.connect(voiceModel.player, this.#clock.now())
    this.#onCallEnded = onEnded
    this.guard(() => voiceModel.attach())
  }

  #openVoice(
    agent: Agent,
    own: Pick<VoiceChannelOptions, 'clock' | 'logger' | 'newId' | 'call'>,
  ): VoiceChannel | undefined {
    const { speech, limits } = agent
    const model = speech?.voiceModel
    return (
      model &&
      new VoiceChannel({
        ...own,
        model,
        guard: this.guard,
        language: speech.language,
        audio: () => voiceAudio(this.config),
        request: (model) => withVoiceRules(this.conversation.request(model), agent),
        limits,
        isIdle: () => !this.busy && this.playback.leadMs(own.clock.now()) === 0,
        mayAnswer: () => !this.conversation.awaitsWords(),
        onUnasked: () => !this.conversation.replying && this.speech.scheduleResponse(),
        onSeconds: (seconds) => {
          this.#metrics.count('voice_model_seconds_total', {}, seconds)
          this.#audioBudget.charge(seconds)
        },
        onTurn: (event) => this.speech.onTurn(event),
        log: () => this.conversation.log,
        onTask: (task) => this.speech.onTask(task),
        isSpent: () => this.#audioBudget.spent !== undefined,
        onKey: (event) => {
          const received_at = Math.floor(own.clock.now() / 1000)
          this.send({ type: 'input_audio_buffer.dtmf_event_received', event, received_at })
        },
        onPlaying: (isPlaying) => {
          const type = isPlaying ? 'output_audio_buffer.started' : 'output_audio_buffer.stopped'
          this.send({ type, response_id: this.responses.last ?? '' })
        },
        onCallEnded: ({ message }) => {
          const told = `The call has ended, or cannot be reached: ${message}.`
          this.#sendError(new ProtocolError('call_ended', told), null)
          this.#onCallEnded()
        },
      })
    )
  }

  /** A message that was not spoken, such as typed text. The voice model has heard the others itself. */
  #tellVoice(item: HistoryItem): void {
    const isTyped = item.type === 'message' && item.content.every(({ type }) => type !== 'input_audio')
    if (isTyped) this.voiceModel?.tell(item.role, textOf(item))
  }

  #sendError(error: unknown, eventId: string | null): void {
    const isKnown = isExplained(error)
    if (!isKnown) this.#logger.error('event failed', { error: stackOf(error) })
    this.#metrics.count('voice_errors_total', { code: isKnown ? error.code : 'internal' })
    this.send(errorEvent(error, eventId))
  }
}
