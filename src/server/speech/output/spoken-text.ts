import { withoutLinks } from '../../../text/links.js'
import { normalizeText } from '../../../text/normalize.js'
import { trimEndOf } from '../../../text/trim.js'
import {
  cardinal,
  inGroups,
  LARGE_MONEY,
  MONEY,
  numberInWords,
  ordinal,
  spelled,
  spokenLargeMoney,
  spokenMoney,
  year,
} from './number-words.js'

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

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

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi

/** A replacement in a text. */
type Step = readonly [pattern: RegExp, words: string | ((...groups: string[]) => string)]

/** Numbers and symbols in English words, one after the other: specific formats first, plain numbers last. */
const ENGLISH_WORDS: readonly Step[] = [
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

/** Shortens ids and spells long numbers. The voice reads all other numbers and symbols in its own language. */
const OTHER_WORDS: readonly Step[] = [
  [UUID, lastFour],
  [/\w+/g, (word) => (isLongId(word) ? lastFour(word) : word)],
  [/(?<![\d.,])(?:0\d+|\d{7,})(?!\d|[.,]\d)/g, (digits) => inGroups(digits)],
  [/[→|•]/g, ', '],
]

const TIDY: readonly Step[] = [
  [/[*_~`^<>{}[\]\\]+/g, ' '],
  [/\p{Extended_Pictographic}\uFE0F?/gu, ' '],
  [/\s+/g, (space) => (space.includes('\n') ? '. ' : space)],
  [/([.!?:;,])\s*\.(\s|$)/g, '$1$2'],
  [/\s+[.,!?;:]?/g, (space) => space.trimStart() || space],
  [/(?:,\s*){2,}/g, ', '],
  [/^[\s.,;:]+/, ''],
  [/\s{2,}/g, ' '],
]

/** Without markup, with numbers and symbols as words and URLs as their host. Empty if there is nothing to say. */
export function toSpokenText(text: string, language = 'en'): string {
  const isEnglish = /^en\b/i.test(language)
  const dot = isEnglish ? ' dot ' : '.'
  const plain = withoutMarkup(normalizeText(text, 'NFC'), { dot }).replace(/[０-９]/g, asciiDigit)
  let words = withoutCards(plain, isEnglish ? endOf : lastFour)
  for (const [pattern, replacement] of [...(isEnglish ? ENGLISH_WORDS : OTHER_WORDS), ...TIDY])
    words = words.replace(pattern, replacement as string)
  words = words.trim()
  return /[\p{L}\p{N}]/u.test(words) ? words : ''
}

function endOf(id: string): string {
  return `ending in ${spelled(id.slice(-4), 4)}`
}

function lastFour(id: string): string {
  return inGroups(id.slice(-4), 4)
}

const MAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/
const WITH_THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/

/** The spoken form of an e-mail address; other text stays. A dot after the address ends the sentence. */
function mailAddress(run: string): string {
  const mail = trimEndOf(run, '.+-')
  if (!MAIL.test(mail)) return run
  return mail.replaceAll('.', ' dot ').replace('@', ' at ') + run.slice(mail.length)
}

const asciiDigit = (digit: string) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0)

/** Such as `sk_live_…`. Only the last four characters of such an id are spoken. */
const isLongId = (word: string) =>
  word.split('_').some((part) => part.length >= 16 && /\d/.test(part) && /[A-Za-z]/.test(part))

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

/** The digit groups of payment cards: one, groups of four, American Express and Diners, or single digits. */
const SHAPES: readonly (readonly number[])[] = [
  ...[13, 14, 15, 16, 17, 18, 19].map((length) => [length]),
  [4, 4, 4, 4],
  [4, 4, 4, 4, 3],
  [4, 6, 5],
  [4, 6, 4],
  ...[13, 14, 15, 16, 17, 18, 19].map((length) => Array.from({ length }, () => 1)),
]

/** Text that may separate two groups: up to three characters other than letters, digits and currency signs. */
const GAP = /^[^\p{L}\p{N}\p{Sc}]{1,3}$/u

/** First digits of payment cards (ISO/IEC 7812). Years begin with others, so a list of years is no card. */
const ISSUER = /^(?:[3-6]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/

/** A group of digits, its end in the text, and whether it may continue the number that ends before it. */
interface Group {
  digits: string
  start: number
  end: number
  goesOn: boolean
}

function digitGroups(text: string): Group[] {
  let end = 0
  return [...text.matchAll(/\d+/g)].map(({ 0: digits, index: start }) => {
    const goesOn = GAP.test(text.slice(end, Math.min(start, end + 4)))
    end = start + digits.length
    return { digits, start, end, goesOn }
  })
}

/** Replaces payment card numbers, in any grouping of their digits. `shown` returns the replacement for the digits. */
function withoutCards(text: string, shown: (digits: string) => string): string {
  const groups = digitGroups(text)
  let result = ''
  let done = 0
  for (let at = 0; at < groups.length; at += 1) {
    const card = cardAt(groups, at)
    if (!card) continue
    result += text.slice(done, groups[at]!.start) + shown(digitsOf(card))
    done = card.at(-1)!.end
    at += card.length - 1
  }
  return result + text.slice(done)
}

/** The digit groups of the card number that begins at group `at`; `undefined` if no card number begins there. */
function cardAt(groups: readonly Group[], at: number): readonly Group[] | undefined {
  const fits = (group: Group | undefined, length: number, place: number) =>
    group?.digits.length === length && (place === 0 || group.goesOn)
  return SHAPES.filter((shape) => shape.every((length, place) => fits(groups[at + place], length, place)))
    .map((shape) => groups.slice(at, at + shape.length))
    .find((some) => isCardNumber(digitsOf(some)))
}

const digitsOf = (groups: readonly Group[]) => groups.map(({ digits }) => digits).join('')

/** Whether digits are a payment card number. Checks issuer and check digit (ISO/IEC 7812). */
function isCardNumber(digits: string): boolean {
  if (!ISSUER.test(digits)) return false
  const doubled = [...digits]
    .reverse()
    .map(Number)
    .map((digit, at) => (at % 2 === 0 ? digit : 2 * digit - (digit > 4 ? 9 : 0)))
  return doubled.reduce((sum, digit) => sum + digit, 0) % 10 === 0
}

/** Markdown as words: without markup, code and table lines; URLs as their host. Runs in linear time. */
export function withoutMarkup(text: string, { dot }: { dot: string }): string {
  // Code blocks are not spoken.
  let words = text.replace(/```[\s\S]*?(?:```|$)/g, ' ').replace(/`([^`]*)`/g, '$1')
  words = withoutLinks(words).replace(ADDRESS, (_, host: string) =>
    host.replace(/^www\./, '').replaceAll('.', dot),
  )
  words = words.split('\n').map(withoutLineMarks).join('\n')
  for (const mark of ['**', '__', '~~']) words = withoutPairs(words, mark)
  return words.replace(EMPHASIS, '$1')
}

const ADDRESS = /https?:\/\/([^\s/?#)>\]]+)[^\s)>\]]*/gi
const EMPHASIS = /(?<![\p{L}\p{N}])[*_]([^\s*_](?:[^*_\n]*[^\s*_])?)[*_](?![\p{L}\p{N}])/gu

/** Removes the mark of a heading, a quote or a list item at the start of a line. */
function withoutLineMarks(line: string): string {
  if (isSeparator(line)) return ''
  return line.replace(/^\s{0,3}(?:#{1,6}|>+)\s+/, '').replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, '')
}

/** Whether a line is only a separator: below the head of a table (`|---|`), or between paragraphs (`---`). */
const isSeparator = (line: string) => line.includes('--') && /^[\s|:-]*$/.test(line)

/** Removes pairs of a mark such as `**` if no space separates them from their text. A single one stays. */
function withoutPairs(text: string, mark: string): string {
  const [head = '', ...parts] = text.split(mark)
  let words = head
  let marked: string[] = []
  for (const part of parts) {
    const last = marked.at(-1)
    if (last === undefined && /^\S/.test(part)) marked = [part]
    else if (last === undefined) words += mark + part
    else if (/\s$/.test(last)) marked.push(part)
    else {
      words += marked.join(mark) + part
      marked = []
    }
  }
  return marked.length === 0 ? words : words + mark + marked.join(mark)
}
