import type { ExpectedAnswer } from '../../../model/turn-detector.js'

/** The words of one language that say whether a turn is over. Plain data, lower case, without apostrophes; a pack is easy to add. */
export interface TurnWords {
  /** BCP 47 without a region, such as `en`. */
  tag: string
  /** Words that nobody ends with. */
  hanging: ReadonlySet<string>
  /** Verbs and question words that a request begins with: one of three words is whole. */
  asking: ReadonlySet<string>
  /** Numbers as they are dictated, and what stands between them. */
  numbers: ReadonlySet<string>
  /** Single letters that are words far more often than letters. */
  letterWords: ReadonlySet<string>
  /** Question words: after them a short question may end in a word that hangs elsewhere. */
  questions: ReadonlySet<string>
  /** Whole answers, by themselves or several of them, one to four words each. */
  closed: readonly string[]
  /** How the signs of an address are said. */
  spelling: { at: readonly string[]; dot: readonly string[]; email: RegExp }
  /** What listeners say to show that they listen. */
  backchannels: ReadonlySet<string>
  /** Questions of the agent. */
  asks: AskWords
}

/** How the agent asks for something. */
export interface AskWords {
  /** First match wins: "e-mail address" is an e-mail, "phone number" a number, "name of the street" an address. */
  kinds: readonly (readonly [kind: ExpectedAnswer, words: RegExp])[]
  yesOrNo: RegExp
  /** Beginnings of a sentence that asks without a question mark. */
  requests: RegExp
}

/** The words of a text with blanks between them. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))
