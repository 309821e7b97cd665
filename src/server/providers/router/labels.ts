import type { Language } from '../../../languages/language.js'
import { isObject } from '../../../protocol/is-object.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isIdName, singularOf } from '../../../toolkit/semantics/id-names.js'
import { isPlaceholderText } from '../../../toolkit/semantics/placeholder-text.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import { address, cut, humanize, isMomentText, plainText, speakable } from './spoken-values.js'

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
  'text',
  'markdown',
  'message',
  'content',
  'username',
  'login',
]
/** Words for "name" and "title" in other languages, for fields such as `nombre` and `nama_barang`. */
const foreignNames = new Set(
  'nombre nome nom titre titel titulo nama judul ad adi isim baslik nazwa tytul imie naam имя название 名称 标题'.split(
    ' ',
  ),
)
/** Fields that serve as the name of a record if it has no field of `labelFields` and no field such as `group_name`. */
const otherLabels = ['email', 'description', 'code', 'reference']
const idFields = ['id', '_id', 'uuid', 'key', 'number']
/**
 * Names of the fields that tell the most about a record. Fields of the first pattern are more important than those of
 * the second.
 */
const keyFields = [
  /^(status|state|price|amount)$/i,
  /^(type|kind|total|quantity|count|currency|date|active|enabled|version|level)$/i,
]

/** The name of a record; undefined if it has no name that can be read out. */
export function labelOf(thing: JsonObject): string | undefined {
  const field = labelField(thing)
  return field === undefined ? undefined : plainText(String(thing[field]))
}

/** Whether a record has a text in place of a name, as a message or a comment has. */
export const isText = (thing: JsonObject) =>
  /^(text|markdown|message|content|description)$/i.test(labelField(thing) ?? '')

/** The field with the name of a record, such as `title`; undefined if there is none. */
export function labelField(thing: JsonObject): string | undefined {
  const names = Object.keys(thing).filter((name) => isName(thing[name]) && !isEcho(name, thing[name]))
  const firstOf = (labels: string[]) =>
    labels
      .map((label) => names.find((name) => name.toLowerCase() === label.toLowerCase()))
      .find((name) => name !== undefined)
  const endingIn = (end: RegExp) => names.find((name) => end.test(name))
  const foreign = names.find((name) => wordsOf(name).some((word) => foreignNames.has(word)))
  return (
    firstOf(labelFields) ??
    endingIn(/[a-z_](name|title)$/i) ??
    foreign ??
    firstOf(otherLabels) ??
    endingIn(/email$/i)
  )
}

/** Whether a value can be the name of a record: a text, but no code, address, or placeholder such as `<name>`. */
function isName(value: JsonValue | undefined): boolean {
  const plain = typeof value === 'string' ? plainText(value) : ''
  const hasAddress = typeof value === 'string' && address.test(value)
  return plain !== '' && isSayable(plain) && !(hasAddress && wordsOf(plain).length < 3)
}

/**
 * The id of a record, from the first of these that exists:
 * - a field such as `id`
 * - a field named after the record (`invoiceId`)
 * - the only field whose name begins or ends with "id"
 */
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
  // In some languages, the noun comes after "id": "idCategory", "Id_Match".
  const isOwn = (name: string) => /^(id|Id|ID)[_A-Z]/.test(name) && isNamedFor(wordsOf(name).slice(1), noun)
  own.push(...Object.keys(thing).filter(isOwn))
  const lone = Object.keys(thing).filter((name) => /(id|Id|_id|ID)$|^(id|Id|ID)(_|[A-Z])/.test(name))
  for (const name of [...idFields, ...own, ...(lone.length === 1 ? lone : [])]) {
    const value = thing[name]
    if (typeof value === 'string' || typeof value === 'number') return value
  }
  return undefined
}

/** Whether words name a kind of record. Singular and plural forms match, even wrong ones such as "matchs". */
const isNamedFor = (words: readonly string[], noun: readonly string[]) =>
  noun.length > 0 && singularOf(words.join('')) === singularOf(noun.join(''))

/** Tests whether the user asks for the field with this name. */
export type AskedFor = (name: string) => boolean

/**
 * A record in a few words: "Rex (sold)". The id is included only if the user asks for it or the record has no name.
 * Empty if nothing can be read out.
 */
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
        (weightOf([name, field]) > 0 || asked(name)) &&
        isTold([name, field], asked) &&
        isSayable(field) &&
        !repeats(field, label),
    )
    .sort((a, b) => Number(asked(b[0])) - Number(asked(a[0])) || weightOf(b) - weightOf(a))
  const isWord = extra && typeof extra[1] === 'string' && !asked(extra[0])
  const note = extra && (isWord ? speakable(extra[1], language) : fieldWords(extra, language))
  const named = label === undefined ? shortId(id) : cut(label, longestName)
  if (named !== undefined && (label !== undefined || note)) return note ? `${named} (${note})` : String(named)
  const fields = fieldsOf(value, { language, limit: 2, asked })
  return fields || (shortId(id) ?? '')
}

const longestId = 6
/** Maximum length of a name in a list. */
const longestName = 60

