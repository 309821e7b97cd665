import type { Language } from '../../../languages/language.js'
import { cutAtWord } from '../../../text/cut.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isIdName } from '../../../toolkit/semantics/id-names.js'
import { isPlaceholderText } from '../../../toolkit/semantics/placeholder-text.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import { isObject } from './results.js'

const labelFields = [
  'name',
  'title',
  'label',
  'displayName',
  'display_name',
  'fullName',
  'full_name',
  'summary',
  'subject',
  'username',
  'text',
  'markdown',
  'message',
  'content',
  'email',
]
/** Fields that say less about a thing than one called after it, such as `group_name`. */
const otherLabels = ['description', 'code', 'reference']
const idFields = ['id', '_id', 'uuid', 'key', 'number']
/** Fields that tell the most, the most telling first. */
const keyFields = [
  /^(status|state|price|amount)$/i,
  /^(type|kind|total|quantity|count|currency|date|active|enabled|email|version|level)$/i,
]

/** What a thing is called, if it has a name that can be said. */
export function labelOf(thing: JsonObject): string | undefined {
  const field = labelField(thing)
  return field === undefined ? undefined : plainText(String(thing[field]))
}

/** Whether a thing is best known by what it says: a message, a comment. */
export const isText = (thing: JsonObject) =>
  /^(text|markdown|message|content|description)$/i.test(labelField(thing) ?? '')

/** The field that says what a thing is called. */
export function labelField(thing: JsonObject): string | undefined {
  const names = Object.keys(thing).filter((name) => isName(thing[name]) && !isEcho(name, thing[name]))
  const firstOf = (labels: string[]) =>
    labels
      .map((label) => names.find((name) => name.toLowerCase() === label.toLowerCase()))
      .find((name) => name !== undefined)
  const endingIn = (end: RegExp) => names.find((name) => end.test(name))
  return firstOf(labelFields) ?? endingIn(/[a-z_]name$/i) ?? firstOf(otherLabels) ?? endingIn(/email$/i)
}

/** Whether a value can be what a thing is called: no code, and no placeholder that an author left. */
function isName(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value !== '' && isSayable(value)
}

/** The id of a thing: `id`, or the id named after it. */
export function idOf(thing: JsonObject, noun: readonly string[] = []): string | number | undefined {
  const own = Object.keys(thing).filter((name) => {
    const words = wordsOf(name)
    return (
      words.length > 1 &&
      words.at(-1) === 'id' &&
      noun.length > 0 &&
      words.slice(0, -1).join('') === noun.join('')
    )
  })
  const lone = Object.keys(thing).filter((name) => /(id|Id|_id|ID)$/.test(name))
  for (const name of [...idFields, ...own, ...(lone.length === 1 ? lone : [])]) {
    const value = thing[name]
    if (typeof value === 'string' || typeof value === 'number') return value
  }
  return undefined
}

/** Whether the speaker asked for a field of this name. */
export type AskedFor = (name: string) => boolean

/** A thing in a few words: "Rex (sold)". An id only where it is asked for, or where the thing has no name; nothing for what nobody can say. */
export function brief(
  value: JsonValue,
  { language, asked }: { language: Language; asked: AskedFor },
): string {
  if (!isObject(value))
    return Array.isArray(value) || !isSayable(value) ? '' : (speakable(value, language) ?? '')
  const label = labelOf(value)
  const id = idOf(value)
  const [extra] = Object.entries(value)
    .filter(
      ([name, field]) =>
        (weightOf(name) > 0 || asked(name)) &&
        isTold([name, field], asked) &&
        isSayable(field) &&
        !repeats(field, label),
    )
    .sort((a, b) => Number(asked(b[0])) - Number(asked(a[0])) || weightOf(b[0]) - weightOf(a[0]))
  const isWord = extra && typeof extra[1] === 'string' && !asked(extra[0])
  const note = extra && (isWord ? speakable(extra[1], language) : fieldWords(extra, language))
  const named = label === undefined ? id : cut(label)
  if (named !== undefined && isSayable(named) && (label !== undefined || note))
    return note ? `${named} (${note})` : String(named)
  const fields = fieldsOf(value, { language, limit: 2, asked })
  return fields || (id !== undefined && isSayable(id) ? String(id) : '')
}

const outlined = 6

/** What a thing without a value that can be said holds, by name; that it holds nothing only where that is so. */
export function outlineOf(thing: JsonObject, { sentences }: Language): string {
  const held = Object.entries(thing).filter(([, value]) => !isEmpty(value))
  if (held.length === 0) return sentences.empty
  const names = held.flatMap(([name, value]) => (isPlain(value) ? [] : [humanize(name)]))
  return names.length === 0
    ? ''
    : sentences.holds.replace('{list}', () => names.slice(0, outlined).join(', '))
}

function isEmpty(value: JsonValue): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
}

/** The plain fields of a thing as "price 12, sold": those asked for alone, else the most telling. Ids, addresses and codes are not said without being asked for. */
export function fieldsOf(
  thing: JsonObject,
  { language, limit, asked }: { language: Language; limit: number; asked: AskedFor },
): string {
  const told = Object.entries(thing).filter((field) => isTold(field, asked))
  const wanted = told.filter(([name]) => asked(name))
  const plain = wanted.length > 0 ? wanted : told.sort((a, b) => weightOf(b[0]) - weightOf(a[0]))
  const named = Object.entries(thing).flatMap(([name, value]): [string, JsonValue][] => {
    const label = isObject(value) ? labelOf(value) : undefined
    return label === undefined ? [] : [[name, label]]
  })
  const inner = Object.entries(thing).flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(value).flatMap(([own, one]): [string, JsonValue][] =>
          isTold([own, one], asked) ? [[`${name} ${own}`, one]] : [],
        )
      : [],
  )
  const all = wanted.length > 0 ? plain : [...plain, ...named]
  return (all.length > 0 ? all : inner)
    .slice(0, limit)
    .map((field) => fieldWords(field, language))
    .join(', ')
}

