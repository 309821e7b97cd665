import type { FailureTexts } from '../../languages/agent-texts.js'

/** Thrown to end a reply early. `words` is the key of the sentence that the agent then says to the user. */
export class Stop extends Error {
  readonly words: keyof FailureTexts
  constructor(words: keyof FailureTexts) {
    super(words)
    this.words = words
  }
}
