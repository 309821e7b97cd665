import type { RespondOptions } from '../agent/conversation-options.js'
import type { AgentEvent } from '../agent/events.js'
import type { SpeechError } from '../model/speech-error.js'
import type { TextToSpeech } from '../model/text-to-speech.js'
import { isBackchannel } from '../speech/listening/backchannel.js'
import { Hearing } from '../speech/listening/hearing.js'
import type { ListenerEvent } from '../speech/listening/listener.js'
import type { SpokenEvent } from '../speech/speaking/spoken-output.js'
import { speechFailureSentence } from '../speech/speech-failure-sentence.js'
import { expectedAnswer } from '../speech/turns/expected-answer.js'
import { createSemanticDetector } from '../speech/turns/semantic.js'
import { findTurnWords } from '../speech/turns/words/find-turn-words.js'
import type { TurnWords } from '../speech/turns/words/turn-words.js'
import { AgentStateTracker } from './agent-state.js'
import { AgentVoice } from './agent-voice.js'
import { type AudioSettings, readAudioSettings } from './audio-settings.js'
import { IdleWatch } from './idle-watch.js'
import type { SpeechChannelOptions } from './speech-channel-options.js'
import { SpeechFailures } from './speech-failures.js'
import { SpeechTimes } from './speech-times.js'
import { type HeardTurn, UserTurns } from './user-turns.js'

/**
 * The speech of one session: what the user says becomes turns, what the agent says becomes sound, and whoever speaks first has the word.
 *
 * A turn is owed an answer from its words on. The answer waits while the user speaks again, while words of an earlier turn are missing, and
 * while a reply is under way.
 */
export class SpeechChannel {
  /** Whether the user types: then nothing is spoken. */
  textOnly = false
  readonly #options: SpeechChannelOptions
  readonly #voice: AgentVoice
  readonly #turns: UserTurns
  readonly #state: AgentStateTracker
  readonly #hearing: Hearing | undefined
  readonly #words: TurnWords
  #settings: AudioSettings
  #suspected = false
  #owed: RespondOptions | undefined
  readonly #failures: SpeechFailures
  readonly #times = new SpeechTimes()
  readonly #idle: IdleWatch
  /** What the user has not heard of a reply that was stopped by what may be no words at all. */
  #unheard = ''

