import type { LanguageData, ListedName, Meaning, Sentence, SetName, WordLists } from './language-data.js'
import type { OwnWords } from './own-words.js'
import type { SearchLanguage } from './search-language.js'
import type { NumberWords } from './spoken-numbers.js'

export type { Meaning, Sentence }

/** What the built-in router needs of a language, ready for lookups. `schemas/language.json` says what each list is for. */
export interface Language
  extends Readonly<Record<SetName | UnionName, ReadonlySet<string>>>,
    Readonly<Record<ListedName | 'articles' | 'countQuestions', readonly string[]>> {
  search: SearchLanguage
  numbers: NumberWords
  /** Ordinal words and their positions in a list. A negative position counts from the end. */
  ordinals: Readonly<Record<string, number>>
  /** Words for days, each with its distance from today in days. */
  days: Readonly<Record<string, number>>
  /** Names of the days, Sunday first; further forms of the seven names follow in the same order. */
  weekdays: readonly string[]
  /** Names of the months, January first, each in all its forms. */
  months: readonly (readonly string[])[]
  /** Words for spans of time, and the words before or after them: "in two weeks", "two weeks ago". */
  spans: OwnWords['spans']
  /** Matches words for the last mentioned record: "it", "that one". */
  pronoun: RegExp
  /** Matches words for several mentioned records: "them". */
  pluralPronoun: RegExp
  /** Matches a request not to do something: "do not delete it". */
  forbidding: Pick<RegExp, 'test'>
  /** Captures the verb of an action that the user no longer wants: "follow" in "I do not want to follow them". */
  unwanted: RegExp
  /** Matches the words after the number of results on a page: " at a time" in "five at a time". */
  perPage: RegExp
  opposites: readonly (readonly [readonly string[], readonly string[]])[]
  capitalNouns: boolean
  /** Words before the lower and the upper bound of a range, or the start and the end of a route. */
  bounds: { lower: readonly string[]; upper: readonly string[] }
  symbols: Readonly<Record<string, string>>
  /** Everyday names of currencies, each with its ISO 4217 code: "bucks" is `USD`. */
  currencies: Readonly<Record<string, string>>
  superlatives: NonNullable<WordLists['superlatives']>
  fieldQuestions: NonNullable<WordLists['fieldQuestions']>
  /** Words after the hour of a time of day: "pm" for the second half, "o'clock" for a whole `day`. */
  clock: Readonly<Record<string, 'am' | 'pm' | 'day'>>
  /** Tests for sentences that request no tool, by their meaning: for texts in lower case and without punctuation. */
  meanings: Record<Meaning, readonly Pick<RegExp, 'test'>[]>
  valueSynonyms: readonly (readonly string[])[]
  sentences: Readonly<Record<Sentence, string>>
  done: NonNullable<LanguageData['router']>['done']
  singular(noun: string): string
  /** The plural of a noun in the title of a tool; undefined if it has none. */
  plural(noun: string): string | undefined
}

/** Lists that have the English words too. */
type UnionName = 'linking' | 'renaming' | 'namedBefore' | 'assigning' | 'questions'
