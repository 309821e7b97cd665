import { lazy, oncePer } from '../toolkit/model/lazy.js'
import { languageData } from './data.js'
import { formsIn, pluralTest, readVocabulary, type Translations } from './inflection.js'
import type { CommonList, DateUnit, LanguageData, MoreList } from './language-data.js'
import { numberWords } from './number-words.js'
import type { Action } from './search-language.js'
import type { NumberWords } from './spoken-numbers.js'
import { phrases, withoutAccents } from './word-lists.js'

/** The words of one language alone, ready for lookups: in lower case and without accents. */
export interface OwnWords {
  /** ISO 639-1. */
  code: string
  data: LanguageData
  /** A list of words by its name; undefined if the language has none. */
  list(name: ListName): readonly string[] | undefined
  actions: Readonly<Record<Action, readonly string[]>>
  numbers: NumberWords
  /** Ordinal words and their positions in a list. A negative position counts from the end. */
  ordinals: Readonly<Record<string, number>>
  days: Readonly<Record<string, number>>
  /** Names of the days, Sunday first. Further forms of the seven names may follow in the same order. */
  weekdays: readonly string[]
  months: readonly (readonly string[])[]
  /** Words for spans of time, and the words before or after them: "in two weeks", "two weeks ago". */
  spans: { units: Readonly<Record<string, DateUnit>> } & Record<'later' | 'ago' | 'one', ReadonlySet<string>>
  translations: () => Translations
  isPlural(word: string): boolean
  /** The words that show the language of a sentence: those of grammar, of requests, and single words of sayings. */
  telling: () => ReadonlySet<string>
}

export type ListName = CommonList | MoreList

export const ownWords = oncePer((data: LanguageData): OwnWords => {
  const { code, inflection, words, dates, vocabulary } = data
  const plain = (lines: readonly string[] | undefined) => formsIn(lines, inflection)
  const known = new Map<ListName, readonly string[]>()
  const list = (name: ListName) => {
    const lines = words[name]
    const found = known.get(name) ?? (lines && plain(lines))
    if (found) known.set(name, found)
    return found
  }
  const places = (words.ordinals ?? []).flatMap((line, at) =>
    plain([line]).map((word) => [word, at + 1] as const),
  )
  const translations = lazy(() => readVocabulary(vocabulary, inflection))
  const actions = Object.fromEntries(
    Object.entries(data.actions).map(([action, lines]) => [action, plain(lines)]),
  ) as Record<Action, string[]>
  const looksPlural = pluralTest(inflection, translations)
  const verbs = new Set(Object.values(actions).flat())
  const ordinals = Object.fromEntries([...places, ...(list('last') ?? []).map((word) => [word, -1] as const)])
  return {
    code,
    data,
    list,
    actions,
    numbers: numberWords(data.numbers),
    ordinals,
    days: Object.fromEntries(
      Object.entries(dates.days).flatMap(([day, distance]) => plain([day]).map((word) => [word, distance])),
    ),
    weekdays: dates.weekdays.flatMap((line) => phrases([line]).map(withoutAccents)),
    months: dates.months.map((line) => plain([line])),
    spans: {
      units: Object.fromEntries(
        Object.entries(dates.units).flatMap(([unit, line]) =>
          plain([line]).map((word) => [word, unit as DateUnit]),
        ),
      ),
      later: new Set(plain(dates.later)),
      ago: new Set(plain(dates.ago)),
      one: new Set(plain(dates.one)),
    },
    translations,
    // A verb in the infinitive may have the ending of a plural: "auflisten".
    isPlural: (word) => looksPlural(word) && !(typeof inflection.stem === 'object' && verbs.has(word)),
    telling: lazy(() => {
      const lists = (['stopWords', 'questions', 'pointers'] as const).flatMap((name) => list(name) ?? [])
      // Only sayings of one word. A word of a longer one may be a noun or a number: "mil" (1000) in "mil gracias".
      const said = Object.values(data.sayings).flatMap((lines) =>
        plain(lines).filter((one) => !one.includes(' ')),
      )
      return new Set([...lists, ...Object.values(actions).flat(), ...Object.keys(ordinals), ...said])
    }),
  }
})

/** The words of every language but English, which the names in an API are mostly in. */
export const otherLanguages = lazy(() => languageData.slice(1).map(ownWords))
