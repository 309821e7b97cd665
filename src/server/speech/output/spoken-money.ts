import { cardinal } from './number-words.js'

/**
 * An amount of money with its currency sign, such as `$12.50`, `€ 1,200` or `€12,50`. The groups are the sign, the whole
 * number and the cents.
 */
export const MONEY = /([$€£])\s?(\d{1,3}(?:,\d{3})+|\d+)(?:[.,](\d\d))?(?!\d|[.,]\d)/g

/** The names of the currencies that have a sign in `MONEY`. */
const CURRENCIES: Record<string, [one: string, many: string, cent: string]> = {
  $: ['dollar', 'dollars', 'cents'],
  '€': ['euro', 'euros', 'cents'],
  '£': ['pound', 'pounds', 'pence'],
}

/**
 * The words of an amount that `MONEY` has matched: `$12.50` becomes "twelve dollars and fifty cents". The parameters
 * are the match and its groups.
 */
export function spokenMoney(_: string, sign?: string, whole?: string, cents?: string): string {
  const [one, many, cent] = CURRENCIES[sign!]!
  const count = Number(whole!.replaceAll(',', ''))
  const main = `${cardinal(count)} ${count === 1 ? one : many}`
  return Number(cents ?? 0) === 0 ? main : `${main} and ${cardinal(Number(cents))} ${cent}`
}
