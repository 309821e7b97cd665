import { type ExpectedAnswer, findTurnWords, type TurnWords } from '../../../languages/turn-words.js'
import { expectedAnswer } from '../turns/expected-answer.js'
import { isEcho } from './echo.js'

export interface ListenerWordsOptions {
  words: TurnWords
  lastAnswer: () => string
  recentText: () => string
}

/** Distinguishes an interruption from a backchannel and from an echo of the agent. */
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

  /**
   * Whether a transcript is ignored, so that it does not interrupt the agent. An echo and a backchannel such as "yeah"
   * are ignored. After a yes-no question, a backchannel is an answer, so it is not ignored.
   */
  isIgnored(transcript: string): boolean {
    if (isBackchannel(transcript, this.#options.words)) return this.expected !== 'yes-no'
    return isEcho(transcript, this.#options.recentText())
  }
}

const MAX_WORDS = 4

/** Whether a transcript only signals attention, such as "mm-hm" or "okay right". False for an empty transcript. */
export function isBackchannel(transcript: string, { backchannels }: TurnWords = findTurnWords()): boolean {
  const words = transcript
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  return words.length > 0 && words.length <= MAX_WORDS && words.every((word) => backchannels.has(word))
}
