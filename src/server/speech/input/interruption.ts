import { FRAME_MS } from '../../model/vad.js'
import { ONSET_FRAMES } from './frames.js'

/** Length of speech after which the first transcript is requested. */
const ASK_AFTER_VOICE_MS = 288
/** Minimum length of speech between two requests for a transcript. */
const ASK_EVERY_MS = 192
/** Length of a pause after which a transcript is requested. */
const ASK_AFTER_SILENCE_MS = 64
/** A requested transcript that takes longer than this counts as late. */
const WORDS_WITHIN_MS = 1_000
/** A streaming recognizer must send its first words within this much speech. */
const STREAMED_WITHIN_MS = 2_000
/** Speech of this length interrupts if its transcript does not arrive in time. */
const CONFIRM_MS = 300
/** A sound shorter than this is no word, but a noise such as a cough or a door. */
const SHORTEST_WORD_MS = 160
/** After this silence, the sound does not count as an interruption. */
const DISMISS_MS = 250

export interface InterruptionOptions {
  streams: boolean
  isIgnored: (transcript: string) => boolean
}

/**
 * Decides whether a sound during agent output is an interruption. Words interrupt, unless they are a backchannel
 * ("mm-hm") or an echo of the agent. If no transcript arrives in time, the length of the sound decides. States:
 * undecided → confirmed | dismissed.
 */
export class Interruption {
  readonly #options: InterruptionOptions
  /** Length of the speech so far, including the frames that started this check. */
  #voicedMs = (ONSET_FRAMES - 1) * FRAME_MS
  #silentMs = 0
  #heard = ''
  #askAtMs = ASK_AFTER_VOICE_MS
  #askedInPause = false
  /** Milliseconds since a transcript was requested; `undefined` if no transcript is awaited. */
  #awaitedMs: number | undefined
  #hasFailed = false

  constructor(options: InterruptionOptions) {
    this.#options = options
  }

  get mayBeWord(): boolean {
    return this.#voicedMs >= SHORTEST_WORD_MS
  }

  get isLate(): boolean {
    const { streams } = this.#options
    return this.#awaitedMs !== undefined
      ? this.#awaitedMs >= WORDS_WITHIN_MS
      : streams && this.#heard === '' && this.#voicedMs >= STREAMED_WITHIN_MS
  }

  /** Takes a partial or requested transcript. Returns whether it interrupts the agent. */
  addTranscript(transcript: string): boolean {
    this.#heard = transcript
    this.#awaitedMs = undefined
    return transcript !== '' && !this.#options.isIgnored(transcript)
  }

  /** Call it when the recognizer fails. The length of the sound then decides. */
  fail(): void {
    this.#hasFailed = true
    this.#awaitedMs = undefined
  }

  /** Once in each pause, and at intervals during speech. If true, the transcript counts as requested. */
  asksForWords(): boolean {
    const asks = this.#silentMs === 0 ? this.#asksInVoice() : this.#asksInPause()
    if (asks) this.#awaitedMs = 0
    return asks
  }

  /** Takes the voice activity of one frame. Returns the decision; `undefined` if there is none yet. */
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

  /** A streaming recognizer sends partial transcripts anyway; a request would end its utterance. */
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
