import { FRAME_MS } from '../../model/vad.js'
import { ONSET_FRAMES } from './voice-activity-gate.js'

/** Length of speech after which its words are requested, and interval of further requests. */
const ASK_AFTER_VOICE_MS = 288
const ASK_EVERY_MS = 192
/** Silence after which words are requested. */
const ASK_AFTER_SILENCE_MS = 64
/** Deadline of requested words. */
const WORDS_WITHIN_MS = 1_000
/** Time for the first words of a streaming recognizer while the voice goes on. */
const STREAMED_WITHIN_MS = 2_000
/** Length of speech that interrupts when its words are not known in time. */
const CONFIRM_MS = 300
/** Shorter sounds are noise, such as a cough or a door. */
const SHORTEST_WORD_MS = 160
/** Silence after which the sound was no interruption. */
const DISMISS_MS = 250

/** Options of `Interruption`. */
export interface InterruptionOptions {
  /** Whether partial transcripts arrive during speech. */
  streams: boolean
  /** Whether these words do not interrupt: a backchannel, or an echo of the agent. */
  isIgnored: (transcript: string) => boolean
}

/**
 * Decides whether a sound during agent output is an interruption. Words decide: any word is one, but a cough, "mm-hm"
 * or an echo of the agent is not. The sound decides only where words are not known in time.
 *
 * States: undecided → confirmed | dismissed.
 */
export class Interruption {
  readonly #options: InterruptionOptions
  /** Includes the frames that triggered the check. */
  #voicedMs = (ONSET_FRAMES - 1) * FRAME_MS
  #silentMs = 0
  #heard = ''
  #askAtMs = ASK_AFTER_VOICE_MS
  #askedInPause = false
  /** Time since words were requested; `undefined` when none are awaited. */
  #awaitedMs: number | undefined
  #hasFailed = false

  constructor(options: InterruptionOptions) {
    this.#options = options
  }

  /** Whether the sound was long enough to be a word. */
  get mayBeWord(): boolean {
    return this.#voicedMs >= SHORTEST_WORD_MS
  }

  /** Whether requested words did not come in time. */
  get isLate(): boolean {
    const { streams } = this.#options
    return this.#awaitedMs !== undefined
      ? this.#awaitedMs >= WORDS_WITHIN_MS
      : streams && this.#heard === '' && this.#voicedMs >= STREAMED_WITHIN_MS
  }

  /** Takes the words so far: a partial transcript, or the answer to a request. Returns whether they interrupt. */
  addTranscript(transcript: string): boolean {
    this.#heard = transcript
    this.#awaitedMs = undefined
    return transcript !== '' && !this.#options.isIgnored(transcript)
  }

  /** The recognizer failed, so the sound decides. */
  fail(): void {
    this.#hasFailed = true
    this.#awaitedMs = undefined
  }

  /** Whether to request the words now: once in each pause, and at intervals during speech. */
  asksForWords(): boolean {
    const asks = this.#silentMs === 0 ? this.#asksInVoice() : this.#asksInPause()
    if (asks) this.#awaitedMs = 0
    return asks
  }

  /** Handles the detection result of one frame: the sound decides where the words do not. */
  take(isSpeech: boolean): 'confirmed' | 'dismissed' | undefined {
    this.#voicedMs += isSpeech ? FRAME_MS : 0
    this.#silentMs = isSpeech ? 0 : this.#silentMs + FRAME_MS
    if (isSpeech) this.#askedInPause = false
    if (this.#awaitedMs !== undefined) this.#awaitedMs += FRAME_MS
    const isLong = this.#voicedMs >= CONFIRM_MS
    if (isLong && (this.#hasFailed || this.isLate)) return 'confirmed'
    if (this.#silentMs < DISMISS_MS || (isLong && this.#awaitedMs !== undefined)) return undefined
    return 'dismissed'
  }

  /**
   * A streaming recognizer sends partial transcripts by itself, and would treat a request as the end of the
   * utterance.
   */
  #asksInVoice(): boolean {
    if (this.#options.streams || this.#awaitedMs !== undefined || this.#voicedMs < this.#askAtMs) return false
    this.#askAtMs = this.#voicedMs + Math.max(ASK_EVERY_MS, this.#voicedMs / 4)
    return true
  }

  #asksInPause(): boolean {
    if (this.#askedInPause || this.#silentMs < ASK_AFTER_SILENCE_MS || this.#voicedMs < CONFIRM_MS)
      return false
    this.#askedInPause = true
    return true
  }
}
