const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES = ['', ' thousand', ' million', ' billion', ' trillion']

const ORDINALS: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

/** A whole number below 10^15, in words. */
export function cardinal(value: number): string {
  if (value < 0) return `minus ${cardinal(-value)}`
  if (value < 1000) return belowThousand(value)
  const parts: string[] = []
  for (let rest = value, scale = 0; rest > 0; rest = Math.floor(rest / 1000), scale += 1) {
    if (rest % 1000 > 0) parts.unshift(belowThousand(rest % 1000) + SCALES[scale])
  }
  return parts.join(' ')
}

/** An ordinal number in words, such as "first" or "twenty-third". */
export function ordinal(value: number): string {
  const words = cardinal(value)
  const start = Math.max(words.lastIndexOf(' '), words.lastIndexOf('-')) + 1
  const last = words.slice(start)
  const ending = last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`
  return words.slice(0, start) + (ORDINALS[last] ?? ending)
}

/** A year in spoken words, such as "nineteen eighty-four", "two thousand six" or "twenty twenty-six". */
export function year(value: number): string {
  const century = Math.floor(value / 100)
  const rest = value % 100
  if (value < 1100 || value > 2099 || (value >= 2000 && value < 2010)) return cardinal(value)
  if (rest === 0) return `${cardinal(century)} hundred`
  return `${cardinal(century)} ${rest < 10 ? `oh ${ONES[rest]}` : cardinal(rest)}`
}

/** Characters of an id, code or phone number as words, in groups: `A1B2` becomes "A one B, two". */
export function spelled(text: string, groupSize = 3): string {
  return inGroups(text, groupSize).replace(/\d/g, (digit) => ONES[Number(digit)]!)
}

/** The letters and digits of a text, apart from each other and with a comma between groups: `a1b2` gives "A 1 B, 2". */
export function inGroups(text: string, groupSize = 3): string {
  const chars = [...text].filter((char) => /[\p{L}\p{N}]/u.test(char)).map((char) => char.toUpperCase())
  const groups: string[] = []
  for (let at = 0; at < chars.length; at += groupSize) groups.push(chars.slice(at, at + groupSize).join(' '))
  return groups.join(', ')
}

/** A number in words. The text may have decimals and thousands separators, such as "1,234.50". */
export function numberInWords(text: string): string {
  const [whole = '0', decimals] = text.replaceAll(',', '').split('.')
  const words = whole.length > 15 ? spelled(whole) : cardinal(Number(whole))
  const point = decimals ? ` point ${[...decimals].map((digit) => ONES[Number(digit)]).join(' ')}` : ''
  return words + point
}

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100)
  const rest = value % 100
  const tail =
    rest < 20 ? ONES[rest]! : TENS[Math.floor(rest / 10)]! + (rest % 10 ? `-${ONES[rest % 10]}` : '')
  if (hundreds === 0) return tail
  return `${ONES[hundreds]} hundred${rest ? ` ${tail}` : ''}`
}

/** An amount such as `$12.50`, `€ 1,200` or `€12,50`. Groups: sign, whole number, cents. */
export const MONEY = /([$€£])\s?(\d{1,3}(?:,\d{3})+|\d+)(?:[.,](\d\d))?(?!\d|[.,]\d)/g

/** A large amount: `$1.5 million`, `€3bn`. The groups are the sign, the number and the scale. */
export const LARGE_MONEY =
  /([$€£])\s?(\d[\d,]*(?:\.\d+)?)(\s?(?:thousand|million|billion|trillion|bn)|[kmb])\b/gi

const MONEY_SCALES: Record<string, string> = { k: 'thousand', m: 'million', b: 'billion', bn: 'billion' }

/** The names of the currencies that have a sign in `MONEY`. */
const CURRENCIES: Record<string, [one: string, many: string, cent: string]> = {
  $: ['dollar', 'dollars', 'cents'],
  '€': ['euro', 'euros', 'cents'],
  '£': ['pound', 'pounds', 'pence'],
}

/** `$12.50` becomes "twelve dollars and fifty cents". The parameters are the match of `MONEY` and its groups. */
export function spokenMoney(_: string, sign?: string, whole?: string, cents?: string): string {
  const [one, many, cent] = CURRENCIES[sign!]!
  const count = Number(whole!.replaceAll(',', ''))
  const main = `${cardinal(count)} ${count === 1 ? one : many}`
  return Number(cents ?? 0) === 0 ? main : `${main} and ${cardinal(Number(cents))} ${cent}`
}

/** The words of a large amount, from the match of `LARGE_MONEY` and its groups: "one point five million dollars". */
export function spokenLargeMoney(_: string, sign?: string, number?: string, scale?: string): string {
  const word = scale!.trim().toLowerCase()
  return `${numberInWords(number!)} ${MONEY_SCALES[word] ?? word} ${CURRENCIES[sign!]![1]}`
}
