import type { ExpectedAnswer } from '../../../languages/turn-words.js'
import type { TurnDetector } from '../../model/turn-detector.js'
import { endingPitch, type Pitch } from '../turns/pitch.js'
import type { RecentAudio } from './recent-audio.js'
import type { Utterance } from './utterance.js'

/** Length of silence after which the transcript is requested, so that it usually arrives before the turn ends. */
const ASK_AFTER_MS = 160

/** A transcript that arrives within this time does not delay the end of a turn with `semantic/v1`. */
export const WORDS_WITHIN_MS = 540

/** After this silence, the turn ends even if the transcript or the audio analysis has not arrived. */
const LONGEST_WAIT_MS = 2_500

/** An engine that can miss its deadline: the recognizer, or turn detection with audio analysis. */
export type LateEngine = 'recognizer' | 'turn-detection'

export interface EndpointTimerOptions {
  /** Returns the current detector. It is read again for each pause, because a client may choose another one. */
  detector: () => TurnDetector
  /** The kind of answer that the agent's last question expects. */
  expects: () => ExpectedAnswer | undefined
  /** Called when the silence is long enough to end the turn, but this engine has not given its result. */
  onLate: (engine: LateEngine) => void
}

/**
 * Decides whether a pause ends the turn. The transcript and an analysis of the audio decide how long the silence must
 * be. Both are requested once in each pause; `goOn` prepares for the next pause.
 */
export class EndpointTimer {
  readonly #options: EndpointTimerOptions
  #pause = 0
  #asked = false
  #words: string | undefined
  #ended: number | undefined
  #pitch: Pitch | undefined
  #hasFailed = false
  #isLate = false
  #expects: ExpectedAnswer | undefined

  constructor(options: EndpointTimerOptions) {
    this.#options = options
  }

  begin(): void {
    this.#expects = this.#options.expects()
  }

  /** Prepares for the next pause: drops the transcript and the audio analysis of this one. */
  goOn(): void {
    this.#pause += 1
    this.#asked = false
    this.#words = undefined
    this.#ended = undefined
    this.#pitch = undefined
    this.#hasFailed = false
    this.#isLate = false
  }

  /** Sets the partial transcript of a streaming recognizer. */
  addTranscript(transcript: string): void {
    this.#words = transcript
  }

  /**
   * Whether the silence is long enough to end the turn. Early in the pause, requests the transcript and the audio
   * analysis.
   */
  isOver(
    silenceMs: number,
    said: { utterance: Utterance | undefined; sound: RecentAudio | undefined },
  ): boolean {
    if (!this.#asked && silenceMs >= ASK_AFTER_MS) this.#ask(said)
    const { detector } = this.#options
    const pause = {
      transcript: this.#words,
      expects: this.#expects,
      ended: this.#ended,
      pitch: this.#pitch,
    }
    if (silenceMs < detector().silenceMs(pause)) return false
    const awaited = this.#awaited
    if (!awaited) return true
    if (!this.#isLate) this.#options.onLate(awaited)
    this.#isLate = true
    return silenceMs >= LONGEST_WAIT_MS
  }

  /** The engine whose result the detector needs but does not have yet. */
  get #awaited(): LateEngine | undefined {
    const { judgeSound, needsWords } = this.#options.detector()
    if (this.#hasFailed) return undefined
    if (judgeSound) return this.#ended === undefined ? 'turn-detection' : undefined
    return needsWords && this.#words === undefined ? 'recognizer' : undefined
  }

  #ask({ utterance, sound }: { utterance: Utterance | undefined; sound: RecentAudio | undefined }): void {
    this.#asked = true
    const pause = this.#pause
    const detector = this.#options.detector()
    if (detector.needsWords)
      void utterance?.transcribe().then((heard) => {
        if (this.#pause !== pause) return
        if ('transcript' in heard) this.#words = heard.transcript
        else if (!detector.judgeSound) this.#hasFailed = true
      })
    if (!sound) return
    if (!detector.judgeSound) this.#pitch = endingPitch(sound.take())
    else
      judgmentOf(detector, sound.take()).then(
        (ended) => {
          if (this.#pause === pause) this.#ended = ended
        },
        // If the audio analysis fails, the detector decides without its result.
        () => {
          if (this.#pause === pause) this.#hasFailed = true
        },
      )
  }
}

/** The judgment of a detector. Rejects also if the detector throws at once. */
async function judgmentOf(detector: TurnDetector, samples: Int16Array): Promise<number | undefined> {
  return detector.judgeSound?.(samples)
}
