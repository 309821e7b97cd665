import type { ExpectedAnswer } from '../../../languages/turn-words.js'
import type { TurnDetector } from '../../model/turn-detector.js'
import { endingPitch, type Pitch } from '../turns/pitch.js'
import type { RecentAudio } from './frames.js'
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
  detector: () => TurnDetector
  expects: () => ExpectedAnswer | undefined
  /** Called when the silence is long enough to end the turn, but this engine has not given its result. */
  onLate: (engine: LateEngine) => void
}

interface Pause {
  asked?: boolean
  transcript?: string
  ended?: number | undefined
  pitch?: Pitch | undefined
  hasFailed?: boolean
  isLate?: boolean
}

/** Decides whether a pause ends the turn, from silence, transcript and audio, each asked for once in a pause. */
export class EndpointTimer {
  readonly #options: EndpointTimerOptions
  #pause: Pause = {}
  #expects: ExpectedAnswer | undefined

  constructor(options: EndpointTimerOptions) {
    this.#options = options
  }

  begin(): void {
    this.#expects = this.#options.expects()
  }

  /** Prepares for the next pause: drops the transcript and the audio analysis of this one, also if they come later. */
  goOn(): void {
    this.#pause = {}
  }

  addTranscript(transcript: string): void {
    this.#pause.transcript = transcript
  }

  /** Whether the silence ends the turn. Early in the pause, asks for the transcript and the audio analysis. */
  isOver(
    silenceMs: number,
    said: { utterance: Utterance | undefined; recent: RecentAudio | undefined },
  ): boolean {
    const pause = this.#pause
    const { detector, onLate } = this.#options
    if (!pause.asked && silenceMs >= ASK_AFTER_MS) this.#ask(said)
    const { transcript, ended, pitch } = pause
    if (silenceMs < detector().silenceMs({ transcript, expects: this.#expects, ended, pitch })) return false
    const awaited = this.#awaited
    if (!awaited) return true
    if (!pause.isLate) onLate(awaited)
    pause.isLate = true
    return silenceMs >= LONGEST_WAIT_MS
  }

  get #awaited(): LateEngine | undefined {
    const { judgeSound, needsWords } = this.#options.detector()
    const { hasFailed, ended, transcript } = this.#pause
    if (hasFailed) return undefined
    if (judgeSound) return ended === undefined ? 'turn-detection' : undefined
    return needsWords && transcript === undefined ? 'recognizer' : undefined
  }

  #ask({ utterance, recent }: { utterance: Utterance | undefined; recent: RecentAudio | undefined }): void {
    const pause = this.#pause
    const detector = this.#options.detector()
    pause.asked = true
    if (detector.needsWords)
      void utterance?.transcribe().then((heard) => {
        if ('transcript' in heard) pause.transcript = heard.transcript
        else if (!detector.judgeSound) pause.hasFailed = true
      })
    if (!recent) return
    if (!detector.judgeSound) pause.pitch = endingPitch(recent.take())
    else
      judgmentOf(detector, recent.take()).then(
        (ended) => {
          pause.ended = ended
        },
        // If the audio analysis fails, the detector decides without its result.
        () => {
          pause.hasFailed = true
        },
      )
  }
}

/** The judgment of a detector. Rejects also if the detector throws at once. */
async function judgmentOf(detector: TurnDetector, samples: Int16Array): Promise<number | undefined> {
  return detector.judgeSound?.(samples)
}
