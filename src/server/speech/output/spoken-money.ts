import { cardinal, numberInWords } from './number-words.js'

/**
 * An amount of money with its sign: `$12.50`, `€ 1,200`, `€12,50`. The groups are the sign, the whole number and the
 * cents.
 */
export const MONEY = /([$€£])\s?(\d{1,3}(?:,\d{3})+|\d+)(?:[.,](\d\d))?(?!\d|[.,]\d)/g

/** A large amount: `$1.5 million`, `€3bn`. The groups are the sign, the number and the scale. */
export const LARGE_MONEY =
  /([$€£])\s?(\d[\d,]*(?:\.\d+)?)(\s?(?:thousand|million|billion|trillion|bn)|[kmb])\b/gi

const SCALES: Record<string, string> = { k: 'thousand', m: 'million', b: 'billion', bn: 'billion' }

/** The names of the currencies that have a sign in `MONEY`. */
const CURRENCIES: Record<string, [one: string, many: string, cent: string]> = {
  $: ['dollar', 'dollars', 'cents'],
  '€': ['euro', 'euros', 'cents'],
  '£': ['pound', 'pounds', 'pence'],
}

/** The words of an amount, from the match of `MONEY` and its groups: "twelve dollars and fifty cents". */
export function spokenMoney(_: string, sign?: string, whole?: string, cents?: string): string {
  const [one, many, cent] = CURRENCIES[sign!]!
  const count = Number(whole!.replaceAll(',', ''))
  const main = `${cardinal(count)} ${count === 1 ? one : many}`
  return Number(cents ?? 0) === 0 ? main : `${main} and ${cardinal(Number(cents))} ${cent}`
}

/** The words of a large amount, from the match of `LARGE_MONEY` and its groups: "one point five million dollars". */
export function spokenLargeMoney(_: string, sign?: string, number?: string, scale?: string): string {
  const word = scale!.trim().toLowerCase()
  return `${numberInWords(number!)} ${SCALES[word] ?? word} ${CURRENCIES[sign!]![1]}`
}