  constructor(options: SpeechChannelOptions) {
    this.#options = options
    const { agent, conversation, clock, logger, isVoice: playerStops } = options
    const { stt, tts, vad } = agent.speech ?? { stt: null, tts: null, vad: null }
    this.#failures = new SpeechFailures({ locale: agent.locale, logger })
    this.#words = findTurnWords(agent.speech?.language)
    this.#settings = this.#readSettings()
    this.#voice = this.#createVoice(tts)
    this.#turns = this.#createTurns()
    this.#idle = this.#createIdleWatch()
    this.#state = new AgentStateTracker({
      clock,
      userSpeaks: () => this.#suspected || (this.#hearing?.userSpeaks ?? false),
      leadMs: () => this.#voice.playback.leadMs(clock.now()),
      replying: () => conversation.replying || this.#voice.busy || this.#turns.waiting,
      onChange: options.onState,
    })
    if (!stt || !vad) return
    const words = this.#words
    const agentSpeaks = () => this.#voice.audible
    const expects = () => expectedAnswer(conversation.history.lastAnswer(), words)
    const emit = (event: ListenerEvent) => this.#onListener(event)
    this.#hearing = new Hearing(
      { stt, vad, words, clock, logger, agentSpeaks, playerStops, expects, emit },
      this.#hearingSettings,
    )
  }

  /** Whether sound is heard here and turns are found in it; else the client's commits say where a turn ends. */
  get findsTurns(): boolean {
    return this.#hearing !== undefined && this.#settings.turns !== null
  }

  /** Whether there are ears at all. */
  get hears(): boolean {
    return this.#hearing !== undefined
  }

  /** The settings of the client have changed. */
  configure(): void {
    this.#settings = this.#readSettings()
    this.#hearing?.configure(this.#hearingSettings)
  }

  /** Whether something is still being said, or words of the user are being worked out. */
  get busy(): boolean {
    return this.#voice.busy || this.#turns.waiting
  }

  /** Takes sound of the user. */
  hear(bytes: Uint8Array): void {
    this.#hearing?.push(bytes)
  }

  /** The client says that a turn is over; `seconds` is how much it committed. False when nothing was said. */
  commit(seconds: number): boolean {
    const heard = this.#hearing?.commit()
    if (heard === undefined) return false
    if (heard !== 'by-event') this.#turns.commit(heard, { silenceMs: 0, seconds })
    return true
  }

  /** Forgets what the user is saying. */
  clear(): void {
    this.#hearing?.clear()
    this.#state.update()
    this.#goOn()
  }

  /** A client asks for a reply: true when it has to wait for the words of a turn, and will come by itself. */
  holdResponse(options: RespondOptions): boolean {
    if (options.outOfBand) return false
    const isHeld = this.#turns.waiting
    // What is asked for now answers what was owed as well.
    if (isHeld || !this.#options.conversation.replying) this.#owed = isHeld ? options : undefined
    return isHeld
  }

  /** Something is to be told, as soon as the user lets it. */
  oweReply(): void {
    this.#owed ??= {}
    this.#goOn()
  }

  /** Takes what the agent does. */
  take(event: AgentEvent): void {
    if (event.type === 'state') this.#state.update()
    else this.#voice.take(event)
    if (event.type === 'state' && event.state === 'idle') queueMicrotask(() => this.#goOn())
  }

  /** Stops what is being said after the reply itself is over. False when nothing is. */
  stopSpeaking(): boolean {
    const spoke = this.#voice.busy || this.#voice.audible
    this.#voice.cut('client_cancelled')
    this.#state.update()
    return spoke
  }

  /** See `AgentVoice.truncate`. */
  truncate(itemId: string, playedMs: number, options: { onlyRecent: boolean }): number | undefined {
    return this.#voice.truncate(itemId, playedMs, options)
  }

  /** The player says how far it is. */
  report(itemId: string, playedMs: number): void {
    this.#voice.report(itemId, playedMs)
    this.#state.update()
  }

  close(): void {
    this.#owed = undefined
    this.#idle.stop()
    this.#hearing?.close()
    this.#voice.cut('client_cancelled')
    this.#state.close()
  }

  #createVoice(tts: TextToSpeech | null): AgentVoice {
    const { conversation, config, clock, send } = this.#options
    return new AgentVoice({
      ...{ tts, clock, history: conversation.history },
      settings: () => ({ format: this.#settings.outputFormat, voice: this.#settings.voice }),
      speaks: () => config.speaks && !this.textOnly,
      write: (event) => this.#write(event),
      onTruncated: (itemId, playedMs) => {
        if (!this.#options.isVoice()) return
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
        this.#owed ??= {}
      },
    })
  }

  #createTurns(): UserTurns {
    const { agent, conversation, audio, clock, newId, send, isVoice } = this.#options
    return new UserTurns({
      ...{ conversation, audio, clock, newId, send, showsPartials: isVoice },
      sentenceFor: (error) => speechFailureSentence(error, { stage: 'stt', locale: agent.locale }),
      onStart: () => this.#onUserStarts(),
      onWords: (turn) => this.#onWords(turn),
      onNothing: () => this.#onNothing(),
      onFailure: (error) => this.#tell(error, 'stt'),
    })
  }

  #onListener(event: ListenerEvent): void {
    this.#suspected = event.type === 'suspected'
    if (event.type === 'suspected') this.#voice.pause({ playerStops: this.#options.isVoice() })
    else if (event.type === 'dismissed') this.#voice.resume()
    else this.#turns.take(event)
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

  #onWords(turn: HeardTurn): void {
    this.#times.hear(turn)
    const wasListening =
      this.#unheard !== '' &&
      isBackchannel(turn.transcript, this.#words) &&
      !expectedAnswer(this.#unheard, this.#words)
    if (wasListening) this.#onNothing()
    else {
      this.#unheard = ''
      if (this.#settings.turns && this.#settings.createsResponse) this.#owed ??= {}
      this.#goOn()
    }
  }

  /** It was no turn: what was stopped for it goes on. */
  #onNothing(): void {
    const rest = this.#unheard
    this.#unheard = ''
    if (rest && !this.#hearing?.userSpeaks) this.#options.conversation.say(rest, { aside: false })
    this.#goOn()
  }

  /** Says what is left to say, then answers what is owed, when the user lets it. */
  #goOn(): void {
    const { conversation } = this.#options
    if (conversation.replying || this.#hearing?.userSpeaks || this.#turns.waiting) return
    for (const sentence of this.#failures.take()) conversation.say(sentence, { aside: true })
    const owed = this.#owed
    this.#owed = undefined
    this.#times.begin()
    if (owed) conversation.respond(owed)
  }

  /** The session stays usable in text. */
  #tell(error: SpeechError, stage: 'stt' | 'tts'): void {
    this.#failures.add(error, stage)
    queueMicrotask(() => this.#goOn())
  }

  #write(event: SpokenEvent): void {
    const { clock, write } = this.#options
    if (event.type === 'metrics') {
      write({ ...event, stagesMs: { ...event.stagesMs, ...this.#times.take() } })
      return
    }
    write(event)
    if (event.type === 'reply-started') this.#idle.stop()
    // Once the queue has come to rest.
    if (event.type === 'reply-ended') queueMicrotask(() => this.#state.update())
    if (event.type === 'reply-ended' && event.end.status === 'completed')
      this.#idle.start(this.#voice.playback.leadMs(clock.now()))
    if (event.type !== 'audio-delta') return
    this.#times.sound(clock.now())
    this.#state.update()
  }

  get #hearingSettings() {
    return { format: this.#settings.inputFormat, turns: this.#settings.turns }
  }

  #readSettings(): AudioSettings {
    const { agent, config } = this.#options
    const detector = agent.speech?.turnDetector ?? createSemanticDetector('auto', this.#words)
    return readAudioSettings(config.effective().audio, {
      detector,
      voice: config.ownVoice,
      words: this.#words,
    })
  }
}
