import { findTurnWords, type TurnWords } from '../../languages/turn-words.js'
import type { Clock, Logger } from '../../ports.js'
import type { UnnumberedEvent } from '../../protocol/events.js'
import type { AgentState } from '../../protocol/voice-events.js'
import type { Agent } from '../agent/agent.js'
import type { Conversation } from '../agent/conversation.js'
import type { AgentEvent } from '../agent/events.js'
import type { RespondOptions } from '../agent/model-request.js'
import type { Guard } from '../model/guard.js'
import type { SpeechError } from '../model/speech-error.js'
import type { TextToSpeech } from '../model/text-to-speech.js'
import { AudioInput } from '../speech/input/audio-input.js'
import type { LateEngine } from '../speech/input/endpoint-timer.js'
import { ListenerWords } from '../speech/input/listener-words.js'
import type { TurnSegmenterEvent } from '../speech/input/turn-segmenter.js'
import type { Playback } from '../speech/output/playback.js'
import { AgentAudio, type SpokenEvent } from '../speech/output/spoken-output.js'
import type { AudioBuffer } from './audio-buffer.js'
import { type AudioSettings, readAudioSettings } from './audio-settings.js'
import { ScheduledResponse, SpeechFailures, speechFailureSentence } from './next-response.js'
import type { SessionConfig } from './session-config.js'
import { TurnContinuation } from './turn-continuation.js'
import { type RecognizedTurn, UserTurns } from './user-turns.js'

export interface SpeechChannelOptions {
  agent: Agent
  conversation: Conversation
  config: SessionConfig
  audio: AudioBuffer
  clock: Clock
  /** Runs what timers, promises and speech engines start. */
  guard: Guard
  logger: Logger
  newId: (prefix: string) => string
  send: (event: UnnumberedEvent) => void
  /** Tracks the audio that was sent, and how much of it was played. */
  playback: Playback
  isVoice: () => boolean
  /**
   * Whether the audio player pauses when output pauses, and reports its position. True for clients with `voice.v1` and
   * for calls.
   */
  playerStops: () => boolean
  write: (event: SpokenEvent) => void
  onLate: (engine: LateEngine) => void
  onState: (state: AgentState) => void
}

/** The speech of one session: finds the user's turns in audio, speaks replies, and decides who may speak. */
export class SpeechChannel {
  /** Whether the user types. Replies are then not spoken. */
  textOnly = false
  readonly #options: SpeechChannelOptions
  readonly #voice: AgentAudio
  readonly #turns: UserTurns
  readonly #continuation: TurnContinuation
  readonly #state: AgentStateTracker
  readonly #hearing: AudioInput | undefined
  readonly #words: TurnWords
  readonly #listening: ListenerWords
  #settings: AudioSettings
  #suspected = false
  readonly #next: ScheduledResponse
  readonly #failures: SpeechFailures
  readonly #times = new SpeechTimes()
  readonly #idle: IdleWatch
  /** Text that the user has not heard, because a sound interrupted it. It is spoken if the sound proves to be noise. */
  #unheard = ''

