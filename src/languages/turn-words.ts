/** Kinds of answers that people dictate with pauses in them. */
export type ExpectedAnswer = 'number' | 'email' | 'address' | 'date' | 'name' | 'yes-no' | 'text'

/** The words of one language that show whether a turn is over. Plain data in lower case and without apostrophes. */
export interface TurnWords {
  /** BCP 47 without a region, such as `en`. */
  tag: string
  /** Words that never end a finished sentence. */
  hanging: ReadonlySet<string>
  /**
   * Verbs and question words at the beginning of a request. A request that begins with one is complete from three
   * words on.
   */
  asking: ReadonlySet<string>
  /** Number words as people dictate them, and words between two of them. */
  numbers: ReadonlySet<string>
  /**
   * Tens that form one number with a digit after them: "forty two". Absent: the language has one word for such
   * numbers.
   */
  tens?: RegExp
  /** Single letters that are usually words, such as "a": they are not read as spelled letters. */
  letterWords: ReadonlySet<string>
  /** Question words. A short question that begins with one may end in a word that elsewhere means "unfinished". */
  questions: ReadonlySet<string>
  /** Words before a value: "the order number". */
  labels: ReadonlySet<string>
  /** Nouns that need a value when they follow a verb: "cancel order" is unfinished. Absent: not known. */
  singular?: RegExp
  /** Complete answers of one to four words. Several of them together are also complete. */
  closed: readonly string[]
  /** Words for `@` and `.` in a spoken e-mail address, and a pattern for the word "e-mail". */
  spelling: { at: readonly string[]; dot: readonly string[]; email: RegExp }
  /** Words with which a listener only shows attention, without interrupting: "mhm". */
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

/** The words of a text, which are separated by white space. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))

const NO_WORDS: ReadonlySet<string> = new Set()
const NEVER = /(?!)/

/** Turn words for a language without a folder: only "ok", "stop", "@", and the sounds of listeners in many languages. */
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
