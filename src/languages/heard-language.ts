import { withSayings } from './heard-sayings.js'
import type { Language, Meaning } from './language.js'
import type { Action, SearchLanguage } from './search-language.js'
import { type NumberWords, phraseOf } from './spoken-numbers.js'
import { words } from './word-lists.js'

/**
 * The words of a language that the agent understands but does not speak. They are in lower case and, except in
 * `sayings`, without accents.
 */
export interface HeardLanguage {
  /** ISO 639-1. */
  code: string
  stopWords: readonly string[]
  actions: Partial<Record<Action, readonly string[]>>
  numbers: NumberWords
  /** Matches a request not to do something. It is tested on the spoken text with its accents. */
  forbidding: RegExp
  /** Words at the beginning of a question for information. */
  questions: readonly string[]
  /** Words between the name of a parameter and its value. */
  linking: readonly string[]
  /** Words before a new value: the "a" of "cambia el estado a". */
  renaming: readonly string[]
  /** Questions of users about their own account: "quien soy" (who am I). */
  selfQuestions: readonly string[]
  /** Words before the lower and the upper bound of a range: "entre", "hasta". */
  bounds: Language['bounds']
  /** Words between two requests, and between the bounds of a range: "y". */
  joints: readonly string[]
  naming: readonly string[]
  /** Words that say that a number is the id of a record. */
  pointers: readonly string[]
  /** Words before the verb of a request: "por favor", "quiero". */
  beforeVerbs: readonly string[]
  /** Words that say that a record belongs to the speaker: "mi". */
  own: readonly string[]
  /** Words directly before a noun. A word that is both a noun and a verb counts as a noun after them: "la reserva". */
  determiners: readonly string[]
  /** Question words for a number of things: "cuantos" (how many). */
  countQuestions: readonly string[]
  /** Words before a less important part of the request: "de", "para". */
  prepositions: readonly string[]
  /** Ordinal words and their positions in a list. A negative position counts from the end. */
  ordinals: Readonly<Record<string, number>>
  /**
   * Sentences that are not requests, by meaning. Those of one meaning are separated by commas and keep their accents:
   * "gracias, muchas gracias". For `correction` and `followUp`, only the beginnings of sentences are listed: "no", "y".
   */
  sayings: Readonly<Partial<Record<Meaning, string>>>
  /** Words directly after a new value: "olarak" in "adını Tarih olarak değiştir" (change its name to Tarih). */
  namedBefore?: readonly string[]
  /** Words for days, each with its distance from today in days. */
  days: Readonly<Record<string, number>>
  /** Names of the days, Sunday first. Further forms of the seven names may follow in the same order. */
  weekdays: readonly string[]
  /** Names of the months, January first, each in all its forms. */
  months: readonly (readonly string[])[]
  /**
   * Nouns that are common in APIs, and verbs that no `Action` (such as `create`) covers, each with its English word.
   */
  translations: () => Readonly<Record<string, string>>
  /**
   * Further forms and words, each with its English word. Users say them, but titles of tools seldom have them, so no
   * English word is translated to them.
   */
  forms?: () => Readonly<Record<string, string>>
  /** Whether a word looks like a plural. */
  isPlural?(word: string): boolean
}

/**
 * Reads groups of words that commas separate. The last word of a group is the English word for the others: `"pedido
 * orden order, pago payment"` gives `{ pedido: 'order', orden: 'order', pago: 'payment' }`.
 */
export function pairs(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').flatMap((group) => {
      const said = words(group)
      const english = said.pop()!
      return said.map((word): [string, string] => [word, english])
    }),
  )
}

/** The months of a year, January first, each with its forms: `"styczen stycznia, luty lutego"`. */
export function monthForms(text: string): string[][] {
  return text.split(',').map(words)
}

/**
 * The ordinals in a text, with their positions in a list. Commas separate the positions, and each position has all
 * forms of its ordinal. For example, `"primero primer primera, segundo segunda"` gives the positions 1 and 2. The words
 * in `last` get the position -1, which is the last one.
 */
export function ordinalForms(text: string, last = ''): Record<string, number> {
  const places = text.split(',').flatMap((group, at) => words(group).map((word) => [word, at + 1] as const))
  return Object.fromEntries([...places, ...words(last).map((word) => [word, -1] as const)])
}

/** The `NumberWords` of a language whose number words are listed in `values`. Members of `more` replace the defaults. */
export function plainNumbers(
  values: Record<string, number>,
  more: Partial<Omit<NumberWords, 'valueOf'>> = {},
): NumberWords {
  return {
    valueOf: (word) => {
      const plain = phraseOf(word)
      return Object.hasOwn(values, plain) ? values[plain] : more.phrases?.get(plain)
    },
    multipliers: {},
    repeats: {},
    zeros: new Set(),
    joints: new Set(),
    points: new Set(),
    decimalMark: ',',
    ranges: new Set(),
    joinsTens: true,
    ...more,
  }
}

const union = <Value>(first: Iterable<Value>, second: Iterable<Value>): ReadonlySet<Value> =>
  new Set([...first, ...second])

/** The language of the session, extended by the words of another language. */
export function withWordsOf(language: Language, heard: HeardLanguage): Language {
  const { search } = language
  const actions = Object.fromEntries(
    Object.entries(search.actions).map(([action, own]) => [
      action,
      [...own, ...(heard.actions[action as Action] ?? [])],
    ]),
  ) as unknown as SearchLanguage['actions']
  const verbs = new Set(Object.values(heard.actions).flat())
  const translations = heard.translations()
  return {
    ...language,
    numbers: heard.numbers,
    ordinals: { ...language.ordinals, ...heard.ordinals },
    articles: [...language.articles, ...heard.determiners],
    namedBefore: union(language.namedBefore, heard.namedBefore ?? []),
    meanings: withSayings(language.meanings, heard.sayings),
    days: { ...language.days, ...heard.days },
    weekdays: [...language.weekdays, ...heard.weekdays],
    months: language.months.map((own, at) => [...own, ...(heard.months[at] ?? [])]),
    countQuestions: [...language.countQuestions, ...heard.countQuestions],
    questions: union(language.questions, heard.questions),
    forbidding: { test: (text) => language.forbidding.test(text) || heard.forbidding.test(text) },
    linking: union(language.linking, heard.linking),
    renaming: union(language.renaming, heard.renaming),
    assigning: union(language.assigning, heard.renaming),
    bounds: {
      lower: [...language.bounds.lower, ...heard.bounds.lower],
      upper: [...language.bounds.upper, ...heard.bounds.upper],
    },
    search: {
      ...search,
      actions,
      matchesBeginnings: true,
      joints: union(search.joints, heard.joints),
      prepositions: union(search.prepositions, heard.prepositions),
      stopWords: union(search.stopWords, heard.stopWords),
      selfQuestions: [...search.selfQuestions, ...heard.selfQuestions],
      naming: union(search.naming, heard.naming),
      pointers: union(search.pointers, heard.pointers),
      beforeVerbs: union(search.beforeVerbs, heard.beforeVerbs),
      own: union(search.own, heard.own),
      translations: { ...heard.forms?.(), ...translations },
      isPlural: (word) => search.isPlural(word) || (heard.isPlural?.(word) ?? false),
      // In the session's language, "a" before a word or "s" at its end may show a noun. These rules do not apply to the
      // verbs of `heard`.
      isNounForm: (word, before) =>
        verbs.has(word)
          ? Object.hasOwn(translations, word) && heard.determiners.includes(before)
          : search.isNounForm(word, before),
    },
  }
}
