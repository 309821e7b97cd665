import { lazy, oncePer } from '../toolkit/model/lazy.js'
import type { ApprovalWords } from './approval-words.js'
import { germanApproval } from './de/approval-words.js'
import { englishApproval } from './en/approval-words.js'
import { spanishApproval } from './es/approval-words.js'
import { frenchApproval } from './fr/approval-words.js'
import { heardLanguages } from './heard-languages.js'
import { indonesianApproval } from './id/approval-words.js'
import { italianApproval } from './it/approval-words.js'
import { findLanguage } from './languages.js'
import { dutchApproval } from './nl/approval-words.js'
import { polishApproval } from './pl/approval-words.js'
import { portugueseApproval } from './pt/approval-words.js'
import { russianApproval } from './ru/approval-words.js'
import type { NumberWords } from './spoken-numbers.js'
import { turkishApproval } from './tr/approval-words.js'
import { vietnameseApproval } from './vi/approval-words.js'
import { chineseApproval } from './zh/approval-words.js'

/** The words for answers to approval requests, in every language. */
const LANGUAGES: readonly ApprovalWords[] = [
  englishApproval,
  germanApproval,
  spanishApproval,
  frenchApproval,
  italianApproval,
  portugueseApproval,
  dutchApproval,
  polishApproval,
  turkishApproval,
  vietnameseApproval,
  indonesianApproval,
  chineseApproval,
  russianApproval,
]

/** The words of a language for answers to approval requests, by its tag, such as `de-AT`; English for an unknown tag. */
export function approvalWords(tag: string): ApprovalWords {
  const code = tag.toLowerCase().split(/[-_]/)[0]
  return LANGUAGES.find((words) => words.code === code) ?? englishApproval
}

/**
 * Phrases with which somebody refuses or negates, in all languages, in lower case. Callers also use them for words in a
 * language that is not that of the session.
 */
export const refusals = lazy(() =>
  LANGUAGES.flatMap(({ no, needless, not }) => [no, needless, not].flatMap((list) => list.split(','))),
)

/** The words of all languages but one. */
export const otherApprovalWords = (words: ApprovalWords): readonly ApprovalWords[] =>
  LANGUAGES.filter((other) => other !== words)

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
  /** All names of days and months. */
  dayNames: readonly string[]
  /** `m` and the number of the month, 0 for January, by each of its names. */
  months: ReadonlyMap<string, string>
}

/** The common words of a language. */
export const commonWords = oncePer(({ code }: ApprovalWords): CommonWords => {
  const { search, ...spoken } = findLanguage(code)
  const heard = heardLanguages().find((one) => one.code === code) ?? { ...search, ...spoken }
  return {
    empty: new Set([...heard.stopWords, ...heard.pointers]),
    numbers: heard.numbers,
    numberOf: heard.numbers.valueOf,
    days: heard.days,
    weekdays: new Map(heard.weekdays.map((name, at) => [name, `w${at % 7}`])),
    months: new Map(heard.months.flatMap((names, at) => names.map((name) => [name, `m${at}`] as const))),
    dayNames: [...Object.keys(heard.days), ...heard.weekdays, ...heard.months.flat()],
  }
})
