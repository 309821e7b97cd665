import type { Language } from '../../../languages/language.js'
import { cutAtWord } from '../../../text/cut.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import { moneyInWords } from './money.js'

/** Short forms in the names of fields, with the words that people say for them. */
const longForms = new Map(
  Object.entries({
    addr: 'address',
    amt: 'amount',
    avg: 'average',
    dept: 'department',
    desc: 'description',
    dest: 'destination',
    dob: 'date of birth',
    img: 'image',
    lang: 'language',
    msg: 'message',
    num: 'number',
    pct: 'percent',
    pic: 'picture',
    pwd: 'password',
    qty: 'quantity',
    tel: 'phone',
    temp: 'temperature',
  }),
)

/**
 * The name of a field in words: `dueDate` gives "due date", `qty` gives "quantity", and `cal:end` gives "end" without
 * the prefix.
 */
export function humanize(name: string): string {
  const words = wordsOf(name.slice(name.lastIndexOf(':') + 1))
  return words.map((word) => longForms.get(word) ?? word).join(' ')
}

/** A scalar value as it is spoken. Undefined for null, objects and lists. */
export function speakable(value: JsonValue, language: Language): string | undefined {
  if (value === null || typeof value === 'object') return undefined
  if (typeof value === 'boolean') return value ? language.sentences.yes : language.sentences.no
  const { code } = language.search
  if (typeof value === 'number')
    return new Intl.NumberFormat(code, { maximumFractionDigits: 2, useGrouping: false }).format(value)
  return (
    momentInWords(value, code) ??
    moneyInWords(value, code) ??
    cut(/^[A-Z]{5,}$/.test(value) ? humanize(value) : plainText(value))
  )
}

/** A text without HTML tags, Markdown marks and web addresses. */
export function plainText(text: string): string {
  // Most texts contain no HTML, Markdown or web address and are returned at once. This saves time with long lists.
  if (/^[A-Za-z\d ,.'-]*$/.test(text)) return text.trim()
  return text
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? ' ')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\*\*|__|`|^#+ /g, '')
    .replace(addresses, '')
    .trim()
}

/** Matches a web address. */
export const address = /\bhttps?:\/\/\S+/
const addresses = new RegExp(address, 'g')
const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** Whether a text is an ISO 8601 date, with or without a time. */
export const isMomentText = (text: string) => moment.test(text)

const moment = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** A date as it is spoken. A time at midnight, in UTC, or with seconds is left out. Undefined for any other text. */
function momentInWords(text: string, language: string): string | undefined {
  const [, day, clock, seconds = ':00', zone] = moment.exec(text) ?? []
  const hasTime = clock !== undefined && clock !== '00:00' && seconds === ':00' && zone !== 'Z'
  const time = day === undefined ? Number.NaN : Date.parse(hasTime ? `${day}T${clock}Z` : day)
  if (Number.isNaN(time)) return undefined
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    ...(hasTime && { timeStyle: 'short' }),
    timeZone: 'UTC',
  }).format(time)
}

/** Matches names as programs write them: `dueDate`, `due_date`. */
const programWords = /(?<![\w@./-])(?:[A-Za-z]+(?:_[A-Za-z]+)+|[a-z]{2,}(?:[A-Z][a-z]+)+)(?![\w@./-])/g

/**
 * Cuts a text to `limit` characters: at the end of a sentence if possible, else at a word and with "...". Removes a
 * final full stop.
 */
export function cut(text: string, limit = 100): string {
  const line = text.replace(programWords, humanize).replace(/\s+/g, ' ').trim()
  if (line.length <= limit) return line.replace(/(?<!\.)\.$/, '')
  // A character of two UTF-16 units, such as an emoji, stays whole.
  const head = [...line.slice(0, 2 * limit)].slice(0, limit).join('')
  const end = Math.max(...['. ', '! ', '? '].map((mark) => head.lastIndexOf(mark)))
  return end > limit / 3 ? cut(line.slice(0, end + 1)) : `${cutAtWord(line, head.length)}...`
}
