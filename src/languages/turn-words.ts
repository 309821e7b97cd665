/** Kinds of answers that people dictate with pauses in them. */
export type ExpectedAnswer = 'number' | 'email' | 'address' | 'date' | 'name' | 'yes-no' | 'text'

/** The words of one language that say whether a turn is over. Plain data, lower case, without apostrophes; a pack is easy to add. */
export interface TurnWords {
  /** BCP 47 without a region, such as `en`. */
  tag: string
  /** Words that never end a turn. */
  hanging: ReadonlySet<string>
  /** Verbs and question words that a request begins with: one of three words is whole. */
  asking: ReadonlySet<string>
  /** Numbers as they are dictated, and what stands between them. */
  numbers: ReadonlySet<string>
  /** Tens that a digit completes to one number: "forty two". Absent: such numbers are one word. */
  tens?: RegExp
  /** Single letters that are words far more often than letters. */
  letterWords: ReadonlySet<string>
  /** Question words: after them a short question may end in a word that hangs elsewhere. */
  questions: ReadonlySet<string>
  /** Words that a value follows: "the order number". */
  labels: ReadonlySet<string>
  /** Nouns that cannot stand alone after a verb without a value behind them: "cancel order". Absent: not known. */
  singular?: RegExp
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

const NO_WORDS: ReadonlySet<string> = new Set()
const NEVER = /(?!)/

/** For a language without a folder: punctuation, digits, single letters, and the sounds that listeners of any language make. */
export const wordlessTurns: TurnWords = {
  tag: 'und',
  hanging: NO_WORDS,
  asking: NO_WORDS,
  numbers: NO_WORDS,
  letterWords: NO_WORDS,
  questions: NO_WORDS,
  labels: NO_WORDS,
  closed: ['ok', 'okay', 'stop'],
  spelling: { at: ['@'], dot: [], email: NEVER },
  backchannels: wordSet('mm mhm mmhm mmhmm hm hmm uh uhhuh ah oh aha eh ok okay'),
  asks: { kinds: [['email', /\be-?mail/]], yesOrNo: NEVER, requests: NEVER },
}
