import type { ExpectedAnswer } from '../../../languages/turn-words.js'
import type { Clock } from '../../../ports.js'
import type { Guard } from '../../model/guard.js'
import type { SpeechError } from '../../model/speech-error.js'
import type { Recognizer } from '../../model/speech-to-text.js'
import type { TurnDetector } from '../../model/turn-detector.js'
import { FRAME_MS, FRAME_SAMPLES, LISTENING_RATE, type VadWatch } from '../../model/vad.js'
import { EndpointTimer, type LateEngine } from './endpoint-timer.js'
import { ONSET_FRAMES, RecentAudio, recentAudioFor, VoiceActivityGate } from './frames.js'
import { Interruption } from './interruption.js'
import { type RecognizedUtterance, Utterance } from './utterance.js'

/** Events of turn segmentation. Times are milliseconds of audio since the session started. */
export type TurnSegmenterEvent =
  /** A sound during agent output may be an interruption. */
  | { type: 'suspected' }
  /** The suspected sound was noise or a backchannel. */
  | { type: 'dismissed' }
  /** The user has started to speak. `pauseMs` is the silence since the last speech; `Infinity` for the first speech. */
  | { type: 'speech-started'; audioStartMs: number; pauseMs: number }
  | { type: 'partial'; transcript: string }
  /** The turn has ended after `silenceMs` of silence. `heard` resolves with its transcript or an error. */
  | { type: 'speech-stopped'; audioEndMs: number; silenceMs: number; heard: Promise<RecognizedUtterance> }
  | { type: 'failed'; error: SpeechError }
  | { type: 'late'; engine: LateEngine }

export interface TurnSettings {
  detector: TurnDetector
  /** How much audio before the detected start of speech belongs to the utterance. */
  prefixPaddingMs: number
  /** Minimum probability of speech, 0 to 1; `undefined` for the default of the detector. */
  threshold?: number | undefined
}

export interface TurnSegmenterOptions {
  watch: VadWatch
  recognizer: Recognizer
  streams: boolean
  clock: Clock
  guard: Guard
  agentSpeaks: () => boolean
  /** Returns whether a transcript is ignored, because it is a backchannel ("mm-hm") or an echo of the agent. */
  isIgnored: (transcript: string) => boolean
  expects: () => ExpectedAnswer | undefined
  emit: (event: TurnSegmenterEvent) => void
}

/** Maximum length of a turn. Longer speech without a pause is split into several turns. */
const MAX_TURN_MS = 180_000
/** Without audio for this time, the user counts as silent. */
const GAP_MS = 400

/** Finds turns by positions in the audio. States: quiet → (suspected →) speaking ⇄ pausing → quiet. */
export class TurnSegmenter {
  readonly #options: TurnSegmenterOptions
  readonly #gate = new VoiceActivityGate()
  /** The last second of audio, so that an utterance can start before its detected onset. */
  readonly #before = new RecentAudio(1)
  #settings: TurnSettings
  #state: 'quiet' | 'suspected' | 'speaking' | 'pausing' = 'quiet'
  #utterance: Utterance | undefined
  #interruption: Interruption | undefined
  #frames = 0
  #lastVoicedMs = 0
  #startedMs = 0
  #onsetMs = 0
  /** Audio position at which the speech of the last turn ended. */
  #spokenUntilMs = Number.NEGATIVE_INFINITY
  #voicedNow = false
  readonly #end: EndpointTimer
  /** The last seconds of the utterance, for a detector that analyzes audio or its pitch. */
  #recent: RecentAudio | undefined
  #lastAudioAt = 0
  #stopGapTimer: () => void = () => {}

