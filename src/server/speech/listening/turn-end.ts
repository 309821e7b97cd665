import type { ExpectedAnswer, TurnDetector } from '../../model/turn-detector.js'
import type { RecentSound } from './recent-sound.js'
import type { Utterance } from './utterance.js'

/** Silence after which words are asked for, so that they are there when the turn may end. */
const ASK_AFTER_MS = 160

/** What the end of a turn is read from. */
export interface TurnEndOptions {
  /** The detector of the moment: a client may ask for another. */
  detector: () => TurnDetector
  /** What the agent has asked for. */
  expects: () => ExpectedAnswer | undefined
}

/**
 * Decides whether a pause ends the turn. While the silence is still short the words are worked out, and the sound is judged: they decide how
 * long it has to be, and the reply need not wait for them.
 *
 * States: unasked → asked, once for each pause; `goOn` leads back.
 */
export class TurnEnd {
  readonly #options: TurnEndOptions
  #pause = 0
  #asked = false
  #words: string | undefined
  #ended: number | undefined
  #expects: ExpectedAnswer | undefined

  constructor(options: TurnEndOptions) {
    this.#options = options
  }

  /** The user has fallen silent, for now. */
  begin(): void {
    this.#expects = this.#options.expects()
  }

  /** The user speaks: what is known belongs to an unfinished sentence. */
  goOn(): void {
    this.#pause += 1
    this.#asked = false
    this.#words = undefined
    this.#ended = undefined
  }

  /** The words so far, where they come while the user speaks. */
  hear(transcript: string): void {
    this.#words = transcript
  }

  /** Whether a silence has been long enough. */
  isOver(
    silenceMs: number,
    said: { utterance: Utterance | undefined; sound: RecentSound | undefined },
  ): boolean {
    if (!this.#asked && silenceMs >= ASK_AFTER_MS) this.#ask(said)
    const { detector } = this.#options
    const pause = { transcript: this.#words, expects: this.#expects, ended: this.#ended }
    return silenceMs >= detector().silenceMs(pause)
  }

  #ask({ utterance, sound }: { utterance: Utterance | undefined; sound: RecentSound | undefined }): void {
    this.#asked = true
    const pause = this.#pause
    const detector = this.#options.detector()
    if (detector.needsWords)
      void utterance?.transcribe().then((heard) => {
        if (this.#pause === pause && 'transcript' in heard) this.#words = heard.transcript
      })
    if (detector.judgeSound && sound)
      detector.judgeSound(sound.take()).then(
        (ended) => {
          if (this.#pause === pause) this.#ended = ended
        },
        // Without a judgement the silence decides.
        () => {},
      )
  }
}
