/** What is known when the user has stopped speaking, for now. */
export interface Pause {
  /** What was said in this turn so far; `undefined` while the recognizer works on it or when there is none. */
  transcript: string | undefined
  /** What the agent has asked for last, where it asked for something. */
  expects: ExpectedAnswer | undefined
}

/** Kinds of answers that people dictate with pauses in them. */
export type ExpectedAnswer = 'number' | 'email' | 'address' | 'date' | 'name' | 'yes-no' | 'text'

/** Decides how much silence ends a turn. Pure: the same pause always gets the same answer. */
export interface TurnDetector {
  /** The provider string, such as `semantic/v1`. */
  readonly name: string
  /** Whether the words matter, so that a transcript is wanted as soon as the user pauses. */
  readonly needsWords: boolean
  /** Milliseconds of silence, counted from the end of speech, after which the turn is over. */
  silenceMs(pause: Pause): number
}
