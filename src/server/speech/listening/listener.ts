import type { Clock } from '../../../ports.js'
import type { SpeechError } from '../../model/speech-error.js'
import type { Recognizer } from '../../model/speech-to-text.js'
import type { ExpectedAnswer, TurnDetector } from '../../model/turn-detector.js'
import { FRAME_MS, LISTENING_RATE, type VadWatch } from '../../model/vad.js'
import type { TurnWords } from '../turns/words/turn-words.js'
import { isBackchannel } from './backchannel.js'
import { FrameHistory } from './frame-history.js'
import { Interruption } from './interruption.js'
import { RecentSound } from './recent-sound.js'
import { ONSET_FRAMES, SpeechGate } from './speech-gate.js'
import { TurnEnd } from './turn-end.js'
import { type Heard, Utterance } from './utterance.js'

/** What happens while a session listens. Times are milliseconds of sound since the session began to listen. */
export type ListenerEvent =
  /** Somebody may be speaking while the agent speaks: output had better pause. */
  | { type: 'suspected' }
  /** It was a cough, or "mm-hm". */
  | { type: 'dismissed' }
  | { type: 'speech-started'; audioStartMs: number }
  /** The words of the utterance under way, as far as they are known. */
  | { type: 'partial'; transcript: string }
  /** The turn is over. `heard` follows as soon as the recognizer has it; `silenceMs` is what was waited for. */
  | { type: 'speech-stopped'; audioEndMs: number; silenceMs: number; heard: Promise<Heard> }
  | { type: 'failed'; error: SpeechError }

/** How turns are found. */
export interface TurnSettings {
  detector: TurnDetector
  /** Sound before the onset that belongs to the utterance. */
  prefixPaddingMs: number
  /** How sure voice detection has to be, 0 to 1; `undefined`: as it is made. */
  threshold?: number | undefined
}

/** What a listener is given. */
export interface ListenerOptions {
  watch: VadWatch
  recognizer: Recognizer
  /** Whether the recognizer gives words while the user speaks. */
  streams: boolean
  /** The words of the user's language that matter for turns. */
  words: TurnWords
  clock: Clock
  /** Whether the agent can be heard right now. */
  agentSpeaks: () => boolean
  /** Whether the player of the client stands still once output pauses. */
  playerStops: () => boolean
  /** What the agent has asked for. */
  expects: () => ExpectedAnswer | undefined
  emit: (event: ListenerEvent) => void
}

/** Speech without any pause after which the turn is over all the same; what follows is the next one. */
const MAX_TURN_MS = 180_000
/** A microphone that says nothing for this long is as good as a silent one. */
const GAP_MS = 400

/**
 * Finds turns in the sound of one session. Time is the time of the sound, so that a file sent at once is heard like a person; only where
 * no sound comes at all the clock counts.
 *
 * States: quiet → (suspected →) speaking ⇄ pausing → quiet.
 */
export class Listener {
  readonly #options: ListenerOptions
  readonly #gate = new SpeechGate()
  readonly #before = new FrameHistory()
  #settings: TurnSettings
  #state: 'quiet' | 'suspected' | 'speaking' | 'pausing' = 'quiet'
  #utterance: Utterance | undefined
  #interruption: Interruption | undefined
  #frames = 0
  #lastVoicedMs = 0
  #startedMs = 0
  #voicedNow = false
  readonly #end: TurnEnd
  /** Kept for a detector that judges sound only. */
  #sound: RecentSound | undefined
  #lastSoundAt = 0
  #stopGapTimer: () => void = () => {}

  constructor(options: ListenerOptions, settings: TurnSettings) {
    this.#options = options
    this.#settings = settings
    this.#end = new TurnEnd({ detector: () => this.#settings.detector, expects: options.expects })
  }

  /** Whether the user has the turn. */
  get userSpeaks(): boolean {
    return this.#state === 'speaking' || this.#state === 'pausing'
  }

  /** Milliseconds of sound heard so far. */
  get heardMs(): number {
    return this.#frames * FRAME_MS
  }

  configure(settings: TurnSettings): void {
    this.#settings = settings
  }

