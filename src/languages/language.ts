import type { SearchLanguage } from './search-language.js'
import type { NumberWords } from './spoken-numbers.js'

/** Everything the router understands and says in one language. Data only; `{placeholders}` in sentences are filled by name. */
export interface Language {
  /** What tool search has to know of the language. */
  search: SearchLanguage
  /** How numbers are said. */
  numbers: NumberWords
  /** Places in a list; negative ones count from the end. */
  ordinals: Readonly<Record<string, number>>
  /** Days by word, as a distance from today. */
  days: Readonly<Record<string, number>>
  /** Names of the days, Sunday first. */
  weekdays: readonly string[]
  /** Words before a day that is to come: "next". */
  ahead: ReadonlySet<string>
  /** Names of the months, January first, each in all its forms. */
  months: readonly (readonly string[])[]
  true: readonly string[]
  false: readonly string[]
  /** Verbs that give a state with a word behind them: "turn … on". */
  switchingVerbs: ReadonlySet<string>
  on: ReadonlySet<string>
  off: ReadonlySet<string>
  /** Words between the name of a parameter and its value: "is", "number", "to". */
  linking: ReadonlySet<string>
  /** Words that point at what was spoken of last: "it", "that one". */
  pronoun: RegExp
  /** Words that point at several things that were spoken of: "them". */
  pluralPronoun: RegExp
  /** A request that something is not done: "do not delete it". */
  forbidding: Pick<RegExp, 'test'>
  /** Pairs of opposite verbs; a request for one never means the other. */
  opposites: readonly (readonly [readonly string[], readonly string[]])[]
  /** Words for a thing after its place: the "one" of "the second one". */
  /** Pronouns that stand behind a verb: "call it". */
  pronouns: ReadonlySet<string>
  /** Whether all nouns are written with a capital letter, so that it makes no name. */
  capitalNouns: boolean
  placeholders: readonly string[]
  articles: readonly string[]
  /** Verbs that give a name: "rename". */
  namingVerbs: ReadonlySet<string>
  /** Words before a new name: "rename it to". */
  renaming: ReadonlySet<string>
  /** Words right before a value, so that the next word is one however it is written: "the name is". */
  assigning: ReadonlySet<string>
  /** Sounds that are no answer: "um". */
  fillers: ReadonlySet<string>
  /** Words before the lower and the upper end of something, the start and the end of a way included: "from", "at most". */
  bounds: { lower: readonly string[]; upper: readonly string[] }
  /** Words that turn a yes-or-no value round: "without". */
  negations: ReadonlySet<string>
  /** Words that put one step behind another, the longest first: "and then". */
  sequence: readonly string[]
  /** Words that a question for information begins with, one or two: "how", "do we". */
  questions: ReadonlySet<string>
  /** Words behind which a text comes as it is: "saying". */
  saying: ReadonlySet<string>
  /** Currencies as people call them, with their code in ISO 4217. */
  currencies: Readonly<Record<string, string>>
  /** Words for the one of a list that has the most or the least of something, the surest first. */
  superlatives: readonly { words: readonly string[]; of: 'price' | 'date' | 'any'; most: boolean }[]
  /** Words that say "as many as": the number before them is a quantity. */
  counting: ReadonlySet<string>
  /** What people say around an answer: "it is", "make it". */
  answerFrames: readonly string[]
  /** Sentences with a meaning of their own, as regular expressions over the lower-case text without punctuation. */
  meanings: Record<Meaning, readonly RegExp[]>
  /** Words for other values: "done" for a state called "completed". */
  valueSynonyms: readonly (readonly string[])[]
  sentences: Record<Sentence, string>
  /** What was done, by action, for "Done: ... created". */
  done: Record<'create' | 'update' | 'delete' | 'cancel' | 'other', string>
  /** One of a noun given in the plural. */
  singular(noun: string): string
}

/** What a sentence can mean other than a request for a tool. */
export type Meaning =
  | 'greeting'
  | 'thanks'
  | 'farewell'
  | 'identity'
  | 'help'
  | 'cancel'
  | 'yes'
  | 'no'
  | 'correction'
  | 'followUp'

/** Every sentence the router says. */
export type Sentence =
  | 'greeting'
  | 'thanks'
  | 'farewell'
  | 'identity'
  | 'abilities'
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
  | 'doneTitle'
  | 'answer'
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
  | 'empty'
  | 'holds'
  | 'thing'
  | 'things'
