import type { ExpectedAnswer, TurnWords } from '../../../languages/turn-words.js'
import { expectedAnswer } from '../turns/expected-answer.js'
import { isBackchannel } from './backchannel.js'
import { isEcho } from './echo.js'

export interface ListenerWordsOptions {
  words: TurnWords
  lastAnswer: () => string
  recentText: () => string
}

/** Tells an interruption from a backchannel and from an echo of the agent. */
export class ListenerWords {
  readonly #options: ListenerWordsOptions

  constructor(options: ListenerWordsOptions) {
    this.#options = options
  }

  /** The kind of answer that the agent's last question expects. */
  get expected(): ExpectedAnswer | undefined {
    return this.answerTo(this.#options.lastAnswer())
  }

  /** The kind of answer that a text of the agent expects. */
  answerTo(text: string): ExpectedAnswer | undefined {
    return expectedAnswer(text, this.#options.words)
  }

  /** Whether a transcript does not interrupt the agent. A backchannel such as "yeah" interrupts only after a yes-no question. */
  isIgnored(transcript: string): boolean {
    if (isBackchannel(transcript, this.#options.words)) return this.expected !== 'yes-no'
    return isEcho(transcript, this.#options.recentText())
  }
}
