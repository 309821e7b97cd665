import type { ExpectedAnswer } from '../../languages/turn-words.js'

/** What is known about the user's turn when the user pauses. */
export interface SpeechPause {
  /** The transcript of this turn so far; `undefined` if there is none yet. */
  transcript: string | undefined
  /** The kind of answer that the agent's last question expects; `undefined` if the agent has asked none. */
  expects: ExpectedAnswer | undefined
  /** The probability that the turn is over, 0 to 1, from `judgeSound`; `undefined` if there is none yet. */
  ended?: number | undefined
  /** How the user's pitch moves at the end of the speech; `undefined` if it is not known. */
  pitch?: 'falling' | 'level' | 'rising' | undefined
}

/** Decides how much silence ends a turn. The same pause always gives the same result. */
export interface TurnDetector {
  /** The provider string, such as `semantic/v1`. */
  readonly name: string
  /** Whether the detector uses the transcript. If so, the transcript is requested as soon as the user pauses. */
  readonly needsWords: boolean
  /**
   * Returns the probability (0 to 1) that the user's turn is over, or rejects. Called at each pause with up to eight
   * seconds of audio at `LISTENING_RATE`.
   */
  judgeSound?(samples: Int16Array): Promise<number>
  /** Returns how many milliseconds of silence end the turn. */
  silenceMs(pause: SpeechPause): number
}
