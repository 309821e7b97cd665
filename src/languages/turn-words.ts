/**
 * The kinds of answers that the agent may expect from the user. While users dictate an answer such as a number, they
 * pause, so turn detection waits longer before the turn ends.
 */
export type ExpectedAnswer = 'number' | 'email' | 'address' | 'date' | 'name' | 'yes-no' | 'text'

/**
 * The words of one language that show whether the user's turn is over. All words are in lower case and without
 * apostrophes.
 */
export interface TurnWords {
  /** BCP 47 without a region, such as `en`. */
  tag: string
  /** Words that never end a finished sentence, such as "and". */
  hanging: ReadonlySet<string>
  /**
   * Verbs and question words at the beginning of a request. A request that begins with one counts as complete if it has
   * at least three words.
   */
  asking: ReadonlySet<string>
  /** Number words as people dictate them, and words that stand between number words. */
  numbers: ReadonlySet<string>
  /**
   * Tens that form one number with a digit after them: "forty two". Absent: the language has one word for such
   * numbers.
   */
  tens?: RegExp
  /** Single letters that are usually words, such as "a": they are not read as spelled letters. */
  letterWords: ReadonlySet<string>
  /** Question words. A short question that begins with one may end in a word of `hanging`, as in "what is this". */
  questions: ReadonlySet<string>
  /** Words after which a value follows: "number" in "the order number". */
  labels: ReadonlySet<string>
  /**
   * Matches a noun in the singular. After a verb, such a noun needs a value: "cancel order" is unfinished. Absent: the
   * language has no such pattern.
   */
  singular?: RegExp
  /** Complete answers of one to four words. Several of them together are also complete. */
  closed: readonly string[]
  /** Words for `@` and `.` in a spoken e-mail address, and a pattern for the word "e-mail". */
  spelling: { at: readonly string[]; dot: readonly string[]; email: RegExp }
  /** Words with which the user only shows attention and does not interrupt the agent: "mhm". */
  backchannels: ReadonlySet<string>
  /** Patterns that show what the agent asks for. */
  asks: AskWords
}

/** Patterns for the questions of the agent. They show which kind of answer a question expects. */
export interface AskWords {
  /**
   * Patterns for each kind of answer. The first match wins: "e-mail address" is an e-mail, "phone number" a number,
   * "name of the street" an address.
   */
  kinds: readonly (readonly [kind: ExpectedAnswer, words: RegExp])[]
  yesOrNo: RegExp
  /** Matches the beginning of a sentence that asks for something without a question mark. */
  requests: RegExp
}

/** The words of a text, which are separated by white space. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))

const NO_WORDS: ReadonlySet<string> = new Set()
const NEVER = /(?!)/

/**
 * The words for a language without a folder: only "ok", "stop", "@", and the sounds with which listeners show attention
 * in many languages.
 */
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
