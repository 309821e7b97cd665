import { type ExpectedAnswer, findTurnWords, type TurnWords } from '../../languages/turn-words.js'
import type { Clock, Logger } from '../../ports.js'
import type { UnnumberedEvent } from '../../protocol/events.js'
import type { AgentState } from '../../protocol/voice-events.js'
import type { Agent } from '../agent/agent.js'
import type { Conversation } from '../agent/conversation.js'
import type { AgentEvent } from '../agent/events.js'
import type { RespondOptions } from '../agent/model-request.js'
import { defaultTurnDetection } from '../defaults.js'
import type { Guard } from '../model/guard.js'
import type { SpeechError } from '../model/speech-error.js'
import { AudioInput, type AudioInputSettings } from '../speech/input/audio-input.js'
import { isBackchannel, isEcho } from '../speech/input/backchannel.js'
import type { LateEngine } from '../speech/input/endpoint-timer.js'
import type { TurnSegmenterEvent, TurnSettings } from '../speech/input/turn-segmenter.js'
import type { Playback } from '../speech/output/playback.js'
import { AgentAudio, type SpokenEvent } from '../speech/output/spoken-output.js'
import { createSemanticDetector, createSilenceDetector } from '../speech/turns/detectors.js'
import { expectedAnswer } from '../speech/turns/end-of-words.js'
import type { AudioBuffer } from './audio-buffer.js'
import type { Responses } from './responses.js'
import type { SessionConfig } from './session-config.js'
import type { Detection } from './session-settings.js'
import { SpeechFailures } from './speech-failures.js'
import { TurnContinuation } from './turn-continuation.js'
import { type RecognizedTurn, UserTurns } from './user-turns.js'
import type { VoiceChannel } from './voice-model/voice-channel.js'

export interface SpeechChannelOptions {
  agent: Agent
  conversation: Conversation
  config: SessionConfig
  audio: AudioBuffer
  clock: Clock
  guard: Guard
  logger: Logger
  newId: (prefix: string) => string
  send: (event: UnnumberedEvent) => void
  /** Tracks the audio that was sent, and how much of it was played. */
  playback: Playback
  isVoice: () => boolean
  responses: Pick<Responses, 'write'>
  onMetrics: (metrics: AgentEvent & { type: 'metrics' }) => void
  onLate: (engine: LateEngine) => void
  /** The voice model of the session, if one hears and speaks in place of the speech engines. */
  voiceModel: VoiceChannel | undefined
}

/** A response to a task of a voice model. It is left out if the reply before it has used the words of the task. */
const TASK: RespondOptions = {}

/** A client cancels a response, adds a message and asks for a response to it in events that follow within this time. */
const ANNOUNCE_AFTER_MS = 300

/**
 * The speech of one session: finds turns in audio, speaks replies, and decides who may speak. An audio frame:
 * `AudioInput` → `TurnSegmenter` → `UserTurns` → `#onWords` (the next response). A spoken sentence: `AgentAudio` →
 * `#write` → `Responses`.
 */
export class SpeechChannel {
  /** Whether the user types. Replies are then not spoken. */
  textOnly = false
  readonly #options: SpeechChannelOptions
  readonly output: AgentAudio
  readonly continuation: TurnContinuation
  readonly #turns: UserTurns
  /** Created with the first audio, so that a session in text holds none of it. */
  #input: SpeechInput | undefined
  readonly #words: TurnWords
  readonly #failures: SpeechFailures
  #times: TurnTimes = {}
  /** The next response. It starts when the user is silent, all transcripts are known and no reply is running. */
  #next: RespondOptions | undefined
  /** Text that the user has not heard, because a sound interrupted it. It is spoken if the sound proves to be noise. */
  #unheard = ''
  #state: AgentState = 'idle'
  #isClosed = false
  #stopStateTimer: () => void = () => {}
  #stopIdleTimer: () => void = () => {}
  #stopNewsTimer: (() => void) | undefined

  constructor(options: SpeechChannelOptions) {
    this.#options = options
    const { agent, logger } = options
    this.#failures = new SpeechFailures({ locale: agent.locale, logger })
    this.#words = findTurnWords(agent.speech?.language)
    this.continuation = new TurnContinuation({
      ...options,
      isEnabled: () => this.#withdrawsResponse,
    })
    this.output = this.#createVoice()
    this.#turns = this.#createTurns()
  }

