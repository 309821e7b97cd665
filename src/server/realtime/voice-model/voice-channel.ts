import { isDeepStrictEqual } from 'node:util'
import type { Clock, Logger } from '../../../ports.js'
import type { ReplyLimits } from '../../agent/agent.js'
import { HistoryWindow } from '../../agent/history-window.js'
import type { Log } from '../../agent/log.js'
import type { Guard } from '../../model/guard.js'
import {
  type LanguageModel,
  type ModelChunk,
  type ModelRequest,
  withFacts,
} from '../../model/language-model.js'
import { ModelError } from '../../model/model-error.js'
import { SpeechError, type SpeechFailure } from '../../model/speech-error.js'
import type { SpeechChunk, TextToSpeech } from '../../model/text-to-speech.js'
import type { ProviderCall, VoiceEvent, VoiceModel } from '../../model/voice-model.js'
import { AudioConverter, bytesPerMs, rateOf } from '../../speech/audio/audio-format.js'
import type { TurnSegmenterEvent } from '../../speech/input/turn-segmenter.js'
import type { RecognizedUtterance } from '../../speech/input/utterance.js'
import { type AttachedCall, type OpenedLink, openLink, rulesOf, type VoiceAudio } from './opened-link.js'
import { OwnSpeech } from './own-speech.js'
import { ProviderPlayer } from './provider-player.js'
import { VoiceAnswer } from './voice-answer.js'
import { VoiceCalls } from './voice-calls.js'
import { VoiceTurnEvents } from './voice-turn-events.js'

export interface VoiceChannelOptions {
  model: VoiceModel
  clock: Clock
  guard: Guard
  logger: Logger
  newId: (prefix: string) => string
  language: string | undefined
  audio: () => VoiceAudio
  request: (model: LanguageModel) => ModelRequest
  /** `maxHistoryTokens`: those of the conversation that another link gets. */
  limits: Pick<ReplyLimits, 'maxHistoryTokens' | 'modelSilenceMs'>
  /** Whether nothing is spoken, called or played, so that another link can take over. */
  isIdle: () => boolean
  /** Whether the model may answer by itself. Not while an approval request waits for the user's words. */
  mayAnswer: () => boolean
  onUnasked: () => void
  onTurn: (event: TurnSegmenterEvent) => void
  log: () => Log
  /** The provider charges for so many seconds of audio. */
  onSeconds: (seconds: number) => void
  onTask: (task: VoiceEvent & { type: 'task' }) => void
  /** The call that the model talks in, at the provider. @default audio comes from and goes to the client */
  call: ProviderCall | undefined
  onKey: (digit: string) => void
  onPlaying: (isPlaying: boolean) => void
  /** The call has ended, or cannot be reached. */
  onCallEnded: (error: ModelError) => void
  /** Whether a budget of audio is used up: the model then gets no silence, which costs as much as speech. */
  isSpent: () => boolean
}

const FIRST_PAUSE_MS = 250
const LAST_PAUSE_MS = 8_000
/** After a failure that lasts, such as a wrong key, audio opens no link for this time. */
const REST_MS = 30_000
/** So many lost links in a row, and the user is told; a call has then ended. */
const TOLD_AFTER = 3
/** Interval at which the time of a call is charged to budgets, in seconds. */
const CHARGED_EVERY_S = 5
/** Interval at which a link that is due looks for a pause to be replaced in. */
const PAUSE_CHECK_MS = 1_000
/** An answer that has not begun after this time never will: the link is lost. */
const BEGUN_WITHIN_MS = 15_000
/** So long before it expires, a link is due. */
const EXPIRY_MARGIN_MS = 120_000

/**
 * The voice model of one session: language model, synthesizer of the agent's own sentences, and turns of the user. Its
 * link is opened with the first audio or answer, and replaced before it expires; a new one gets the conversation as
 * text. States: closed → open → (lost → open)* → closed.
 */
export class VoiceChannel {
  readonly model: LanguageModel
  readonly tts: TextToSpeech
  readonly ownSpeech: OwnSpeech
  /** The playback of a call at the provider. */
  readonly player: ProviderPlayer | undefined
  readonly #options: VoiceChannelOptions
  readonly #turns: VoiceTurnEvents
  readonly #sayings = new Map<string, VoiceAnswer>()
  #opened: OpenedLink | undefined
  #asked: VoiceAnswer | undefined
  #running: VoiceAnswer | undefined
  /** The running answer, if the model began it by itself and no reply has taken it. */
  #unclaimed: VoiceAnswer | undefined
  #tokens: Tokens = { inputTokens: 0, outputTokens: 0 }
  #processedMs = 0
  #losses = 0
  readonly #call: AttachedCall | undefined
  #stopCharging: () => void = () => {}
  #closedUntil = 0
  #isClosed = false