  constructor(options: SpeechChannelOptions) {
    this.#options = options
    const { agent, conversation, clock, logger } = options
    const { stt, tts, vad } = agent.speech ?? { stt: null, tts: null, vad: null }
    this.#failures = new SpeechFailures({ locale: agent.locale, logger })
    this.#words = findTurnWords(agent.speech?.language)
    this.#settings = readAudioSettings(this.#options, this.#words)
    this.#continuation = new TurnContinuation({
      clock,
      conversation,
      playback: options.playback,
      isSuspected: () => this.#suspected,
      isEnabled: () => this.#settings.withdrawsResponse,
    })
    this.#voice = this.#createVoice(tts)
    this.#listening = new ListenerWords({
      words: this.#words,
      lastAnswer: () => conversation.history.lastAnswer(),
      recentText: () => this.#voice.recentText,
    })
    this.#turns = this.#createTurns()
    this.#idle = this.#createIdleWatch()
    this.#next = new ScheduledResponse({
      conversation,
      isWaiting: () => this.#turns.waiting,
      userSpeaks: () => this.#hearing?.userSpeaks ?? false,
      takeFailures: () => this.#failures.take(),
      onStart: () => this.#times.begin(),
    })
    this.#state = new AgentStateTracker({
      clock,
      userSpeaks: () => this.#voice.paused || (this.#hearing?.userSpeaks ?? false),
      leadMs: () => this.#voice.playback.leadMs(clock.now()),
      replying: () => conversation.replying || this.#voice.busy || this.#turns.waiting,
      onChange: options.onState,
    })
    if (!stt || !vad) return
    this.#hearing = new AudioInput(
      {
        stt,
        vad,
        clock,
        logger,
        agentSpeaks: () => this.#voice.audible,
        isIgnored: (transcript) => this.#listening.isIgnored(transcript),
        expects: () => this.#listening.expected,
        guard: options.guard,
        emit: (event) => options.guard(() => this.#onListener(event)),
      },
      this.#hearingSettings,
    )
  }

  get hears(): boolean {
    return this.#hearing !== undefined
  }

  /** Whether turn detection is on; otherwise the client's commits end turns. */
  get findsTurns(): boolean {
    return this.hears && this.#settings.turns !== null
  }

  configure(): void {
    this.#settings = readAudioSettings(this.#options, this.#words)
    this.#hearing?.configure(this.#hearingSettings)
  }

  /** Whether speech is still being sent or recognized. */
  get busy(): boolean {
    return this.#voice.busy || this.#turns.waiting
  }

  /** Resolves when the user's turn is certainly over; `undefined` if it is over already. */
  beforeWrite(): Promise<void> | undefined {
    return this.#continuation.beforeWrite()
  }

  appendAudio(bytes: Uint8Array): void {
    this.#hearing?.push(bytes)
  }

  /** Ends a turn that the client commits. `seconds` is its length. Returns false if there is no speech. */
  commit(seconds: number): boolean {
    const heard = this.#hearing?.commit()
    if (heard === undefined) return false
    if (heard !== 'by-event') this.#turns.commit(heard, { silenceMs: 0, seconds })
    return true
  }

  clear(): void {
    this.#hearing?.clear()
    this.#state.update()
    this.#next.start()
  }

  /** Handles `response.create`. Returns true if the session itself starts the response later, after a transcript. */
  holdResponse(options: RespondOptions): boolean {
    return this.#next.hold(options)
  }

  /** Schedules a response, which starts when the user is silent. */
  scheduleResponse(): void {
    this.#next.schedule()
    this.#next.start()
  }

  take(event: AgentEvent): void {
    if (event.type === 'state') this.#state.update()
    else this.#voice.take(event)
    if (event.type === 'state' && event.state === 'idle') this.#soon(() => this.#next.start())
  }

  /** Stops the agent's speech, which may outlast its reply. Returns false if the agent was not speaking. */
  stopSpeaking(): boolean {
    const spoke = this.#voice.busy || this.#voice.audible
    this.#voice.cut('client_cancelled')
    this.#state.update()
    return spoke
  }

  /** See `AgentAudio.truncate`. */
  truncate(itemId: string, playedMs: number, options: { onlyRecent: boolean }): number | undefined {
    return this.#voice.truncate(itemId, playedMs, options)
  }

  report(itemId: string, playedMs: number): void {
    this.#voice.report(itemId, playedMs)
    this.#state.update()
  }

  close(): void {
    this.#next.drop()
    this.#idle.stop()
    this.#hearing?.close()
    this.#voice.cut('client_cancelled')
    this.#state.close()
  }

  #createVoice(tts: TextToSpeech | null): AgentAudio {
    const { agent, conversation, config, send } = this.#options
    return new AgentAudio({
      ...this.#options,
      tts,
      language: agent.speech?.language,
      history: conversation.history,
      settings: () => ({ format: this.#settings.outputFormat, voice: this.#settings.voice }),
      speaks: () => config.speaks && !this.textOnly,
      pacing: this.#continuation,
      write: (event) => this.#write(event),
      onTruncated: (itemId, playedMs) => {
        if (!this.#options.playerStops()) return
        const place = { item_id: itemId, content_index: 0, audio_end_ms: playedMs }
        send({ type: 'conversation.item.truncated', ...place })
      },
      onFailure: (error) => this.#tell(error, 'tts'),
    })
  }

  #createIdleWatch(): IdleWatch {
    const { conversation, clock } = this.#options
    return new IdleWatch({
      clock,
      timeoutMs: () => (this.findsTurns ? this.#settings.idleTimeoutMs : undefined),
      isQuiet: () => !(conversation.replying || this.busy || this.#hearing?.userSpeaks || this.#suspected),
      onTimeout: (timeoutMs) => {
        this.#turns.timeOut({ heardMs: this.#hearing?.heardMs ?? 0, timeoutMs })
        this.#next.schedule()
      },
    })
  }

  #createTurns(): UserTurns {
    const { agent, guard } = this.#options
    const { locale } = agent
    return new UserTurns({
      ...this.#options,
      continuation: this.#continuation,
      showsPartials: this.#options.isVoice,
      sentenceFor: (error) => speechFailureSentence(error, { stage: 'stt', locale }),
      onStart: () => this.#onUserStarts(),
      onWords: (turn) => guard(() => this.#onWords(turn)),
      onNothing: ({ isWithdrawn }) => guard(() => this.#onNothing(isWithdrawn)),
      onFailure: (error) => this.#tell(error, 'stt'),
    })
  }

  #onListener(event: TurnSegmenterEvent): void {
    if (event.type === 'late') this.#options.onLate(event.engine)
    if (event.type === 'late') return
    this.#suspected = event.type === 'suspected'
    this.#continuation.suspect(event)
    if (event.type === 'suspected') this.#voice.pause({ playerStops: this.#options.playerStops() })
    else if (event.type === 'dismissed') this.#voice.resume()
    else {
      if (event.type === 'failed') this.#voice.resume()
      this.#turns.take(event)
    }
    this.#state.update()
  }

  #onUserStarts(): void {
    this.#idle.stop()
    this.#voice.prepare()
    if (this.#settings.interruptsResponse) this.#interrupt()
    else this.#voice.resume()
  }

  #interrupt(): void {
    const { conversation } = this.#options
    const wasWhole = !conversation.replying
    conversation.cancel('turn_detected')
    const rest = this.#voice.cut('turn_detected')
    this.#unheard = wasWhole ? rest : ''
  }

  #onWords(turn: RecognizedTurn): void {
    this.#times.add(turn)
    const isIgnored = this.#unheard !== '' && this.#listening.isIgnored(turn.transcript)
    if (isIgnored && !this.#listening.answerTo(this.#unheard)) {
      this.#onNothing(false)
      return
    }
    this.#unheard = ''
    if (this.#settings.turns && this.#settings.createsResponse) this.#next.schedule()
    this.#next.start()
  }

  /** Handles a turn that needs no response of its own, such as noise. A withdrawn reply is replaced by a new one. */
  #onNothing(isWithdrawn: boolean): void {
    const rest = this.#unheard
    this.#unheard = ''
    if (isWithdrawn) this.#next.schedule()
    else if (rest && !this.#hearing?.userSpeaks) this.#options.conversation.say(rest, { aside: false })
    this.#next.start()
  }

  /** Reports a failure to the user. The session stays usable with text. */
  #tell(error: SpeechError, stage: 'stt' | 'tts'): void {
    this.#failures.add(error, stage)
    this.#soon(() => this.#next.start())
  }

  #write(event: SpokenEvent): void {
    const { clock, write } = this.#options
    if (event.type === 'metrics') {
      write({ ...event, stagesMs: { ...event.stagesMs, ...this.#times.take() } })
      return
    }
    write(event)
    if (event.type === 'reply-started') this.#idle.stop()
    // The state is updated later, when the queue of output is empty.
    if (event.type === 'reply-ended') this.#soon(() => this.#state.update())
    if (event.type === 'reply-ended' && event.end.status === 'completed')
      this.#idle.start(this.#voice.playback.leadMs(clock.now()))
    if (event.type !== 'audio-delta') return
    this.#times.sound(clock.now())
    this.#state.update()
  }

  /** Runs work after the current event. */
  #soon(work: () => void): void {
    queueMicrotask(() => this.#options.guard(work))
  }

  get #hearingSettings() {
    return { format: this.#settings.inputFormat, turns: this.#settings.turns }
  }
}

/**
 * Measures the speech latencies of a turn for the event `voice.metrics`: the silence that ended it, its transcript, the
 * first audio of the reply.
 */
class SpeechTimes {
  #turn: RecognizedTurn | undefined
  #firstAudioMs: number | undefined

  /** Call it when the transcript of a turn is known. */
  add(turn: RecognizedTurn): void {
    this.#turn = turn
  }

  /** Call it when a reply starts. */
  begin(): void {
    this.#firstAudioMs = undefined
  }

  /** Call it when agent audio was sent. */
  sound(now: number): void {
    if (this.#turn) this.#firstAudioMs ??= now - this.#turn.endedAt
  }

  /** Returns the latencies of the turn in milliseconds, by stage, and resets them. */
  take(): Record<string, number> {
    const turn = this.#turn
    this.#turn = undefined
    return {
      ...(turn && { end_of_speech: turn.silenceMs, transcript: turn.transcriptMs }),
      ...(this.#firstAudioMs !== undefined && { first_audio: this.#firstAudioMs }),
    }
  }
}

export interface AgentStateOptions {
  clock: Clock
  /** Whether the user speaks, or agent audio is paused because the user may be interrupting. */
  userSpeaks: () => boolean
  /** Milliseconds until the user has heard all audio sent so far. */
  leadMs: () => number
  replying: () => boolean
  onChange: (state: AgentState) => void
}

/**
 * Reports each change of the agent's state. If several states apply, `listening` takes precedence over `speaking`, and
 * `speaking` over `thinking`.
 */
export class AgentStateTracker {
  readonly #options: AgentStateOptions
  #state: AgentState = 'idle'
  #stopTimer: () => void = () => {}

  constructor(options: AgentStateOptions) {
    this.#options = options
  }

  /** Reports the state if it changed. If audio is playing, repeats this when the audio has ended. */
  update(): void {
    const { clock, leadMs, onChange } = this.#options
    this.#stopTimer()
    const lead = leadMs()
    if (lead > 0) this.#stopTimer = clock.schedule(() => this.update(), lead + 1)
    const state = this.#read(lead)
    if (state === this.#state) return
    this.#state = state
    onChange(state)
  }

  close(): void {
    this.#stopTimer()
  }

  #read(leadMs: number): AgentState {
    const { userSpeaks, replying } = this.#options
    if (userSpeaks()) return 'listening'
    if (leadMs > 0) return 'speaking'
    return replying() ? 'thinking' : 'idle'
  }
}

export interface IdleWatchOptions {
  clock: Clock
  /** The `idle_timeout_ms` of the protocol; `undefined` if off. */
  timeoutMs: () => number | undefined
  /** Whether user and agent are silent and no work is running. */
  isQuiet: () => boolean
  onTimeout: (timeoutMs: number) => void
}

/**
 * Calls `onTimeout` if the user stays silent for a time after the agent has spoken. The time starts at the end of
 * playback.
 */
export class IdleWatch {
  readonly #options: IdleWatchOptions
  #stopTimer: () => void = () => {}

  constructor(options: IdleWatchOptions) {
    this.#options = options
  }

  /** Starts the timer. Call it when the agent has sent all audio. `leadMs` is the time until playback ends. */
  start(leadMs: number): void {
    this.stop()
    const { clock, timeoutMs, isQuiet, onTimeout } = this.#options
    const timeout = timeoutMs()
    if (timeout === undefined) return
    this.#stopTimer = clock.schedule(() => {
      if (isQuiet()) onTimeout(timeout)
    }, leadMs + timeout)
  }

  /** Stops the timer. Call it when the user or the agent speaks. */
  stop(): void {
    this.#stopTimer()
  }
}
