import type { ExpectedAnswer } from '../../model/turn-detector.js'
import { FRAME_MS } from '../../model/vad.js'
import type { TurnWords } from '../turns/words/turn-words.js'
import { isBackchannel } from './backchannel.js'
import { ONSET_FRAMES } from './speech-gate.js'

/** Speech after which it is an interruption, whatever is said. */
const CONFIRM_MS = 300
/** The same when the words so far only say "I am listening". */
const CONFIRM_BACKCHANNEL_MS = 900
/** The same where words come once somebody is silent, and the player stands still meanwhile: "yeah" has its say. */
const CONFIRM_UNHEARD_MS = 500
/** Silence after which those words are asked for, and how long after the voice they may come. */
const ASK_AFTER_MS = 96
const WORDS_WITHIN_MS = 1_000
/** Less is a cough, or a door. */
const SHORTEST_WORD_MS = 160
/** Silence after which it was none. */
const DISMISS_MS = 250

/** What an interruption is judged by. */
export interface InterruptionOptions {
  /** Whether words come while somebody speaks: then they have their say. */
  streams: boolean
  words: TurnWords
  /** Whether the player stands still until it is clear: then there is time for words that come late. */
  playerStops: () => boolean
  /** What the agent has asked for: to a question, "yes" is an answer. */
  expects: () => ExpectedAnswer | undefined
}

/**
 * Decides whether somebody who makes a sound while the agent speaks wants the turn: 300 ms of speech do, or a word; a cough and "mm-hm" do
 * not.
 *
 * States: undecided → confirmed | dismissed.
 */
export class Interruption {
  readonly #options: InterruptionOptions
  /** The frames that raised the suspicion count. */
  #voicedMs = (ONSET_FRAMES - 1) * FRAME_MS
  #silentMs = 0
  #heard: string | undefined
  #asked = false

  constructor(options: InterruptionOptions) {
    this.#options = options
  }

  /** Words that were recognized so far. */
  hear(transcript: string): void {
    this.#heard = transcript
  }

  /** Whether it was long enough to have been a word. */
  get mayBeWord(): boolean {
    return this.#voicedMs >= SHORTEST_WORD_MS
  }

  /** Whether the words are to be worked out now; true once for each pause. */
  asksForWords(): boolean {
    const asks = this.#wordsDecide && this.#silentMs >= ASK_AFTER_MS && !this.#asked
    this.#asked ||= asks
    return asks
  }

  /** Takes the verdict on one frame. */
  take(isSpeech: boolean): 'confirmed' | 'dismissed' | undefined {
    this.#voicedMs += isSpeech ? FRAME_MS : 0
    this.#silentMs = isSpeech ? 0 : this.#silentMs + FRAME_MS
    if (isSpeech) this.#asked = false
    if (this.#isConfirmed()) return 'confirmed'
    if (this.#silentMs < DISMISS_MS) return undefined
    if (!this.#wordsDecide || this.#heard !== undefined) return 'dismissed'
    return this.#silentMs >= WORDS_WITHIN_MS ? 'confirmed' : undefined
  }

  /** Long enough to interrupt, short enough to be "yeah". */
  get #wordsDecide(): boolean {
    const { streams, playerStops } = this.#options
    return !streams && this.#voicedMs >= CONFIRM_MS && playerStops()
  }

  #isConfirmed(): boolean {
    const { streams, words, expects } = this.#options
    const saysListening = isBackchannel(this.#heard ?? '', words) && expects() !== 'yes-no'
    if (this.#heard && !saysListening) return true
    if (this.#wordsDecide) return this.#voicedMs >= CONFIRM_UNHEARD_MS
    return this.#voicedMs >= (streams && saysListening ? CONFIRM_BACKCHANNEL_MS : CONFIRM_MS)
  }
}
