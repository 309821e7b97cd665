import type { NumberWords } from './spoken-numbers.js'

/** The value of digits; undefined if it is none or too large. Of a point and a comma, the last is before decimals. */
export function numberOf(
  text: string,
  { decimalMark = '.' }: Pick<NumberWords, 'decimalMark'>,
): number | undefined {
  const marks = text.match(/[.,]/g) ?? []
  const last = marks.at(-1) ?? decimalMark
  const isGrouped = /^[-+]?[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(text)
  const decimal =
    new Set(marks).size > 1 || !isGrouped || (marks.length === 1 && last === decimalMark) ? last : undefined
  const [whole = '', ...decimals] = decimal === undefined ? [text] : text.split(decimal)
  const number = Number([whole.replace(/[.,]/g, ''), ...decimals].join('.'))
  return Number.isNaN(number) || (decimals.length === 0 && !Number.isSafeInteger(number)) ? undefined : number
}
