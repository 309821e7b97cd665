import { cutAtWord } from '../../../text/cut.js'
import { wordsOf } from '../../../toolkit/meaning/words.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import type { RouterPack } from './language/pack.js'

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
  const field =
    labelFields.find((name) => typeof thing[name] === 'string' && thing[name] !== '') ?? ownNameField(thing)
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

/** A thing in a few words: "Rex (id 1, sold)". */
export function brief(value: JsonValue, pack: RouterPack): string {
  if (value === null || typeof value !== 'object') return speakable(value, pack) ?? pack.sentences.empty
  if (Array.isArray(value))
    return value
      .slice(0, 3)
      .map((item) => brief(item, pack))
      .join(', ')
  const label = labelOf(value)
  const id = idOf(value)
  const extras = Object.entries(value)
    .filter(([name, field]) => keyFields.test(name) && isPlain(field))
    .slice(0, 2)
  const notes = extras.map(([name, field]) =>
    typeof field === 'string' ? field : fieldWords([name, field], pack),
  )
  if (label !== undefined) return withNotes(cut(label), [...(id === undefined ? [] : [`id ${id}`]), ...notes])
  if (id !== undefined) return withNotes(String(id), notes)
  return fieldsOf(value, { pack, limit: 3 }) || outlineOf(value, pack)
}

const outlined = 6

/** What a thing without a plain value holds, by name; that it holds nothing only where that is so. */
export function outlineOf(thing: JsonObject, pack: RouterPack): string {
  const names = Object.entries(thing).flatMap(([name, value]) => (isEmpty(value) ? [] : [humanize(name)]))
  if (names.length === 0) return pack.sentences.empty
  return pack.sentences.holds.replace('{list}', () => names.slice(0, outlined).join(', '))
}

function isEmpty(value: JsonValue): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
}

function withNotes(text: string, notes: string[]): string {
  return notes.length === 0 ? text : `${text} (${notes.join(', ')})`
}

/** The plain fields of a thing as "name Rex, price 12". */
export function fieldsOf(thing: JsonObject, { pack, limit }: { pack: RouterPack; limit: number }): string {
  const plain = Object.entries(thing).filter(([, value]) => isPlain(value))
  const nested = Object.entries(thing).filter(([, value]) => !isPlain(value) && hasLabel(value))
  return [
    ...plain.slice(0, limit).map(([name, value]) => fieldWords([name, value], pack)),
    ...nested
      .slice(0, Math.max(0, limit - plain.length))
      .map(([name, value]) => fieldWords([name, labelOf(value as JsonObject)!], pack)),
  ].join(', ')
}

function fieldWords([name, value]: [string, JsonValue], pack: RouterPack): string {
  return pack.sentences.fields
    .replace('{name}', humanize(name))
    .replace('{value}', () => speakable(value, pack) ?? '')
}

/** `dueDate` is "due date". */
export function humanize(name: string): string {
  return wordsOf(name).join(' ')
}

/** A plain value in words; undefined for what is not plain. */
export function speakable(value: JsonValue, pack: RouterPack): string | undefined {
  if (value === null || typeof value === 'object') return undefined
  if (typeof value === 'boolean') return value ? pack.sentences.yes : pack.sentences.no
  return cut(String(value))
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
