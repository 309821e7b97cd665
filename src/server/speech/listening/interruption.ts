import { FRAME_MS } from '../../model/vad.js'
import type { TurnWords } from '../turns/words/turn-words.js'
import { isBackchannel } from './backchannel.js'
import { ONSET_FRAMES } from './speech-gate.js'

/** Speech after which it is an interruption, whatever is said. */
const CONFIRM_MS = 300
/** The same when the words so far only say "I am listening". */
const CONFIRM_BACKCHANNEL_MS = 900
/** Less is a cough, or a door. */
const SHORTEST_WORD_MS = 160
/** Silence after which it was none. */
const DISMISS_MS = 250

/**
 * Decides whether somebody who makes a sound while the agent speaks wants the turn: 300 ms of speech do, or a word; a cough and "mm-hm" do
 * not.
 *
 * States: undecided → confirmed | dismissed.
 */
export class Interruption {
  readonly #options: { streams: boolean; words: TurnWords }
  /** The frames that raised the suspicion count. */
  #voicedMs = (ONSET_FRAMES - 1) * FRAME_MS
  #silentMs = 0
  #heard = ''

  /** `streams` says whether words come while somebody speaks: then they have their say. */
  constructor(options: { streams: boolean; words: TurnWords }) {
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

  /** Takes the verdict on one frame. */
  take(isSpeech: boolean): 'confirmed' | 'dismissed' | undefined {
    this.#voicedMs += isSpeech ? FRAME_MS : 0
    this.#silentMs = isSpeech ? 0 : this.#silentMs + FRAME_MS
    if (this.#isConfirmed()) return 'confirmed'
    return this.#silentMs >= DISMISS_MS ? 'dismissed' : undefined
  }

  #isConfirmed(): boolean {
    const { streams, words } = this.#options
    const saysListening = streams && isBackchannel(this.#heard, words)
    if (this.#heard && !saysListening) return true
    return this.#voicedMs >= (saysListening ? CONFIRM_BACKCHANNEL_MS : CONFIRM_MS)
  }
}
