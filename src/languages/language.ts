import type { SearchLanguage } from './search-language.js'
import type { NumberWords } from './spoken-numbers.js'

/**
 * All words and sentences of one language that the built-in router needs. The router answers users without a language
 * model. The `{placeholders}` in sentences are filled by name.
 */
export interface Language {
  search: SearchLanguage
  numbers: NumberWords
  /** Ordinal words and their positions in a list. A negative position counts from the end. */
  ordinals: Readonly<Record<string, number>>
  /** Words for days, each with its distance from today in days. */
  days: Readonly<Record<string, number>>
  /** Names of the days, Sunday first. */
  weekdays: readonly string[]
  /** Words before a future day: "next". */
  ahead: ReadonlySet<string>
  /** Words before a past day: "last". */
  past: ReadonlySet<string>
  /** Nouns for periods of time, in the singular: "week". */
  periods: ReadonlySet<string>
  /** Prefixes that give a verb the opposite meaning: "un" in "unfreeze". */
  reversing: readonly string[]
  /** Names of the months, January first, each in all its forms. */
  months: readonly (readonly string[])[]
  true: readonly string[]
  false: readonly string[]
  /** Verbs that set a state together with a later "on" or "off": "turn" in "turn the light on". */
  switchingVerbs: ReadonlySet<string>
  on: ReadonlySet<string>
  off: ReadonlySet<string>
  /** Words between the name of a parameter and its value: "is", "number", "to". */
  linking: ReadonlySet<string>
  /** Matches words for the last mentioned record: "it", "that one". */
  pronoun: RegExp
  /** Matches words for several mentioned records: "them". */
  pluralPronoun: RegExp
  /** Matches a request not to do something: "do not delete it". */
  forbidding: Pick<RegExp, 'test'>
  /** Captures the verb of an action that the user no longer wants: "follow" in "I do not want to follow them". */
  unwanted: RegExp
  /**
   * Pairs of opposite verbs. If the user says a verb of one side, a tool with a verb of the other side is not meant.
   */
  opposites: readonly (readonly [readonly string[], readonly string[]])[]
  /** Words between a thing and the record from which the user removes it: "off" in "take the milk off the list". */
  sources: ReadonlySet<string>
  /** Words for all things in a record: "everything" in "remove everything from the list". */
  everything: ReadonlySet<string>
  /** Pronouns that can directly follow a verb: "it" in "call it Rex". */
  pronouns: ReadonlySet<string>
  /** Whether all nouns begin with a capital letter. If so, a capital letter does not show that a word is a name. */
  capitalNouns: boolean
  /** Nouns that stand for any record: "one" in "the second one". */
  placeholders: readonly string[]
  articles: readonly string[]
  /** Verbs that give a name: "rename". */
  namingVerbs: ReadonlySet<string>
  /** Words before a new name: "to" in "rename it to Rex". */
  renaming: ReadonlySet<string>
  /** Verbs after a new name: "heißen" in "die Gruppe soll Nord heißen" (the group should be called Nord). */
  namedBefore: ReadonlySet<string>
  /** Words directly before a value: "is" in "the name is rex". The next word is a value even if it is in lower case. */
  assigning: ReadonlySet<string>
  /** Sounds without meaning, which are not an answer to a question: "um". */
  fillers: ReadonlySet<string>
  /** Words before the lower and the upper bound of a range, or the start and the end of a route: "from", "at most". */
  bounds: { lower: readonly string[]; upper: readonly string[] }
  /** Words that change the yes-or-no value after them to a no: "without". */
  negations: ReadonlySet<string>
  /** Phrases between two steps of a request, the longest first: "and then". */
  sequence: readonly string[]
  /** One or two words at the beginning of a question for information: "how", "do we". */
  questions: ReadonlySet<string>
  /**
   * Words before a text that the user dictates: "saying" in "a note saying we are closed". The text is used without
   * changes.
   */
  saying: ReadonlySet<string>
  /** Words before a text to search for: "containing". */
  containing: ReadonlySet<string>
  /** Spoken names of the characters in addresses and codes: "dot" is `.`. */
  symbols: Readonly<Record<string, string>>
  /** Everyday names of currencies, each with its ISO 4217 code: "bucks" is `USD`. */
  currencies: Readonly<Record<string, string>>
  /**
   * Words for the item of a list with the highest (`most`) or the lowest price, date or other value: "cheapest". The
   * least ambiguous words come first. If `needsField` is set, the user must also name the field: "most free seats".
   */
  superlatives: readonly {
    words: readonly string[]
    of: 'price' | 'date' | 'any'
    most: boolean
    needsField?: boolean
  }[]
  /** Question words for a kind of field: "when" asks for a date, "how much" for a price. */
  fieldQuestions: readonly { phrases: readonly string[]; of: 'price' | 'date' | 'place' | 'person' | 'age' }[]
  /** Words after the hour of a time of day: "pm" for the second half, "o'clock" for a whole `day`. */
  clock: Readonly<Record<string, 'am' | 'pm' | 'day'>>
  /** Question words for a number of things: "how many". */
  countQuestions: readonly string[]
  /** Words at the beginning of a question for a yes or a no: "is", "did". */
  yesNoQuestions: ReadonlySet<string>
  /** Words that show that the number before them is a quantity or a time and not an id: "pieces", "times", "pm". */
  counting: ReadonlySet<string>
  /** Nouns for a page of results: "page" in "the second page". */
  pages: ReadonlySet<string>
  /** Matches the words after the number of results on a page: " at a time" in "five at a time". */
  perPage: RegExp
  /** Words before or after the value in an answer: "make it" in "make it blue". */
  answerFrames: readonly string[]
  /**
   * Patterns for sentences that request no tool, such as a greeting or a thank-you, by their meaning. They are tested
   * on the sentence in lower case and without punctuation.
   */
  meanings: Record<Meaning, readonly Pick<RegExp, 'test'>[]>
  /** Groups of words that mean the same value: "done" may stand for a state named "completed". */
  valueSynonyms: readonly (readonly string[])[]
  sentences: Record<Sentence, string>
  /** The finished action in words: "created" in "Done, the order is created". */
  done: Record<'create' | 'update' | 'delete' | 'cancel' | 'other', string>
  singular(noun: string): string
  /** The plural of a noun in the title of a tool; undefined if it has none. */
  plural(noun: string): string | undefined
}

