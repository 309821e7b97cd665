import { type ApprovalWords, commonWords } from '../../languages/approval-words.js'
import { writeNumbers } from '../../languages/write-numbers.js'
import { writeChineseNumbers } from '../../languages/zh/numerals.js'
import { lazy } from '../../toolkit/model/lazy.js'

/**
 * Tells for each word of an answer whether it is a number, a day or a month, and whether it is among those that were
 * asked about (`echo`), another one (`value`), or a `day` where the question has none. The result is `undefined` for all
 * other words, and for "today" and "one", which mostly say nothing.
 */
export function valueKinds(
  said: string,
  { asked, words }: { asked: string; words: ApprovalWords },
): (token: string) => 'echo' | 'value' | 'day' | undefined {
  const { numbers, numberOf, days } = commonWords(words)
  // Most answers have neither numbers nor days.
  const values = lazy(() => {
    // The 5 of "2026-12-05" is among the values only where a date is spoken of: "Saturday the 5th".
    const speaksOfDate = said.split(/[^\p{L}\p{M}]+/u).some((word) => dayIn(word, words) !== undefined)
    const known = valuesIn(asked, { words, speaksOfDate })
    const hasDays = [...known].some((value) => !value.startsWith('n'))
    const written = numbersIn(writeNumbers(writeChineseNumbers(said), numbers))
    // "Twenty four" is 24: neither 20 nor 4 need be among the values. "Two forty" may be 240.
    const isSame =
      written.length > 0 &&
      (written.every((number) => known.has(`n${number}`)) || known.has(`n${written.join('')}`))
    return { known, hasDays, isSame }
  })
  return (token) => {
    const isDigits = /^\d+$/.test(token)
    const number = isDigits ? Number(token) : numberIn(token, numberOf)
    if (number === 1 && !isDigits) return undefined
    const day = number === undefined ? dayIn(token, words) : undefined
    if (number === undefined && day === undefined && !days[token]) return undefined
    const { known, hasDays, isSame } = values()
    if (number !== undefined) return isSame || (isDigits && known.has(`n${number}`)) ? 'echo' : 'value'
    if (day !== undefined && known.has(day)) return 'echo'
    return hasDays ? 'value' : 'day'
  }
}

/** The value of a number word, also with an ending: "dokuzda" of "dokuz". */
function numberIn(word: string, numberOf: (word: string) => number | undefined): number | undefined {
  const stems = [0, 1, 2, 3].map((cut) => word.slice(0, word.length - cut))
  return stems
    .filter((stem) => stem === word || stem.length > 3)
    .map(numberOf)
    .find((value) => value !== undefined)
}

const DATES = /\b\d{4}-(\d\d)-(\d\d)/g

/** A text without the digits of its dates, which are no numbers that people say. */
export const withoutDates = (text: string) => text.replaceAll(DATES, ' ')

/** The numbers of a text, and what the dates in it are called: `n17`, `w5` for Friday, `m11` for December. */
function valuesIn(
  text: string,
  { words, speaksOfDate }: { words: ApprovalWords; speaksOfDate: boolean },
): ReadonlySet<string> {
  const numbers = numbersIn(withoutDates(text))
  const hours = numbers.filter((number) => number > 12 && number < 24).map((hour) => hour - 12)
  const dates = Array.from(text.matchAll(DATES), ([date]) => new Date(`${date}T00:00:00Z`))
  const ofDates = dates
    .filter((date) => !Number.isNaN(date.getTime()))
    .flatMap((date) => [
      `w${date.getUTCDay()}`,
      `m${date.getUTCMonth()}`,
      ...(speaksOfDate ? [`n${date.getUTCDate()}`] : []),
    ])
  const named = text.split(/[^\p{L}\p{M}]+/u).flatMap((word) => dayIn(word, words) ?? [])
  return new Set([...[...numbers, ...hours].map((number) => `n${number}`), ...ofDates, ...named])
}

function dayIn(word: string, words: ApprovalWords): string | undefined {
  const { weekdays, months } = commonWords(words)
  return weekdays.get(word) ?? months.get(word)
}

/** The numbers in digits, each also without marks between thousands. */
function numbersIn(text: string): number[] {
  const digits = text.match(/\d+/g) ?? []
  const grouped = text.match(/\d{1,3}(?:[.,' ]\d{3})+/g)?.map((number) => number.replace(/\D/g, '')) ?? []
  return [...digits, ...grouped].map(Number)
}
