import { lazy, oncePer } from '../toolkit/model/lazy.js'
import { dataOf, languageData } from './data.js'
import type { AnswerLists, LanguageData } from './language-data.js'
import { ownWords } from './own-words.js'
import type { NumberWords } from './spoken-numbers.js'
import { endingsPattern, phrases } from './word-lists.js'

/** The words of a language with which people answer an approval request: `AnswerData` in the form in which it is looked up. */
export interface ApprovalWords extends Record<keyof AnswerLists, readonly string[]> {
  /** ISO 639-1. */
  code: string
  ordinals: readonly (readonly string[])[]
  spellings: ReadonlyMap<string, string>
  ending: number
  forms: RegExp
  commands: RegExp
  negated: RegExp
  prefixes: readonly string[]
  particles: readonly string[]
  helpers: readonly string[]
}

/** The lists of `AnswerData`. Of two equal phrases, that of the first list counts. */
export const ANSWER_LISTS = [
  ...(['rest', 'all', 'only', 'needless', 'no', 'not', 'open', 'wishes', 'changes', 'asks'] as const),
  ...(['but', 'yes', 'weak', 'joints', 'deictic', 'remarks', 'slots', 'urges', 'neutral'] as const),
]

const wordsOf = oncePer(({ code, answers }: LanguageData): ApprovalWords => {
  const { ordinals, spellings = {}, ending = 0, forms = [], commands, negated, ...others } = answers
  const { prefixes, particles, helpers, ...lists } = others
  return {
    ...(Object.fromEntries(Object.entries(lists).map(([name, lines]) => [name, phrases(lines)])) as Record<
      keyof AnswerLists,
      string[]
    >),
    code,
    ordinals: ordinals.map((line) => phrases([line])),
    spellings: new Map(Object.entries(spellings)),
    ending,
    forms: endingsPattern(forms, { isWhole: true }),
    commands: endingsPattern(commands),
    negated: endingsPattern(negated),
    prefixes: phrases(prefixes),
    particles: phrases(particles),
    helpers: phrases(helpers),
  }
})

export const approvalWords = (tag: string): ApprovalWords => wordsOf(dataOf(tag) ?? languageData[0]!)

/** Phrases that refuse or negate, in all languages, also for words that are not in the session's. */
export const refusals = lazy(() =>
  languageData.map(wordsOf).flatMap(({ no, needless, not }) => [...no, ...needless, ...not]),
)

export const otherApprovalWords = (words: ApprovalWords): readonly ApprovalWords[] =>
  languageData.map(wordsOf).filter((other) => other !== words)

/** What the language lists of router and search know about the words in an answer. */
export interface CommonWords {
  /** Words that say nothing by themselves, such as articles and "number". */
  empty: ReadonlySet<string>
  numbers: NumberWords
  /** The value of a number word: 7 for "seven". */
  numberOf(word: string): number | undefined
  /** Words for days, with their distance from today. */
  days: Readonly<Record<string, number>>
  /** `w` and the number of the day of the week, 0 for Sunday, by its name. */
  weekdays: ReadonlyMap<string, string>
  /** Verbs that remove a record: "delete", "erase". */
  removals: readonly string[]
  /** The words that ask for a change: "send", "new". */
  actions: readonly string[]
  /** All names of days and months. */
  dayNames: readonly string[]
  /** `m` and the number of the month, 0 for January, by each of its names. */
  months: ReadonlyMap<string, string>
}

export const commonWords = oncePer(({ code }: ApprovalWords): CommonWords => {
  const data = dataOf(code) ?? languageData[0]!
  const { list, numbers, days, weekdays, months } = ownWords(data)
  const { create, update, delete: removing, cancel } = data.actions
  const verbsIn = (lines: readonly string[]) => phrases(lines).map((verb) => verb.replace(/[+~]/, ''))
  return {
    removals: verbsIn(removing),
    actions: verbsIn([...create, ...update, ...removing, ...cancel]).filter((verb) => !verb.includes(' ')),
    empty: new Set([...(list('stopWords') ?? []), ...(list('pointers') ?? [])]),
    numbers,
    numberOf: numbers.valueOf,
    days,
    weekdays: new Map(weekdays.map((name, at) => [name, `w${at % 7}`])),
    months: new Map(months.flatMap((names, at) => names.map((name) => [name, `m${at}`] as const))),
    dayNames: [...Object.keys(days), ...weekdays, ...months.flat()],
  }
})
