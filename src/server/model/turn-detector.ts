import type { ExpectedAnswer } from '../../languages/turn-words.js'

/** The state of a turn when the user pauses. */
export interface SpeechPause {
  /** The transcript of this turn so far; `undefined` while the recognizer works on it or when there is none. */
  transcript: string | undefined
  /** The answer that the agent's last question expects, if it asked one. */
  expects: ExpectedAnswer | undefined
  /** The result of `judgeSound`, 0 to 1; `undefined` while it is computed, and for a detector without it. */
  ended?: number | undefined
  /** How the pitch moves at the end of the speech; `undefined` while it is unknown. */
  pitch?: 'falling' | 'level' | 'rising' | undefined
}

/** Decides how much silence ends a turn. Deterministic: the same pause always gives the same result. */
export interface TurnDetector {
  /** The provider string, such as `semantic/v1`. */
  readonly name: string
  /** Whether the detector uses the transcript, so that it is needed as soon as the user pauses. */
  readonly needsWords: boolean
  /**
   * The probability, 0 to 1, that the turn is over, from up to eight seconds of audio at `LISTENING_RATE`; called at
   * each pause. Rejects when it cannot be computed.
   */
  judgeSound?(samples: Int16Array): Promise<number>
  /** Milliseconds of silence after the end of speech that end the turn. */
  silenceMs(pause: SpeechPause): number
}
