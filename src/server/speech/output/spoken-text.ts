import {
  endOf,
  englishWords,
  inGroups,
  isLongId,
  type Step,
  UUID,
} from '../../../languages/en/spoken-words.js'
import { withoutLinks } from '../../../text/links.js'
import { normalizeText } from '../../../text/normalize.js'

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
  for (const [pattern, replacement] of [...(isEnglish ? englishWords : OTHER_WORDS), ...TIDY])
    words = words.replace(pattern, replacement as string)
  words = words.trim()
  return /[\p{L}\p{N}]/u.test(words) ? words : ''
}

function lastFour(id: string): string {
  return inGroups(id.slice(-4), 4)
}

const asciiDigit = (digit: string) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0)

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