  get takesAudio(): boolean {
    const { speech } = this.#options.agent
    return Boolean(this.#options.voiceModel || (speech?.stt && speech.vad))
  }

  get findsTurns(): boolean {
    return this.takesAudio && this.#options.config.detection !== null
  }

  configure(): void {
    this.#input?.configure(this.#inputSettings)
  }

  get busy(): boolean {
    return this.output.busy || this.#turns.waiting
  }

  appendAudio(bytes: Uint8Array): void {
    this.#input ??= this.#createInput()
    this.#input?.push(bytes)
  }

  commit(seconds: number): boolean {
    const heard = this.#input?.commit()
    if (heard === undefined) return false
    if (heard !== 'by-event') this.#turns.commit(heard, { silenceMs: 0, seconds })
    return true
  }

  clear(): void {
    this.#input?.clear()
    this.#updateState()
    this.#startNext()
  }

  /** Handles `response.create`. Returns true if the session itself starts the response later, after a transcript. */
  holdResponse(options: RespondOptions): boolean {
    if (options.outOfBand) return false
    const isHeld = this.#awaitsWords
    // The requested response replaces a scheduled one, so that the agent does not respond twice.
    if (isHeld || !this.#options.conversation.replying) this.#next = isHeld ? options : undefined
    return isHeld
  }

  scheduleResponse(): void {
    this.#next ??= {}
    this.#startNext()
  }

  /** Whether the result of a call that outlived its reply is announced in a moment. */
  get announces(): boolean {
    return this.#stopNewsTimer !== undefined
  }

  /** Announces such a result, unless another response has it by then, such as one to a message of the user. */
  announce(): void {
    const { clock, conversation } = this.#options
    this.#stopNewsTimer?.()
    const start = () => {
      this.#stopNewsTimer = undefined
      if (conversation.hasNews && !conversation.replying) this.scheduleResponse()
    }
    this.#stopNewsTimer = clock.schedule(start, ANNOUNCE_AFTER_MS)
  }

  onAgentState(state: AgentState): void {
    this.#updateState()
    if (state !== 'idle') return
    if (this.#options.conversation.hasNews) this.announce()
    this.#soon(() => this.#startNext())
  }

  stopSpeaking(): boolean {
    const spoke = this.output.busy || this.output.audible
    this.output.cut('client_cancelled')
    this.#updateState()
    return spoke
  }

  report(itemId: string, playedMs: number): void {
    this.#options.playback.report(itemId, { playedMs, now: this.#options.clock.now() })
    this.#updateState()
  }

  close(): void {
    this.#isClosed = true
    this.#next = undefined
    this.#stopIdleTimer()
    this.#stopNewsTimer?.()
    this.#input?.close()
    this.output.cut('client_cancelled')
    this.#stopStateTimer()
  }

  #createInput(): SpeechInput | undefined {
    const { agent, clock, config, conversation, guard, logger, voiceModel } = this.#options
    if (voiceModel) return voiceModel
    const { stt, vad } = agent.speech ?? {}
    if (this.#isClosed || !stt || !vad) return undefined
    return new AudioInput(
      {
        ...{ stt, vad, clock, guard, logger },
        hints: () => config.hints,
        agentSpeaks: () => this.output.audible,
        isIgnored: (transcript) => this.#isIgnored(transcript),
        expects: () => this.#expects(conversation.history.lastAnswer()),
        emit: (event) => guard(() => this.onTurn(event)),
      },
      this.#inputSettings,
    )
  }

  #createVoice(): AgentAudio {
    const { agent, conversation, config, send } = this.#options
    return new AgentAudio({
      ...this.#options,
      tts: agent.speech?.tts ?? null,
      language: agent.speech?.language,
      log: conversation.log,
      settings: () => ({ format: config.outputFormat, voice: config.voice }),
      speaks: () => config.speaks && !this.textOnly,
      pacing: this.continuation,
      write: (event) => this.#write(event),
      onHeard: (itemId, playedMs) => this.#options.voiceModel?.heard(itemId, playedMs),
      onTruncated: (itemId, playedMs) => {
        if (!this.#playerStops) return
        const place = { item_id: itemId, content_index: 0, audio_end_ms: playedMs }
        send({ type: 'conversation.item.truncated', ...place })
      },
      onFailure: (error) => this.#tell(error, 'tts'),
    })
  }

  #createTurns(): UserTurns {
    const { guard } = this.#options
    return new UserTurns({
      ...this.#options,
      continuation: this.continuation,
      onStart: () => this.#onUserStarts(),
      onWords: (turn) => guard(() => this.#onWords(turn)),
      onNothing: (turn) => guard(() => this.#onNothing(turn)),
      onFailure: (error) => this.#tell(error, 'stt'),
    })
  }

  onTurn(event: TurnSegmenterEvent): void {
    if (event.type === 'late') this.#options.onLate(event.engine)
    if (event.type === 'late') return
    this.continuation.suspect(event)
    if (event.type === 'suspected') this.output.pause({ playerStops: this.#playerStops })
    else if (event.type === 'dismissed' || event.type === 'failed') this.output.resume()
    this.#turns.take(event)
    if (event.type === 'speech-stopped' && this.#options.voiceModel)
      this.#onVoiceTurn(this.#options.voiceModel)
    this.#updateState()
  }

  /** The words of the user say what to do. A reply that waits for calls goes on with them; another one is stopped. */
  onTask({ hasWords }: { hasWords: boolean }): void {
    const { conversation, agent, voiceModel } = this.#options
    if (conversation.hasNewInput) {
      if (!conversation.waitsForCalls) conversation.cancel('turn_detected')
      voiceModel?.ownSpeech.hideLatest()
      this.#next ??= TASK
    } else if (!hasWords && !conversation.replying)
      conversation.say(agent.locale.failures['no-answer'], { aside: true })
    this.#startNext()
  }

  /** A voice model needs no transcript. It answers at once, except while an approval request waits for the words. */
  #onVoiceTurn({ doesTasks, ownSpeech }: VoiceChannel): void {
    if (doesTasks) ownSpeech.userSpoke()
    if (doesTasks || this.#options.conversation.awaitsWords()) return
    this.#times.turn = { endedAt: this.#options.clock.now() }
    this.#respondToTurn()
  }

  #respondToTurn(): void {
    if (this.#options.config.detection?.create_response) this.#next ??= {}
    this.#startNext()
  }

  #onUserStarts(): void {
    this.#stopIdleTimer()
    this.output.prepare()
    // A model that delegates tasks stops its own speech, and the work goes on.
    if (this.#options.voiceModel?.doesTasks) return
    if (this.#options.config.detection?.interrupt_response ?? true) this.#interrupt()
    else this.output.resume()
  }

  #interrupt(): void {
    const { conversation } = this.#options
    const wasWhole = !conversation.replying
    conversation.cancel('turn_detected')
    const rest = this.output.cut('turn_detected')
    this.#unheard = wasWhole && !this.#options.voiceModel ? rest : ''
  }

  #onWords(turn: RecognizedTurn): void {
    const { conversation, voiceModel } = this.#options
    if (voiceModel && !conversation.awaitsWords(turn.itemId)) {
      // Words while the agent works on a task correct it, whether or not the model delegates them.
      const isCorrection = conversation.replying && !isBackchannel(turn.transcript, this.#words)
      if (voiceModel.doesTasks && isCorrection) this.onTask({ hasWords: true })
      else this.#startNext()
      return
    }
    this.#times.turn = turn
    const isIgnored = this.#unheard !== '' && this.#isIgnored(turn.transcript)
    if (isIgnored && !this.#expects(this.#unheard)) {
      this.#onNothing({ itemId: turn.itemId, isWithdrawn: false })
      return
    }
    this.#unheard = ''
    this.#respondToTurn()
  }

  /** Handles a turn that needs no response of its own, such as noise. A withdrawn reply is replaced by a new one. */
  #onNothing({ itemId, isWithdrawn }: { itemId: string; isWithdrawn: boolean }): void {
    const rest = this.#unheard
    this.#unheard = ''
    // An answer to an approval request that the voice model has not understood: the question is asked again.
    const { conversation, voiceModel } = this.#options
    if (isWithdrawn || (voiceModel && conversation.awaitsWords(itemId))) this.#next ??= {}
    else if (rest && !this.#userSpeaks) conversation.say(rest, { aside: false })
    this.#startNext()
  }

  #expects(text: string): ExpectedAnswer | undefined {
    return expectedAnswer(text, this.#words)
  }

  /** An echo and a backchannel such as "yeah" do not interrupt, but after a yes-no question a backchannel answers. */
  #isIgnored(transcript: string): boolean {
    const { history } = this.#options.conversation
    if (isBackchannel(transcript, this.#words)) return this.#expects(history.lastAnswer()) !== 'yes-no'
    return isEcho(transcript, this.output.recentText)
  }

  #tell(error: SpeechError, stage: 'stt' | 'tts'): void {
    this.#failures.add(error, stage)
    this.#soon(() => this.#startNext())
  }

  #write(event: SpokenEvent): void {
    const { clock, responses, onMetrics } = this.#options
    if (event.type === 'metrics') {
      const metrics = { ...event, stagesMs: { ...event.stagesMs, ...stagesOf(this.#times) } }
      delete this.#times.turn
      onMetrics(metrics)
      responses.write(metrics)
      return
    }
    responses.write(event)
    if (event.type === 'reply-started') this.#stopIdleTimer()
    // The state is updated later, when the queue of output is empty.
    if (event.type === 'reply-ended') this.#soon(() => this.#updateState())
    if (event.type === 'reply-ended' && event.end.status === 'completed') this.#watchIdle()
    if (event.type !== 'audio-delta') return
    const { turn } = this.#times
    if (turn) this.#times.firstAudioMs ??= clock.now() - turn.endedAt
    this.#updateState()
  }

  #startNext(): void {
    const { conversation } = this.#options
    if (conversation.replying || this.#userSpeaks || this.#awaitsWords) return
    for (const sentence of this.#failures.take()) conversation.say(sentence, { aside: true })
    const next = this.#next
    this.#next = undefined
    delete this.#times.firstAudioMs
    const isDone = next === TASK && !conversation.hasNewInput
    if (next && !isDone) conversation.respond(next)
  }

  #updateState(): void {
    const { clock, isVoice, send } = this.#options
    this.#stopStateTimer()
    const leadMs = this.#options.playback.leadMs(clock.now())
    if (leadMs > 0) this.#stopStateTimer = clock.schedule(() => this.#updateState(), leadMs + 1)
    const state = this.#readState(leadMs)
    if (state === this.#state) return
    this.#state = state
    if (isVoice()) send({ type: 'voice.state', state })
  }

  #readState(leadMs: number): AgentState {
    if (this.output.paused || this.#userSpeaks) return 'listening'
    if (leadMs > 0) return 'speaking'
    return this.#options.conversation.replying || this.busy ? 'thinking' : 'idle'
  }

  #watchIdle(): void {
    const { clock } = this.#options
    const timeoutMs = this.takesAudio ? this.#options.config.detection?.idle_timeout_ms : undefined
    this.#stopIdleTimer()
    if (typeof timeoutMs !== 'number') return
    const leadMs = this.#options.playback.leadMs(clock.now())
    this.#stopIdleTimer = clock.schedule(() => this.#onIdle(timeoutMs), leadMs + timeoutMs)
  }

  #onIdle(timeoutMs: number): void {
    const isQuiet = !(this.#userSpeaks || this.continuation.isSuspected || this.busy)
    if (!isQuiet || this.#options.conversation.replying) return
    this.#turns.timeOut({ processedMs: this.#input?.processedMs ?? 0, timeoutMs })
    this.#next ??= {}
  }

  #soon(work: () => void): void {
    queueMicrotask(() => this.#options.guard(work))
  }

  /** Whether a turn has no transcript yet. A voice model needs none, except to answer an approval request. */
  get #awaitsWords(): boolean {
    const { voiceModel, conversation } = this.#options
    return this.#turns.waiting && (!voiceModel || conversation.awaitsWords())
  }

  get #userSpeaks(): boolean {
    return this.#input?.userSpeaks ?? false
  }

  /** Whether the player pauses with the output and reports its position: clients with `voice.v1`, and calls. */
  get #playerStops(): boolean {
    return this.#options.isVoice() || this.#options.playback.player !== undefined
  }

  /** Whether a reply is withdrawn when the user continues. Not with a voice model, which takes the turns itself. */
  get #withdrawsResponse(): boolean {
    const { voiceModel, config } = this.#options
    const detection = voiceModel ? null : config.detection
    return Boolean(detection?.create_response && detection.interrupt_response)
  }

  get #inputSettings(): AudioInputSettings {
    const { inputFormat: format, detection } = this.#options.config
    return { format, turns: detection && this.#turnSettings(detection) }
  }

  #turnSettings({ type, eagerness = 'auto', threshold, ...times }: Detection): TurnSettings {
    const { prefix_padding_ms: prefixPaddingMs = 0, silence_duration_ms: silenceMs } = times
    if (type === 'server_vad')
      return { detector: createSilenceDetector(silenceMs), prefixPaddingMs, threshold }
    const own = eagerness === 'auto' ? this.#options.agent.speech?.turnDetector : undefined
    const detector = own ?? createSemanticDetector(eagerness, this.#words)
    return { detector, prefixPaddingMs: defaultTurnDetection.paddingMs }
  }
}

type SpeechInput = Pick<
  AudioInput,
  'push' | 'commit' | 'clear' | 'configure' | 'close' | 'userSpeaks' | 'processedMs'
>

/**
 * The speech latencies of a turn in milliseconds, for `voice.metrics`. A voice model tells neither the silence at its end
 * nor when it had the words.
 */
const stagesOf = ({ turn, firstAudioMs }: TurnTimes): Record<string, number> => ({
  ...(turn?.silenceMs !== undefined && { end_of_speech: turn.silenceMs }),
  ...(turn?.transcriptMs !== undefined && { transcript: turn.transcriptMs }),
  ...(firstAudioMs !== undefined && { first_audio: firstAudioMs }),
})

interface TurnTimes {
  turn?: Pick<RecognizedTurn, 'endedAt'> & Partial<RecognizedTurn>
  firstAudioMs?: number
}