/** Status and price tell more than other fields; who changed a record when tells less. */
function weightOf(name: string): number {
  const at = keyFields.findIndex((names) => names.test(name))
  if (at >= 0) return keyFields.length - at
  return /^(created|updated|modified|last_?(updated|modified|changed))/i.test(name) ? -1 : 0
}

/** Names of fields that are for programs. */
const programFields =
  /^(_|@|page|per_?page|limit$|offset$|jsonrpc$|ticket$|etag$|href$|links?$|cursor$|url$|uri$)|(token|hash|sha\d*|checksum|Url|Uri|_url|_uri)$/
/** Values that nobody can say: web addresses, UUIDs, hashes and other long codes, and what an author left to be replaced. */
const unsayable =
  /\w:\/\/|^(?=.*\d)[\w.+/=-]{14,}$|^[\w-]+:[\w-]+:\S*$|^<[^>]*>$|^\S+(?<=\.\.\.)$|^\{\{.*\}\}$|^\w+\/\S+$|^(your|insert|enter|example|sample|dummy)[_-]\w/i

/** The name that a program has for a kind of things: `"type": "AccessPolicy"`. */
const isClassName = (name: string, value: JsonValue) =>
  /^(type|kind)$/i.test(name) && /^(?:[A-Z][a-z]+){2,}$/.test(String(value))

/** Whether a value can be said on the telephone. */
export const isSayable = (value: JsonValue) =>
  typeof value === 'number' ||
  moment.test(String(value)) ||
  !(unsayable.test(String(value)) || isPlaceholderText(String(value)))

/** Whether a value only says the name of its field, as generated examples do: `"raw": "Raw 1"`. */
const isEcho = (name: string, value: JsonValue | undefined) =>
  typeof value === 'string' &&
  humanize(value).replace(/ (\d+|link|url)$/, '') === humanize(name) &&
  /[ \d]/.test(value)

/** Whether a word is another spelling of a name that was said, or of a part of it: "ach" after "ACH Direct Debit". */
function repeats(value: JsonValue, label = ''): boolean {
  if (typeof value !== 'string') return false
  const letters = wordsOf(value).join('')
  return value === label || wordsOf(label).some((word) => word.length > 2 && letters.startsWith(word))
}

/** Whether a field is said aloud. */
function isTold([name, value]: [string, JsonValue], asked: AskedFor): boolean {
  if (!isPlain(value)) return false
  if (asked(name)) return true
  if (isIdName(name) || programFields.test(name) || isEcho(name, value)) return false
  return isSayable(value) && !(/^status$/i.test(name) && value === 'OK') && !isClassName(name, value)
}

/** "price 12"; "active" or "not active". */
export function fieldWords([name, value]: [string, JsonValue], language: Language): string {
  const { fields, not } = language.sentences
  const words = humanize(name)
  if (typeof value === 'boolean')
    return (value ? '{name}' : not).replace('{name}', words.replace(/^(is|has) /, ''))
  const isMoment = typeof value === 'string' && moment.test(value)
  if (isMoment && words.endsWith('year')) return `${words} ${value.slice(0, 4)}`
  return fields
    .replace('{name}', isMoment ? words.replace(/ (at|on)$/, '') : words)
    .replace('{value}', () => speakable(value, language) ?? '')
}

/** `dueDate` is "due date". */
export function humanize(name: string): string {
  return wordsOf(name).join(' ')
}

/** A plain value in words; undefined for what is not plain. */
export function speakable(value: JsonValue, language: Language): string | undefined {
  if (value === null || typeof value === 'object') return undefined
  if (typeof value === 'boolean') return value ? language.sentences.yes : language.sentences.no
  if (typeof value === 'number') return String(Number.isInteger(value) ? value : Number(value.toFixed(2)))
  return (
    momentInWords(value, language) ??
    cut(
      /^[A-Z]{5,}$|^[A-Za-z]+(_[A-Za-z]+)+$|^[a-z]+([A-Z][a-z]+)+$/.test(value)
        ? humanize(value)
        : plainText(value),
    )
  )
}

/** A text without the tags of HTML. */
export function plainText(text: string): string {
  return text.includes('<') ? text.replace(/<\/?[a-z][^<>]*>/gi, ' ').trim() : text
}

const moment = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}|$)/

/** A moment as its day; undefined for what is none. */
function momentInWords(text: string, { search: { code } }: Language): string | undefined {
  const time = moment.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) return undefined
  return new Intl.DateTimeFormat(code, { dateStyle: 'long', timeZone: 'UTC' }).format(time)
}

function isPlain(value: JsonValue): boolean {
  return value !== null && typeof value !== 'object' && value !== ''
}

/** At most about a line. */
export function cut(text: string, limit = 100): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= limit) return line
  // Characters beyond the basic plane take two units and are never cut in two.
  const head = [...line.slice(0, 2 * limit)].slice(0, limit).join('')
  return `${cutAtWord(line, head.length)}...`
}