  constructor(options: VoiceChannelOptions) {
    this.#options = options
    this.ownSpeech = new OwnSpeech(options)
    const { clock, onTurn } = options
    const { name } = options.model
    this.#call = options.call && { ...options.call, tools: new VoiceCalls([]) }
    this.player = options.call && new ProviderPlayer(() => this.#opened?.link.stopPlayback?.())
    this.#turns = new VoiceTurnEvents({ clock, emit: onTurn })
    this.model = { name, stream: (request, { signal }) => this.#stream(request, signal) }
    this.tts = {
      name,
      speak: ({ text }, { signal }) => this.#say(text, signal),
      prepare: () => this.#open(),
      speaksMessages: this.doesTasks,
    }
  }

  /** Whether the agent's own models do the work that the voice model asks for. */
  get doesTasks(): boolean {
    return this.#options.model.traits.work === 'tasks'
  }

  /** Whether a request can be answered beside the conversation. */
  get answersBeside(): boolean {
    return this.doesTasks || this.#options.model.traits.answersBeside
  }

  get userSpeaks(): boolean {
    return this.#turns.userSpeaks
  }

  get processedMs(): number {
    return this.#processedMs
  }

  /** Attaches to the call. */
  attach(): void {
    this.#open()
    this.#charge()
  }

  /** Adds audio in the client's format. While the provider is out of reach, and in a call, audio is dropped. */
  push(bytes: Uint8Array): void {
    if (this.#call) return
    const { clock, audio } = this.#options
    this.#processedMs += bytes.byteLength / bytesPerMs(audio().input)
    if (this.#isClosed || (!this.#opened && clock.now() < this.#closedUntil)) return
    const { link, toModel, paced, setup } = this.#open()
    const converted = toModel.convert(bytes)
    if (paced) paced.push(converted, converted.byteLength / bytesPerMs(setup.input))
    else link.audio(converted)
  }

  commit(): Promise<RecognizedUtterance> {
    this.#open().link.commit?.()
    return this.#turns.commit()
  }

  clear(): void {
    this.#opened?.link.clear?.()
  }

  configure(): void {
    if (this.#call) return
    if (this.#opened && !isDeepStrictEqual(this.#opened.audio, this.#options.audio())) this.#renew()
  }

  tell(role: 'user' | 'system' | 'assistant', text: string): void {
    this.#opened?.link.tell(role, text)
  }

  heard(itemId: string, ms: number): void {
    this.#opened?.link.heard?.(itemId, ms)
  }

  close(): void {
    this.#isClosed = true
    this.#stopCharging()
    this.#leave()
  }

  /** Answers a request: in the conversation, or beside it. */
  #stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
    if (!request.aside) return this.#answer(request, signal)
    const { limits, newId } = this.#options
    const history = new HistoryWindow(limits.maxHistoryTokens).fit(withFacts(request))
    const id = newId('aside')
    this.#open().link.aside?.(id, { ...rulesOf(request), history })
    return this.#spoken(id, signal)
  }

  async *#answer(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
    const opened = this.#open()
    const { link } = opened
    const unasked = this.#unclaimed
    this.#unclaimed = undefined
    const answer = unasked ?? new VoiceAnswer(this.#options.model.name)
    this.#prepare(opened, request)
    const stopTimer = unasked ? () => {} : this.#ask(answer, request)
    const onAbort = () => {
      if (this.#asked !== answer && this.#running !== answer) return
      this.#asked = undefined
      this.#running = undefined
      link.cancel?.()
    }
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      yield* answer
    } finally {
      stopTimer()
      signal.removeEventListener('abort', onAbort)
      onAbort()
    }
  }

  /** Asks for an answer. A provider that has not begun it in time would hold up all later ones too. */
  #ask(answer: VoiceAnswer, { spoken = false }: ModelRequest): () => void {
    const { clock, limits, model } = this.#options
    const ms = Math.min(BEGUN_WITHIN_MS, limits.modelSilenceMs)
    this.#asked = answer
    this.#opened?.link.respond?.({ spoken })
    const message = `the answer did not begin within ${ms / 1000} seconds`
    const late = new ModelError('cut', { model: model.name, message })
    return clock.schedule(() => this.#asked === answer && this.#onLost(late), ms)
  }

  #prepare(opened: OpenedLink, request: ModelRequest): void {
    const { facts = '', history } = request
    const { link, calls } = opened
    const rules = rulesOf(request)
    if (!isDeepStrictEqual(rules, opened.rules)) link.configure?.(rules)
    opened.rules = rules
    calls.sendResults(link, history)
    if (facts !== opened.facts) link.note?.(facts)
    opened.facts = facts
  }

  async *#say(text: string, signal: AbortSignal): AsyncGenerator<SpeechChunk> {
    const { newId } = this.#options
    const { link, setup } = this.#open()
    const id = newId('say')
    link.say(id, text)
    const toPcm = new AudioConverter(setup.output, rateOf(setup.output))
    try {
      for await (const chunk of this.#spoken(id, signal)) {
        if (chunk.type === 'usage') this.#count(chunk)
        if (chunk.type === 'speech' && chunk.audio)
          yield { pcm: this.#call ? NONE : toPcm.convert(chunk.audio), rate: rateOf(setup.output) }
      }
    } catch (error) {
      throw toSpeechFailure(error as ModelError)
    }
  }

  /** What comes of a sentence of `say`, or of an `aside`. */
  async *#spoken(id: string, signal: AbortSignal): AsyncGenerator<ModelChunk> {
    const saying = new VoiceAnswer(this.#options.model.name)
    this.#sayings.set(id, saying)
    const onAbort = () => {
      saying.end('stop')
      this.#opened?.link.drop(id)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      yield* saying
    } finally {
      signal.removeEventListener('abort', onAbort)
      this.#sayings.delete(id)
    }
  }

  #open(): OpenedLink {
    if (this.#opened) return this.#opened
    const { model, clock, guard, limits, onSeconds, isSpent, isIdle } = this.#options
    const take = (event: VoiceEvent) => {
      if (event.type === 'seconds') onSeconds(event.seconds)
      else if (this.#opened === opened) this.#take(event, opened)
    }
    const opened = openLink({
      ...this.#options,
      ...limits,
      audio: this.#options.audio(),
      request: this.#options.request(this.model),
      call: this.#call,
      startMs: this.#processedMs,
      mayPause: () => isSpent() && isIdle(),
      onPause: () => this.#leave(),
      take: (event) => guard(() => take(event)),
    })
    if (!this.#call) opened.stopTimer = clock.schedule(() => this.#renew(), model.traits.renewAfterMs)
    this.#opened = opened
    return opened
  }

  #renew(): void {
    const { clock, isIdle, logger } = this.#options
    const opened = this.#opened
    if (!opened) return
    opened.stopTimer()
    if (!isIdle() || this.#turns.userSpeaks) {
      opened.stopTimer = clock.schedule(() => this.#renew(), PAUSE_CHECK_MS)
      return
    }
    logger.debug('the link to the voice model is replaced', { model: this.#options.model.name })
    this.#leave()
    this.#open()
  }

  /** A provider that says when the link expires knows better than its kind. */
  #expect(opened: OpenedLink, expiresAt: number | undefined): void {
    const { clock } = this.#options
    if (expiresAt === undefined || this.#call) return
    const leftMs = expiresAt - clock.now() - EXPIRY_MARGIN_MS
    if (leftMs >= this.#options.model.traits.renewAfterMs) return
    opened.stopTimer()
    opened.stopTimer = clock.schedule(() => this.#renew(), leftMs)
  }

  #leave(): void {
    this.#drop()
    this.#turns.lose()
  }

  #drop(): void {
    const opened = this.#opened
    this.#opened = undefined
    opened?.stopTimer()
    opened?.paced?.stop()
    opened?.link.close()
    this.ownSpeech.end()
  }

  #take(event: VoiceEvent, opened: OpenedLink): void {
    if (event.type !== 'ready' && event.type !== 'closed') this.#losses = 0
    switch (event.type) {
      case 'ready':
        if (this.#call) this.#call.state = 'attached'
        this.#expect(opened, event.expiresAt)
        break
      case 'playing':
        if (this.player) this.player.isPlaying = event.isPlaying
        this.#options.onPlaying(event.isPlaying)
        break
      case 'key':
        this.#options.onKey(event.digit)
        break
      case 'user-started':
      case 'user-stopped':
      case 'user-text':
        this.#turns.take(event, opened.startMs)
        break
      case 'started':
        this.#begin(opened)
        break
      case 'text':
        if (this.doesTasks) this.ownSpeech.text(event.delta)
        else this.#answerOf(event)?.push({ type: 'speech', itemId: event.itemId, text: event.delta })
        break
      case 'audio':
        this.#takeAudio(event, opened)
        break
      case 'call': {
        const callId = this.#options.newId('call')
        const { name, arguments: text } = event
        if (event.sayId === undefined) opened.calls.add(callId, { providerId: event.callId, name })
        this.#answerOf(event)?.push({ type: 'tool-call', callId, name, arguments: text })
        break
      }
      case 'usage':
        this.#count(event)
        break
      case 'task':
        this.#options.onTask(event)
        break
      case 'ended':
        if (this.doesTasks) this.ownSpeech.end()
        else this.#end(event)
        break
      case 'said':
        this.#finish(this.#sayings.get(event.sayId), { ...event, reason: 'stop' })
        break
      case 'expiring':
        this.#renew()
        break
      case 'problem':
        this.#options.logger.warn('a command to the voice model failed', { reason: event.message })
        break
      case 'closed':
        this.#onLost(event.error)
    }
  }

  /** An answer begins. Without a request, the model gives it by itself, if it may. */
  #begin(opened: OpenedLink): void {
    if (this.doesTasks) this.ownSpeech.begin()
    else if (this.#asked) {
      this.#running = this.#asked
      this.#asked = undefined
    } else if (this.#options.mayAnswer()) {
      this.#running = new VoiceAnswer(this.#options.model.name)
      this.#unclaimed = this.#running
      this.#options.onUnasked()
    } else opened.link.cancel?.()
  }

  #count({ inputTokens, outputTokens }: Tokens): void {
    this.#tokens.inputTokens += inputTokens
    this.#tokens.outputTokens += outputTokens
  }

  /** The answer to which a piece belongs: the running one, a sentence of `say`, or an `aside`. */
  #answerOf({ sayId }: { sayId?: string | undefined }): VoiceAnswer | undefined {
    return sayId === undefined ? this.#running : this.#sayings.get(sayId)
  }

  #takeAudio({ itemId, bytes, sayId }: VoiceEvent & { type: 'audio' }, { toClient }: OpenedLink): void {
    // A sentence of `say` goes through the queue of speech, which converts it.
    if (sayId !== undefined) this.#sayings.get(sayId)?.push({ type: 'speech', itemId: sayId, audio: bytes })
    else if (this.#call) return
    else if (this.doesTasks) this.ownSpeech.audio(toClient.convert(bytes))
    else this.#running?.push({ type: 'speech', itemId, audio: toClient.convert(bytes) })
  }

  #end(event: Ended): void {
    const answer = this.#running ?? this.#asked
    this.#running = undefined
    this.#asked = undefined
    this.#finish(answer, event)
  }

  #finish(answer: VoiceAnswer | undefined, { reason, failed }: Pick<Ended, 'reason' | 'failed'>): void {
    if (!answer) return
    answer.push({ type: 'usage', ...this.#tokens })
    this.#tokens = { inputTokens: 0, outputTokens: 0 }
    if (failed) answer.fail(failed)
    else answer.end(reason === 'cancelled' ? 'stop' : reason)
  }

  /** The time of a call counts, unless the provider tells what it charges for. With a spent budget, the call ends. */
  #charge(): void {
    const { clock, model, isSpent, isIdle, onSeconds, onCallEnded } = this.#options
    this.#stopCharging = clock.schedule(() => {
      if (!this.doesTasks) onSeconds(CHARGED_EVERY_S)
      const message = 'the budget of audio is used up'
      if (isSpent() && isIdle()) onCallEnded(new ModelError('no-credit', { model: model.name, message }))
      else this.#charge()
    }, CHARGED_EVERY_S * 1000)
  }

  #onLost(error: ModelError): void {
    const { clock, logger, onTurn } = this.#options
    const { model, failure, message } = error
    logger.warn('the link to the voice model is lost', { model, failure, reason: message })
    this.#drop()
    this.#losses += 1
    const backoffMs = Math.min(FIRST_PAUSE_MS * 2 ** (this.#losses - 1), LAST_PAUSE_MS)
    const pauseMs = error.retryable ? backoffMs : REST_MS
    this.#closedUntil = clock.now() + pauseMs
    const waiting = [this.#asked, this.#running, ...this.#sayings.values()]
    this.#asked = undefined
    this.#running = undefined
    this.#unclaimed = undefined
    for (const answer of waiting) answer?.fail(error)
    this.#turns.lose()
    if (this.#call) {
      if (!error.retryable || this.#losses >= TOLD_AFTER) this.#options.onCallEnded(error)
      else clock.schedule(() => this.#isClosed || this.#open(), pauseMs)
      return
    }
    const isTold = waiting.some((answer) => answer !== undefined)
    if (!isTold && (!error.retryable || this.#losses >= TOLD_AFTER))
      onTurn({ type: 'failed', error: toSpeechFailure(error) })
  }
}

const NONE = new Uint8Array()

type Ended = VoiceEvent & { type: 'ended' }
type Tokens = Record<'inputTokens' | 'outputTokens', number>

const SPEECH_FAILURES: Readonly<Record<string, SpeechFailure>> = {
  unauthorized: 'unauthorized',
  'no-credit': 'rate-limited',
  'rate-limited': 'rate-limited',
  timeout: 'timeout',
  unreachable: 'unreachable',
  unavailable: 'unavailable',
  cut: 'unreachable',
}

const toSpeechFailure = (error: ModelError) =>
  new SpeechError(SPEECH_FAILURES[error.failure] ?? 'rejected', {
    provider: error.model,
    message: error.message,
    cause: error,
  })
