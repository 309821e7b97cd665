import type { SearchLanguage } from '../../../../toolkit/search/language/language.js'

/** Everything the router hears and says in one language. Data only; `{holes}` in sentences are filled by name. */
export interface RouterPack {
  /** What tool search has to know of the language. */
  search: SearchLanguage
  /** Numbers as words. Tens and ones may follow each other: "twenty three". */
  numbers: Readonly<Record<string, number>>
  /** Places in a list; negative ones count from the end. */
  ordinals: Readonly<Record<string, number>>
  /** Days by word, as a distance from today. */
  days: Readonly<Record<string, number>>
  /** Names of the months, January first, each in all its forms. */
  months: readonly (readonly string[])[]
  true: readonly string[]
  false: readonly string[]
  /** Words between the name of a parameter and its value: "is", "number", "to". */
  linking: ReadonlySet<string>
  /** Words that point at what was spoken of last: "it", "that one". */
  pronoun: RegExp
  /** Words for a thing after its place: the "one" of "the second one". */
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

/** What a sentence can mean beside a wish for a tool. */
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
  | 'which'
  | 'noneNamed'
  | 'found'
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