  /** Takes one frame; the samples may be reused afterwards. */
  push(frame: Int16Array): void {
    this.#lastSoundAt = this.#options.clock.now()
    this.#frames += 1
    const isSpeech = this.#options.watch.isSpeech(frame, { threshold: this.#settings.threshold })
    if (this.#utterance) this.#keep(this.#utterance, frame)
    else this.#before.push(frame)
    if (isSpeech) this.#lastVoicedMs = this.heardMs
    this.#voicedNow = isSpeech
    this.#hear(isSpeech)
  }

  /** Sound that is no whole frame yet: silence, as far as is known. Turns end with the sound that makes the silence long enough. */
  pushPart(samples: number): void {
    if (this.#state === 'pausing') this.#mayStop((samples * 1000) / LISTENING_RATE)
  }

  /** Ends the utterance under way as if the user had been silent long enough. False when there is none. */
  commit(): boolean {
    if (!this.userSpeaks) return false
    this.#stop()
    return true
  }

  /** Forgets the utterance under way. */
  clear(): void {
    this.#utterance?.drop()
    if (this.#state === 'suspected') this.#options.emit({ type: 'dismissed' })
    this.#toQuiet()
  }

  close(): void {
    this.#utterance?.drop()
    this.#toQuiet()
  }

  #hear(isSpeech: boolean): void {
    const change = this.#gate.take(isSpeech)
    if (change === 'started') this.#onVoice()
    if (this.#state === 'suspected') this.#whileSuspected(isSpeech)
    else if (this.#state === 'pausing') this.#mayStop(0)
    else if (this.#state === 'speaking' && change === 'stopped') this.#onPause()
    if (this.userSpeaks && this.heardMs - this.#startedMs >= MAX_TURN_MS) this.#stop()
  }

  #onVoice(): void {
    if (this.#state === 'pausing') {
      this.#state = 'speaking'
      this.#end.goOn()
      this.#utterance?.forget()
    }
    if (this.#state !== 'quiet') return
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
      recognizer: this.#options.recognizer,
      onPartial: (transcript) => this.#onPartial(transcript),
    })
    this.#utterance = utterance
    const padding = Math.ceil(this.#settings.prefixPaddingMs / FRAME_MS) + ONSET_FRAMES
    if (this.#settings.detector.judgeSound) this.#sound ??= new RecentSound()
    for (const frame of this.#before.last(padding)) this.#keep(utterance, frame)
    this.#before.clear()
    this.#watchForGaps()
  }

  #keep(utterance: Utterance, frame: Int16Array): void {
    utterance.push(frame)
    this.#sound?.push(frame)
  }

  #start(): void {
    this.#state = 'speaking'
    this.#startedMs = this.heardMs
    this.#interruption = undefined
    const onset = this.#lastVoicedMs - ONSET_FRAMES * FRAME_MS - this.#settings.prefixPaddingMs
    this.#options.emit({ type: 'speech-started', audioStartMs: Math.max(0, Math.round(onset)) })
  }

  #whileSuspected(isSpeech: boolean): void {
    const interruption = this.#interruption
    if (isSpeech) this.#utterance?.forget()
    const verdict = interruption?.take(isSpeech)
    if (verdict === 'dismissed') this.#dismiss()
    else if (verdict === 'confirmed') {
      this.#start()
      // A word that came after its voice: the silence counts already.
      if (!this.#gate.voiced) this.#onPause()
    } else if (interruption?.asksForWords())
      void this.#utterance?.transcribe().then((heard) => {
        if (this.#interruption === interruption && 'transcript' in heard) interruption.hear(heard.transcript)
      })
  }

  /** Too short to interrupt by itself. Where words come only afterwards, one of them may still do. */
  #dismiss(): void {
    const utterance = this.#utterance
    const mayBeWord = !this.#options.streams && this.#interruption?.mayBeWord
    const audioEndMs = Math.round(this.#lastVoicedMs)
    if (!utterance || !mayBeWord) {
      this.clear()
      return
    }
    utterance.close()
    this.#options.emit({ type: 'dismissed' })
    this.#toQuiet()
    void utterance.transcribe().then((heard) => {
      utterance.drop()
      const transcript = 'transcript' in heard ? heard.transcript : ''
      const isAnswer = this.#options.expects() === 'yes-no' || !isBackchannel(transcript, this.#options.words)
      if (!transcript || !isAnswer || this.#state !== 'quiet') return
      this.#start()
      this.#state = 'quiet'
      this.#options.emit({ type: 'speech-stopped', audioEndMs, silenceMs: 0, heard: Promise.resolve(heard) })
    })
  }

  #onPartial(transcript: string): void {
    if (this.#state === 'suspected') {
      this.#interruption?.hear(transcript)
      return
    }
    if (!this.userSpeaks || !transcript) return
    this.#end.hear(transcript)
    this.#options.emit({ type: 'partial', transcript })
  }

  /** A voice that comes back in the last moment has three frames to show that it is one. */
  #mayStop(partMs: number): void {
    const silenceMs = this.#gate.silenceMs + partMs
    const isOver = this.#end.isOver(silenceMs, { utterance: this.#utterance, sound: this.#sound })
    if (isOver && !this.#voicedNow) this.#stop(silenceMs)
  }

  #stop(waitedMs = this.#gate.silenceMs): void {
    const utterance = this.#utterance
    if (!utterance) return
    const silenceMs = Math.round(waitedMs)
    const heard = utterance.transcribe()
    utterance.close()
    const audioEndMs = Math.round(this.#lastVoicedMs)
    this.#toQuiet()
    void heard.then(() => utterance.drop())
    this.#options.emit({ type: 'speech-stopped', audioEndMs, silenceMs, heard })
  }

  #toQuiet(): void {
    this.#state = 'quiet'
    this.#utterance = undefined
    this.#interruption = undefined
    this.#end.goOn()
    this.#sound?.clear()
    this.#gate.reset()
    this.#stopGapTimer()
  }

  /** A muted microphone and a broken line send nothing; the turn ends all the same. */
  #watchForGaps(): void {
    const { clock } = this.#options
    this.#stopGapTimer()
    this.#stopGapTimer = clock.schedule(() => {
      const missing = clock.now() - this.#lastSoundAt
      const count = missing >= GAP_MS ? Math.floor(GAP_MS / 2 / FRAME_MS) : 0
      if (count > 0) this.#voicedNow = false
      for (let frame = 0; frame < count && this.#utterance; frame += 1) this.#hear(false)
      if (this.#utterance) this.#watchForGaps()
    }, GAP_MS / 2)
  }
}
