/** What is known when the user has stopped speaking, for now. */
export interface Pause {
  /** What was said in this turn so far; `undefined` while the recognizer works on it or when there is none. */
  transcript: string | undefined
  /** What the agent has asked for last, where it asked for something. */
  expects: ExpectedAnswer | undefined
  /** What `judgeSound` has said, 0 to 1; `undefined` while it works, and for a detector that hears nothing. */
  ended?: number | undefined
}

/** Kinds of answers that people dictate with pauses in them. */
export type ExpectedAnswer = 'number' | 'email' | 'address' | 'date' | 'name' | 'yes-no' | 'text'

/** Decides how much silence ends a turn. Pure: the same pause always gets the same answer. */
export interface TurnDetector {
  /** The provider string, such as `semantic/v1`. */
  readonly name: string
  /** Whether the words matter, so that a transcript is wanted as soon as the user pauses. */
  readonly needsWords: boolean
  /**
   * How likely the turn is over by its sound: up to eight seconds of it at `LISTENING_RATE`, asked at each pause. Rejects when there is no
   * telling.
   */
  judgeSound?(samples: Int16Array): Promise<number>
  /** Milliseconds of silence, counted from the end of speech, after which the turn is over. */
  silenceMs(pause: Pause): number
}
