import type { SearchLanguage } from './search-language.js'
import type { NumberWords } from './spoken-numbers.js'

/** Everything the router understands and says in one language. Data only; `{placeholders}` in sentences are filled by name. */
export interface Language {
  search: SearchLanguage
  numbers: NumberWords
  /** Ordinal words and their positions in a list; negative ones count from the end. */
  ordinals: Readonly<Record<string, number>>
  /** Words for days, with their distance from today. */
  days: Readonly<Record<string, number>>
  /** Names of the days, Sunday first. */
  weekdays: readonly string[]
  /** Words before a future day: "next". */
  ahead: ReadonlySet<string>
  /** Names of the months, January first, each in all its forms. */
  months: readonly (readonly string[])[]
  true: readonly string[]
  false: readonly string[]
  /** Verbs that set a state together with a later word: "turn … on". */
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
  /** Finds the verb of an action that the user no longer wants: the "follow" of "I do not want to follow them". */
  unwanted: RegExp
  /** Pairs of opposite verbs. A request with a verb of one side never means a verb of the other. */
  opposites: readonly (readonly [readonly string[], readonly string[]])[]
  /** Words between a thing and the place from which it is removed: "take the milk off the list". */
  sources: ReadonlySet<string>
  /** Words for all things in a place: "remove everything from the list". */
  everything: ReadonlySet<string>
  /** Pronouns after a verb: "call it". */
  pronouns: ReadonlySet<string>
  /** Whether all nouns begin with a capital letter, so that a capital letter does not show a name. */
  capitalNouns: boolean
  /** Nouns for any record: the "one" of "the second one". */
  placeholders: readonly string[]
  articles: readonly string[]
  /** Verbs that give a name: "rename". */
  namingVerbs: ReadonlySet<string>
  /** Words before a new name: "rename it to". */
  renaming: ReadonlySet<string>
  /** Verbs after a new name: the "heißen" of "die Gruppe soll Nord heißen". */
  namedBefore: ReadonlySet<string>
  /** Words directly before a value: "the name is". The next word is then a value, however it is written. */
  assigning: ReadonlySet<string>
  /** Sounds that are not an answer: "um". */
  fillers: ReadonlySet<string>
  /** Words before the lower and the upper bound of a range, or the start and the end of a route: "from", "at most". */
  bounds: { lower: readonly string[]; upper: readonly string[] }
  /** Words that negate a yes-or-no value: "without". */
  negations: ReadonlySet<string>
  /** Words between one step and the next, the longest first: "and then". */
  sequence: readonly string[]
  /** Words at the beginning of a question for information, one or two: "how", "do we". */
  questions: ReadonlySet<string>
  /** Words before a literal text: "saying". */
  saying: ReadonlySet<string>
  /** Words before a text that is searched for: "containing". */
  containing: ReadonlySet<string>
  /** Names of the characters in addresses and codes: "dot". */
  symbols: Readonly<Record<string, string>>
  /** Everyday names of currencies, each with its ISO 4217 code: "bucks" is `USD`. */
  currencies: Readonly<Record<string, string>>
  /** Words for the item of a list with the highest or lowest price, date or other value, the most certain words first. */
  superlatives: readonly { words: readonly string[]; of: 'price' | 'date' | 'any'; most: boolean }[]
  /** Questions for a kind of field: "when", "how much". */
  fieldQuestions: readonly { phrases: readonly string[]; of: 'price' | 'date' | 'place' | 'person' | 'age' }[]
  /** Questions for a number of things: "how many". */
  countQuestions: readonly string[]
  /** Words at the beginning of a question for a yes or a no: "is", "did". */
  yesNoQuestions: ReadonlySet<string>
  /** Words after a number that is a quantity or a time, and no id: "pieces", "times", "pm". */
  counting: ReadonlySet<string>
  /** The noun of "the second page". */
  pages: ReadonlySet<string>
  /** Matches the words after a number of results a page: "at a time". */
  perPage: RegExp
  /** Words around the value in an answer: the "make it" of "make it blue". */
  answerFrames: readonly string[]
  /** Sentences that are not requests for a tool, as regular expressions for the lower-case text without punctuation. */
  meanings: Record<Meaning, readonly Pick<RegExp, 'test'>[]>
  /** Groups of words for the same value: "done" for a state named "completed". */
  valueSynonyms: readonly (readonly string[])[]
  sentences: Record<Sentence, string>
  /** The finished action in words, for "Done: ... created". */
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

/** The names of all sentences that the router says. */
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