  constructor(options: TurnSegmenterOptions, settings: TurnSettings) {
    this.#options = options
    this.#settings = settings
    this.#end = new EndpointTimer({
      detector: () => this.#settings.detector,
      expects: options.expects,
      onLate: (engine) => options.emit({ type: 'late', engine }),
    })
  }

  get userSpeaks(): boolean {
    return this.#state === 'speaking' || this.#state === 'pausing'
  }

  get processedMs(): number {
    return this.#frames * FRAME_MS
  }

  configure(settings: TurnSettings): void {
    this.#settings = settings
  }

  /** Takes one frame; the samples may be reused afterwards. */
  push(frame: Int16Array): void {
    this.#lastAudioAt = this.#options.clock.now()
    this.#frames += 1
    const isSpeech = this.#options.watch.isSpeech(frame, { threshold: this.#settings.threshold })
    if (this.#utterance) this.#keep(this.#utterance, frame)
    else this.#before.push(frame)
    if (isSpeech) this.#lastVoicedMs = this.processedMs
    this.#voicedNow = isSpeech
    this.#addFrame(isSpeech)
  }

  /** Counts the samples of an incomplete frame as silence, which may end the turn. */
  pushPart(samples: number): void {
    if (this.#state === 'pausing') this.#mayStop((samples * 1000) / LISTENING_RATE)
  }

  /** Ends the current utterance as if the silence were long enough. Returns false if the user is not speaking. */
  commit(): boolean {
    if (!this.userSpeaks) return false
    this.#stop()
    return true
  }

  clear(): void {
    if (this.#state === 'suspected') this.#options.emit({ type: 'dismissed' })
    this.close()
  }

  close(): void {
    this.#utterance?.drop()
    this.#toQuiet()
  }

  #addFrame(isSpeech: boolean): void {
    const change = this.#gate.take(isSpeech)
    if (change === 'started') this.#onVoice()
    if (this.#state === 'suspected') this.#whileSuspected(isSpeech)
    else if (this.#state === 'pausing') this.#mayStop(0)
    else if (this.#state === 'speaking' && change === 'stopped') this.#onPause()
    if (this.userSpeaks && this.processedMs - this.#startedMs >= MAX_TURN_MS) this.#stop()
  }

  #onVoice(): void {
    if (this.#state === 'pausing') {
      this.#state = 'speaking'
      this.#end.goOn()
      this.#utterance?.forget()
    }
    if (this.#state !== 'quiet') return
    this.#onsetMs = this.#lastVoicedMs - ONSET_FRAMES * FRAME_MS
    this.#openUtterance()
    if (this.#options.agentSpeaks()) {
      this.#state = 'suspected'
      this.#interruption = new Interruption(this.#options)
      this.#options.emit({ type: 'suspected' })
    } else this.#start()
  }

  #onPause(): void {
    this.#state = 'pausing'
    this.#end.begin()
  }

  #openUtterance(): void {
    const utterance = new Utterance({
      guard: this.#options.guard,
      recognizer: this.#options.recognizer,
      onPartial: (transcript) => this.#onPartial(transcript),
    })
    this.#utterance = utterance
    const padding = Math.ceil(this.#settings.prefixPaddingMs / FRAME_MS) + ONSET_FRAMES
    this.#recent ??= recentAudioFor(this.#settings.detector)
    this.#keep(utterance, this.#before.take(padding * FRAME_SAMPLES))
    this.#before.clear()
    this.#watchForGaps()
  }

  #keep(utterance: Utterance, frame: Int16Array): void {
    utterance.push(frame)
    this.#recent?.push(frame)
  }

  #start(): void {
    this.#state = 'speaking'
    this.#startedMs = this.processedMs
    this.#interruption = undefined
    const audioStartMs = Math.max(0, Math.round(this.#onsetMs - this.#settings.prefixPaddingMs))
    this.#options.emit({ type: 'speech-started', audioStartMs, pauseMs: this.#onsetMs - this.#spokenUntilMs })
  }

  #whileSuspected(isSpeech: boolean): void {
    const interruption = this.#interruption
    if (!interruption) return
    const verdict = interruption.take(isSpeech)
    if (verdict && interruption.isLate) this.#options.emit({ type: 'late', engine: 'recognizer' })
    if (verdict === 'dismissed') this.#dismiss()
    else if (verdict === 'confirmed') this.#confirm()
    else if (interruption.asksForWords()) this.#askForWords(interruption)
  }

  #confirm(): void {
    if (this.#voicedNow) this.#utterance?.forget()
    this.#start()
    // A transcript arrives after its audio: the user may already be silent when it confirms the interruption.
    if (!this.#gate.voiced) this.#onPause()
  }

  #askForWords(interruption: Interruption): void {
    this.#utterance?.forget()
    this.#then(this.#utterance?.transcribe(), (heard) => {
      if (this.#interruption !== interruption) return
      if ('transcript' in heard) this.#addWords(heard.transcript)
      else interruption.fail()
    })
  }

  /** Adds a transcript to the interruption check. If it interrupts, the turn starts now, not with the next frame. */
  #addWords(transcript: string): void {
    if (this.#interruption?.addTranscript(transcript)) this.#confirm()
  }

  /** Ends the check of a sound that does not interrupt. If the sound may be a word, it can still become a turn. */
  #dismiss(): void {
    const utterance = this.#utterance
    const audioEndMs = Math.round(this.#lastVoicedMs)
    if (!utterance || !this.#interruption?.mayBeWord) {
      this.clear()
      return
    }
    utterance.close()
    this.#options.emit({ type: 'dismissed' })
    this.#toQuiet()
    this.#then(utterance.transcribe(), (heard) => {
      utterance.drop()
      const transcript = 'transcript' in heard ? heard.transcript : ''
      if (!transcript || this.#options.isIgnored(transcript) || this.#state !== 'quiet') return
      this.#start()
      this.#state = 'quiet'
      this.#spokenUntilMs = audioEndMs
      this.#options.emit({ type: 'speech-stopped', audioEndMs, silenceMs: 0, heard: Promise.resolve(heard) })
    })
  }

  #onPartial(transcript: string): void {
    this.#addWords(transcript)
    if (!this.userSpeaks || !transcript) return
    this.#end.addTranscript(transcript)
    this.#options.emit({ type: 'partial', transcript })
  }

  /** Not while the newest frame has speech: the next ones show whether the user goes on or it was noise. */
  #mayStop(partMs: number): void {
    const silenceMs = this.#gate.silenceMs + partMs
    const isOver = this.#end.isOver(silenceMs, { utterance: this.#utterance, recent: this.#recent })
    if (isOver && !this.#voicedNow) this.#stop(silenceMs)
  }

  #stop(waitedMs = this.#gate.silenceMs): void {
    const utterance = this.#utterance
    if (!utterance) return
    const heard = utterance.transcribe()
    utterance.close()
    const audioEndMs = Math.round(this.#lastVoicedMs)
    this.#spokenUntilMs = audioEndMs
    this.#toQuiet()
    this.#then(heard, () => utterance.drop())
    this.#options.emit({ type: 'speech-stopped', audioEndMs, silenceMs: Math.round(waitedMs), heard })
  }

  #then(heard: Promise<RecognizedUtterance> | undefined, work: (heard: RecognizedUtterance) => void): void {
    this.#options.guard(() => heard?.then(work))
  }

  #toQuiet(): void {
    this.#state = 'quiet'
    this.#utterance = undefined
    this.#interruption = undefined
    this.#end.goOn()
    this.#recent?.clear()
    this.#gate.reset()
    this.#stopGapTimer()
  }

  /** Adds silence while no audio arrives, so that a turn also ends if the microphone is muted or the client is gone. */
  #watchForGaps(): void {
    this.#stopGapTimer()
    this.#stopGapTimer = this.#options.clock.schedule(() => {
      const missing = this.#options.clock.now() - this.#lastAudioAt
      const count = missing >= GAP_MS ? Math.floor(GAP_MS / 2 / FRAME_MS) : 0
      this.#voicedNow &&= count === 0
      for (let frame = 0; frame < count && this.#utterance; frame += 1) this.#addFrame(false)
      if (this.#utterance) this.#watchForGaps()
    }, GAP_MS / 2)
  }
}