/** The id as text if it is short enough for people to use; else undefined. */
export const shortId = (id: string | number | undefined) =>
  id !== undefined && /^[\p{L}\p{N}_-]+$/u.test(String(id)) && isSayable(id) && String(id).length <= longestId
    ? String(id)
    : undefined

/**
 * Fields of a record in words, such as "price 12, sold". If the user asks for fields, only these are told, else the
 * most important ones. Ids, addresses and codes are told only if the user asks for them.
 */
export function fieldsOf(
  thing: JsonObject,
  { language, limit, asked }: { language: Language; limit: number; asked: AskedFor },
): string {
  return toldFields(thing, asked)
    .slice(0, limit)
    .map((field) => fieldWords(field, language))
    .join(', ')
}

/** The fields to read out: those that the user asks for or, if there are none, all fields, the most important first. */
export function toldFields(thing: JsonObject, asked: AskedFor): [string, JsonValue][] {
  const told = Object.entries(thing).filter((field) => isTold(field, asked))
  const wanted = told.filter(([name]) => asked(name))
  return wanted.length > 0 ? wanted : told.sort((a, b) => weightOf(b) - weightOf(a))
}

/**
 * How important a field is: above 0 for status, price and the like; -1 for `false`, coordinates, change dates; else 0.
 */
function weightOf([name, value]: [string, JsonValue]): number {
  const at = keyFields.findIndex((names) => names.test(name))
  if (at >= 0) return keyFields.length - at
  return value === false || asideFields.test(name) ? -1 : 0
}

const asideFields =
  /^(created|updated|modified|last_?(updated|modified|changed)|lat|latitude|lon|lng|longitude|time_?zone)|offset|_ms$/i

/** Names of fields that are meant for programs and are not read out. */
const programFields =
  /^(_|@|page|per_?page|limit$|offset$|jsonrpc$|ticket$|object$|etag$|href$|links?$|cursor$|bytes$|url$|uri$)|(token|hash|sha\d*|checksum|Url|Uri|_url|_uri)$/
/**
 * Values that cannot be read out: web addresses, UUIDs, hashes and other long codes, and placeholders such as `<name>`.
 */
const unsayable =
  /\w:\/\/|^(?=.*\d)[\w.+/=-]{14,}$|^[\w-]+:[\w-]+:\S*$|^<[^>]*>$|^\S+(?<=\.\.\.)$|^\{\{.*\}\}$|^\w+[/#]\S+$|^(your|insert|enter|example|sample|dummy)[_-]\w|^your [\w ]+ (name|description|reference|text)$/i

/** Whether the value of a field is the name of a class in a program: `"type": "AccessPolicy"`. */
const isClassName = (name: string, value: JsonValue) =>
  /^(type|kind)$/i.test(name) && /^(?:[A-Z][a-z]+){2,}$/.test(String(value))

/** Whether a value can be read out on the telephone. */
export const isSayable = (value: JsonValue) =>
  typeof value === 'number' ||
  isMomentText(String(value)) ||
  !(unsayable.test(String(value)) || isPlaceholderText(String(value)))

/**
 * Whether a value only repeats the name of its field, as in generated examples: `"raw": "Raw 1"`, `"note": "noteTEST"`.
 */
export function isEcho(name: string, value: JsonValue | undefined): boolean {
  if (typeof value !== 'string' || value.length >= 2 * name.length + 9 || !/[ \d]|[a-z][A-Z]/.test(value))
    return false
  const [own, said] = [humanize(name), humanize(value).replace(/^example | ?(?<!\d)(\d+\w?|link|url)$/g, '')]
  return said === own || (!value.includes(' ') && said.startsWith(`${own} `))
}

/** Whether a value is a record's name or begins with a word of this name: "ach" for the record "ACH Direct Debit". */
function repeats(value: JsonValue, label = ''): boolean {
  if (typeof value !== 'string') return false
  const letters = wordsOf(value).join('')
  return value === label || wordsOf(label).some((word) => word.length > 2 && letters.startsWith(word))
}

/** Whether the agent reads out a field. */
function isTold([name, value]: [string, JsonValue], asked: AskedFor): boolean {
  if (!isPlain(value)) return false
  if (asked(name)) return isSayable(value)
  if (isIdName(name) || programFields.test(name) || isEcho(name, value)) return false
  return isSayable(value) && !(/^status$/i.test(name) && value === 'OK') && !isClassName(name, value)
}

/** A field in words: "price 12"; for a boolean, "active" or "not active". */
export function fieldWords([name, value]: [string, JsonValue], language: Language): string {
  const { fields, not } = language.sentences
  const words = humanize(name)
  if (/^(true|false)$/.test(String(value)))
    return (String(value) === 'true' ? '{name}' : not).replace('{name}', words.replace(/^(is|has) /, ''))
  const isTime = typeof value === 'string' && isMomentText(value)
  if (isTime && words.endsWith('year')) return `${words} ${value.slice(0, 4)}`
  return fields
    .replace('{name}', isTime ? words.replace(/ (at|on)$/, '') : words)
    .replace('{value}', () => speakable(value, language) ?? '')
}

function isPlain(value: JsonValue): boolean {
  return value !== null && typeof value !== 'object' && value !== ''
}
