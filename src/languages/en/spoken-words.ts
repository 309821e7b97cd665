import { capitalize } from '../../text/capitalize.js'
import { trimEndOf } from '../../text/trim.js'
import { languageData } from '../data.js'
import { phrases } from '../word-lists.js'

const { numbers, dates } = languageData[0]!
const ONES = phrases(numbers.counted)
const TENS = ['', ...phrases(numbers.tens)]
const MONTHS = dates.months.map((names) => capitalize(phrases([names])[0]!))
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
function numberInWords(text: string): string {
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
const MONEY = /([$€£])\s?(\d{1,3}(?:,\d{3})+|\d+)(?:[.,](\d\d))?(?!\d|[.,]\d)/g

/** A large amount: `$1.5 million`, `€3bn`. The groups are the sign, the number and the scale. */
const LARGE_MONEY = /([$€£])\s?(\d[\d,]*(?:\.\d+)?)(\s?(?:thousand|million|billion|trillion|bn)|[kmb])\b/gi

const MONEY_SCALES: Record<string, string> = { k: 'thousand', m: 'million', b: 'billion', bn: 'billion' }

/** The names of the currencies that have a sign in `MONEY`. */
const CURRENCIES: Record<string, [one: string, many: string, cent: string]> = {
  $: ['dollar', 'dollars', 'cents'],
  '€': ['euro', 'euros', 'cents'],
  '£': ['pound', 'pounds', 'pence'],
}

/** `$12.50` becomes "twelve dollars and fifty cents". The parameters are the match of `MONEY` and its groups. */
function spokenMoney(_: string, sign?: string, whole?: string, cents?: string): string {
  const [one, many, cent] = CURRENCIES[sign!]!
  const count = Number(whole!.replaceAll(',', ''))
  const main = `${cardinal(count)} ${count === 1 ? one : many}`
  return Number(cents ?? 0) === 0 ? main : `${main} and ${cardinal(Number(cents))} ${cent}`
}

/** The words of a large amount, from the match of `LARGE_MONEY` and its groups: "one point five million dollars". */
function spokenLargeMoney(_: string, sign?: string, number?: string, scale?: string): string {
  const word = scale!.trim().toLowerCase()
  return `${numberInWords(number!)} ${MONEY_SCALES[word] ?? word} ${CURRENCIES[sign!]![1]}`
}

const SYMBOLS: Record<string, string> = {
  '&': ' and ',
  '@': ' at ',
  '#': ' number ',
  '=': ' equals ',
  '+': ' plus ',
  '°': ' degrees ',
  '→': ', ',
  '|': ', ',
  '•': ', ',
}

export const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi

/** A replacement in a text. */
export type Step = readonly [pattern: RegExp, words: string | ((...groups: string[]) => string)]

/** Numbers and symbols in English words, one after the other: specific formats first, plain numbers last. */
export const englishWords: readonly Step[] = [
  [/[\w.+@-]+/g, mailAddress],
  [/\b(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, isoDate],
  [/\b(\d{1,2}):(\d\d)(?::\d\d)?(?:\s*([ap])\.?m\.?)?/gi, clockTime],
  [UUID, endOf],
  [/\w+/g, (word) => (isLongId(word) ? endOf(word) : word)],
  [LARGE_MONEY, spokenLargeMoney],
  [MONEY, spokenMoney],
  [/\+?\d[\d() -]*[A-Za-z_]?/g, phoneNumber],
  [/\b(\d{1,3})(?:st|nd|rd|th)\b/g, (_, number) => ordinal(Number(number))],
  [/(\d)\s?%/g, '$1 percent'],
  [/\b[A-Z]+-?\d[A-Z\d-]*\b/g, (code) => spelled(code)],
  [/(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/g, ' '],
  [/\d+(?:,\d+)*(?:\.\d+)?/g, (number) => (WITH_THOUSANDS.test(number) ? numberInWords(number) : number)],
  [/(?<=\d),(?=\d)/g, ', '],
  [/\b\d+(?:\.\d+){2,}\b/g, (version) => version.split('.').map(numberInWords).join(' point ')],
  [/(?<!\d\.)(?:\b0\d+\b|\b\d{7,}\b)/g, (digits) => spelled(digits)],
  [/(?<![\w.])-(?=\d)/g, 'minus '],
  [/(?<!\d\.)\b(?:1[1-9]|20)\d\d\b(?![.,]\d)/g, (number) => year(Number(number))],
  [/\d+(?:\.\d+)?/g, numberInWords],
  [/(\p{L})_(?=\p{L})/gu, '$1 '],
  [/[&@#=+°→|•]/g, (symbol) => SYMBOLS[symbol] ?? ' '],
]

/** Such as `sk_live_…`. Only the last four characters of such an id are spoken. */
export const isLongId = (word: string) =>
  word.split('_').some((part) => part.length >= 16 && /\d/.test(part) && /[A-Za-z]/.test(part))

/** Only the last four characters of an id: "ending in one two three four". */
export function endOf(id: string): string {
  return `ending in ${spelled(id.slice(-4), 4)}`
}

const MAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/
const WITH_THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/

/** The spoken form of an e-mail address; other text stays. A dot after the address ends the sentence. */
function mailAddress(run: string): string {
  const mail = trimEndOf(run, '.+-')
  if (!MAIL.test(mail)) return run
  return mail.replaceAll('.', ' dot ').replace('@', ' at ') + run.slice(mail.length)
}

/** Spells the digits of a phone number. A letter after digits (`2024 4th`) takes them out of the number. */
function phoneNumber(run: string): string {
  const isWordNext = /[A-Za-z_]$/.test(run)
  const digits = isWordNext ? trimEndOf(run.slice(0, -1), '0123456789') : run
  const phone = trimEndOf(digits, '() -')
  if (phone.length < 10 || !/[() +-]/.test(phone)) return run
  return `${phone.startsWith('+') ? 'plus ' : ''}${spelled(phone)}${run.slice(phone.length)}`
}

function isoDate(
  whole: string,
  yyyy?: string,
  mm?: string,
  dd?: string,
  hour?: string,
  minute?: string,
): string {
  const month = MONTHS[Number(mm) - 1]
  if (!month || Number(dd) < 1 || Number(dd) > 31) return whole
  const time = hour === undefined ? '' : ` at ${clockTime('', hour, minute)}`
  return `${month} ${ordinal(Number(dd))}, ${year(Number(yyyy))}${time}`
}

function clockTime(_: string, hour?: string, minute?: string, half?: string): string {
  const minutes = Number(minute)
  const past = minutes === 0 ? '' : ` ${minutes < 10 ? 'oh ' : ''}${cardinal(minutes)}`
  if (half) return `${cardinal(Number(hour))}${past} ${half.toUpperCase()} M`
  return `${cardinal(Number(hour))}${past || (Number(hour) > 12 || Number(hour) === 0 ? ' hundred' : " o'clock")}`
}