/** The meanings of sentences that are not requests for a tool. */
export type Meaning =
  | 'greeting'
  | 'thanks'
  | 'farewell'
  | 'identity'
  | 'help'
  | 'repeat'
  | 'wait'
  | 'cancel'
  | 'yes'
  | 'no'
  | 'correction'
  | 'followUp'

/** The names of all sentences that the built-in router says. It answers users without a language model. */
export type Sentence =
  | 'greeting'
  | 'thanks'
  | 'farewell'
  | 'identity'
  | 'abilities'
  | 'repeat'
  | 'waiting'
  | 'noTools'
  | 'noFit'
  | 'cancelled'
  | 'nothingToCancel'
  | 'nothingPending'
  | 'toolsOff'
  | 'askId'
  | 'askValue'
  | 'askChoice'
  | 'askChange'
  | 'askAgain'
  | 'askUnplaced'
  | 'whichTool'
  | 'whetherTool'
  | 'notUsed'
  | 'ownFault'
  | 'which'
  | 'noneNamed'
  | 'found'
  | 'extreme'
  | 'foundOne'
  | 'foundNone'
  | 'more'
  | 'partial'
  | 'next'
  | 'one'
  | 'done'
  | 'doneOne'
  | 'doneOnly'
  | 'doneWith'
  | 'notTold'
  | 'answer'
  | 'unreadable'
  | 'fact'
  | 'facts'
  | 'says'
  | 'called'
  | 'count'
  | 'alike'
  | 'countOne'
  | 'noMore'
  | 'countMore'
  | 'theThing'
  | 'fields'
  | 'notFound'
  | 'noAddress'
  | 'noExample'
  | 'notAllowed'
  | 'notAccepted'
  | 'busy'
  | 'broken'
  | 'unreachable'
  | 'tooSlow'
  | 'setting'
  | 'refused'
  | 'failed'
  | 'or'
  | 'yes'
  | 'no'
  | 'not'
  | 'thing'
  | 'things'
