import type { Language } from '../../../languages/language.js'
import { cutAtWord } from '../../../text/cut.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isIdName } from '../../../toolkit/semantics/id-names.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'

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
  'email',
  'description',
  'code',
  'reference',
]
const idFields = ['id', '_id', 'uuid', 'key', 'number']
const keyFields =
  /^(status|state|type|kind|price|amount|total|quantity|count|currency|date|active|enabled|email|version|level)$/i

/** Where services put the words of an error, the most telling first. */
export const messageFields = [
  'message',
  'detail',
  'error_description',
  'errorMessage',
  'description',
  'title',
  'error',
  'errors',
  'reason',
  'content',
]

/** What a thing is called, if it has a name. */
export function labelOf(thing: JsonObject): string | undefined {
  const names = Object.keys(thing).filter((name) => typeof thing[name] === 'string' && thing[name] !== '')
  const field =
    labelFields
      .map((label) => names.find((name) => name.toLowerCase() === label.toLowerCase()))
      .find(Boolean) ?? ownNameField(thing)
  return field === undefined ? undefined : String(thing[field])
}

/** `merchantName`, `host_name`. */
function ownNameField(thing: JsonObject): string | undefined {
  return Object.keys(thing).find(
    (name) => /[a-z_]name$/i.test(name) && typeof thing[name] === 'string' && thing[name] !== '',
  )
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

/** A thing in a few words: "Rex (sold)". An id only where it is asked for, or where the thing has no name. */
export function brief(
  value: JsonValue,
  { language, asked }: { language: Language; asked: AskedFor },
): string {
  if (value === null || typeof value !== 'object')
    return speakable(value, language) ?? language.sentences.empty
  if (Array.isArray(value))
    return value
      .slice(0, 3)
      .map((item) => brief(item, { language, asked }))
      .join(', ')
  const label = labelOf(value)
  const id = idOf(value)
  const extras = Object.entries(value)
    .filter(
      ([name, field]) =>
        (keyFields.test(name) || asked(name)) && isTold([name, field], asked) && field !== label,
    )
    .sort((a, b) => Number(asked(b[0])) - Number(asked(a[0])))
    .slice(0, 2)
  const notes = extras.map(([name, field]) =>
    typeof field === 'string' && !asked(name)
      ? (speakable(field, language) ?? '')
      : fieldWords([name, field], language),
  )
  if (label !== undefined) return withNotes(cut(label), notes)
  if (id !== undefined && notes.length > 0) return withNotes(String(id), notes)
  const fields = fieldsOf(value, { language, limit: 2, asked })
  return fields || (id === undefined ? outlineOf(value, language) : String(id))
}

const outlined = 6

/** What a thing without a plain value holds, by name; that it holds nothing only where that is so. */
export function outlineOf(thing: JsonObject, language: Language): string {
  const names = Object.entries(thing).flatMap(([name, value]) => (isEmpty(value) ? [] : [humanize(name)]))
  if (names.length === 0) return language.sentences.empty
  return language.sentences.holds.replace('{list}', () => names.slice(0, outlined).join(', '))
}

function isEmpty(value: JsonValue): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
}

function withNotes(text: string, notes: string[]): string {
  return notes.length === 0 ? text : `${text} (${notes.join(', ')})`
}

/** The plain fields of a thing as "name Rex, price 12": those asked for first. Ids, addresses and codes are not said without being asked for. */
export function fieldsOf(
  thing: JsonObject,
  { language, limit, asked }: { language: Language; limit: number; asked: AskedFor },
): string {
  const told = Object.entries(thing).filter((field) => isTold(field, asked))
  const plain = told.sort((a, b) => Number(asked(b[0])) - Number(asked(a[0])))
  const nested = Object.entries(thing).filter(([, value]) => !isPlain(value) && hasLabel(value))
  return [
    ...plain.slice(0, limit).map((field) => fieldWords(field, language)),
    ...nested
      .slice(0, Math.max(0, limit - plain.length))
      .map(([name, value]) => fieldWords([name, labelOf(value as JsonObject)!], language)),
  ].join(', ')
}

/** Names of fields that are for programs. */
const programFields =
  /^(_|@|jsonrpc$|ticket$|etag$|href$|links?$|cursor$|url$|uri$)|(token|hash|sha\d*|checksum|Url|Uri|_url|_uri)$/
/** Values that nobody can say: web addresses, UUIDs, hashes and other long codes. */
const unsayable = /^\w+:\/\/|^(?=.*\d)[\w.+/=-]{14,}$|^[\w-]+:[\w-]+:\S*$|^<.*>|^\{\{.*\}\}$|^\w+\/\S+$/

/** Whether a value can be said on the telephone. */
export const isSayable = (value: JsonValue) =>
  typeof value === 'number' || moment.test(String(value)) || !unsayable.test(String(value))

/** Whether a field is said aloud. */
function isTold([name, value]: [string, JsonValue], asked: AskedFor): boolean {
  if (!isPlain(value)) return false
  return asked(name) || (!isIdName(name) && !programFields.test(name) && isSayable(value))
}

function fieldWords([name, value]: [string, JsonValue], language: Language): string {
  return language.sentences.fields
    .replace('{name}', humanize(name))
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
  return cut(momentInWords(value, language) ?? value)
}

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

/** A moment as its day; undefined for what is none. */
function momentInWords(text: string, { search: { code } }: Language): string | undefined {
  const time = moment.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) return undefined
  return new Intl.DateTimeFormat(code, { dateStyle: 'long', timeZone: 'UTC' }).format(time)
}

function isPlain(value: JsonValue): boolean {
  return value !== null && typeof value !== 'object' && value !== ''
}

function hasLabel(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && labelOf(value) !== undefined
}

/** At most about a line. */
export function cut(text: string, limit = 100): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= limit) return line
  // Characters beyond the basic plane take two units and are never cut in two.
  const head = [...line.slice(0, 2 * limit)].slice(0, limit).join('')
  return `${cutAtWord(line, head.length)}...`
}
