import { isFieldOf } from '../../../languages/field-names.js'
import type { Language } from '../../../languages/language.js'
import { cutAtWord } from '../../../text/cut.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { oncePer } from '../../../toolkit/model/lazy.js'
import { isIdName, joinWords } from '../../../toolkit/semantics/id-names.js'
import { isPlaceholderText } from '../../../toolkit/semantics/placeholder-text.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import { isCurrencyCode } from './values.js'

/** Tests whether the user asks for the field with this name. */
export type AskedFor = (name: string) => boolean

/** Whether a value is a JSON object. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Field = [name: string, value: JsonValue]

const shortForms: Readonly<Record<string, string>> = {
  ...{ addr: 'address', amt: 'amount', avg: 'average', dept: 'department', desc: 'description' },
  ...{ dest: 'destination', dob: 'date of birth', img: 'image', lang: 'language', msg: 'message' },
  ...{ num: 'number', pct: 'percent', pic: 'picture', pwd: 'password', qty: 'quantity' },
  ...{ tel: 'phone', temp: 'temperature' },
}

/** The name of a field in words: `dueDate` gives "due date", `qty` "quantity", and `cal:end` "end". */
export function humanize(name: string): string {
  const words = wordsOf(name.slice(name.lastIndexOf(':') + 1))
  return words.map((word) => shortForms[word] ?? word).join(' ')
}

const addresses = /\bhttps?:\/\/\S+/g

/** A text without HTML tags, Markdown marks and web addresses. */
export function plainText(text: string): string {
  if (/^[A-Za-z\d ,.'-]*$/.test(text)) return text.trim()
  return text
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? ' ')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/\*\*|__|`|^#+ /g, '')
    .replace(addresses, '')
    .trim()
}

const entities: Record<string, string> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" },
}

/** A text of at most `limit` characters, cut behind a sentence or a word, without a final full stop. */
export function cut(text: string, limit = 100): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= limit) return line.replace(/(?<!\.)\.$/, '')
  // A character of two UTF-16 units, such as an emoji, stays whole.
  const head = [...line.slice(0, 2 * limit)].slice(0, limit).join('')
  const end = Math.max(...['. ', '! ', '? '].map((mark) => head.lastIndexOf(mark)))
  return end > limit / 3 ? cut(line.slice(0, end + 1)) : `${cutAtWord(line, head.length)}...`
}

/** A scalar value as it is spoken: dates and money as people write them, other values unchanged. */
export function speakable(value: JsonValue, language: Language): string | undefined {
  if (value === null || typeof value === 'object') return undefined
  if (typeof value === 'boolean') return value ? language.sentences.yes : language.sentences.no
  const { code } = language.search
  if (typeof value === 'number')
    return new Intl.NumberFormat(code, { maximumFractionDigits: 2, useGrouping: false }).format(value)
  return momentInWords(value, code) ?? moneyInWords(value, code) ?? cut(plainText(value))
}

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

const moneyText = /^-?\d+(\.\d+)? [A-Z]{3}$/

/** An amount of money as people write it: `10.99 USD` gives "$10.99". Undefined for any other text. */
function moneyInWords(text: string, language: string): string | undefined {
  const [amount, currency = ''] = text.split(' ')
  if (!moneyText.test(text) || !isCurrencyCode(currency)) return undefined
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(amount))
}

const namesMoney = (name: string) =>
  wordsOf(name).some((word) => /^(amount|value|price|cost|total|subtotal|fee|balance|tax)$/.test(word))
const isCurrency = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && isCurrencyCode(value.toUpperCase())

/**
 * The record with its currency inside its amounts: `{ amount: 10.99, currency: 'USD' }` gives `{ amount: '10.99 USD' }`.
 * A field in cents is converted to the main unit: `price_cents: 1099` gives `price: '10.99 USD'`.
 */
function withMoney(thing: JsonObject): JsonObject {
  const code = Object.keys(thing).find((name) => /^currency(_?code)?$/i.test(name) && isCurrency(thing[name]))
  const fields = Object.entries(thing).map(([name, value]) => amountField(name, value, thing[code ?? '']))
  const isBeside = fields.some(([, value]) => typeof value === 'string' && moneyText.test(value))
  return Object.fromEntries(fields.filter(([name]) => name !== code || !isBeside))
}

function amountField(name: string, value: JsonValue, currency: JsonValue | undefined): Field {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)))
    return [name, value]
  const words = wordsOf(name)
  const isCents = words.length > 1 && /^cents?$/.test(words.at(-1)!)
  if (!isCents && !namesMoney(name)) return [name, value]
  const plain = isCents ? joinWords(words.filter((word) => word !== 'in').slice(0, -1), 'snake') : name
  if (!isCurrency(currency)) return [plain, Number(value) / (isCents ? 100 : 1)]
  // A service that writes the currency in small letters ("usd") gives whole amounts in its smallest unit.
  const isMinor = isCents || (Number.isInteger(value) && currency === currency.toLowerCase())
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return [plain, `${Number(value) / (isMinor ? 10 ** digits : 1)} ${currency.toUpperCase()}`]
}

/**
 * The record with only fields that can be read out. An object inside the record is replaced by its name, its amount of
 * money, or its fields. A value that only repeats the name of its field, as in generated examples, is left out.
 */
export const plainFields = oncePer((thing: JsonObject): JsonObject => {
  const members = Object.entries(withOneName(thing)).filter(
    ([name, value]) => isIdName(name) || !isEcho(name, value),
  )
  const fields = members.map(([name, value]): Field => [name, momentOf(name, summaryOf(value) ?? value)])
  const told = fields.filter(
    ([name, value]) => typeof value !== 'object' && !isIdName(name) && isSayable(value),
  )
  const inner = members
    .flatMap(([name, value]) => innerFields(name, value))
    .filter(([name]) => told.length === 0 || namesMoney(name))
  // If the only field that can be read out is the name of an inner object, it becomes the name of the record.
  const lone = told.length === 1 ? told[0]! : undefined
  const isName = lone !== undefined && isObject(loneOf(thing[lone[0]] ?? null))
  const own = fields.map(([name, value]): Field => [isName && name === lone[0] ? 'name' : name, value])
  return withMoney(Object.fromEntries([...own, ...inner]))
})

/** The name of an object or of the only object in a list, or else its amount of money. Undefined for other values. */
function summaryOf(value: JsonValue): JsonValue | undefined {
  const one = loneOf(value)
  if (!isObject(one)) return undefined
  const name = labelOf(withOneName(one))
  const { amount, value: sum = amount } = withMoney(one)
  return name ?? (typeof sum === 'string' && moneyText.test(sum) ? sum : undefined)
}

/** The scalar fields of an inner object, as fields of the record: `owner: { age: 5 }` gives `owner_age: 5`. */
function innerFields(name: string, value: JsonValue): Field[] {
  const one = loneOf(value)
  const summary = summaryOf(value)
  if (!isObject(one) || (one === value && summary !== undefined)) return []
  return Object.entries(one).flatMap(([own, part]): Field[] =>
    typeof part === 'object' || isIdName(own) || isEcho(own, part) || part === summary
      ? []
      : [[/^(value|amount)$/i.test(own) ? name : `${name}_${own}`, momentOf(own, part)]],
  )
}

/** The only item of a list; any other value is returned unchanged. */
const loneOf = (value: JsonValue) => (Array.isArray(value) && value.length === 1 ? value[0]! : value)

const momentWords = /^(at|on|time|date|timestamp|dt|created|updated|modified|expires|until)$/

/** Converts a Unix time in seconds or milliseconds to an ISO 8601 text. Any other value stays unchanged. */
function momentOf(name: string, value: JsonValue): JsonValue {
  const digits = String(value)
  const isTime = typeof value === 'number' && /^1\d{9}(\d{3})?$/.test(digits)
  if (!isTime || !momentWords.test(wordsOf(name).at(-1) ?? '')) return value
  return new Date(value * (digits.length === 10 ? 1000 : 1)).toISOString()
}

const firstName = /^((first|given|fore)_?name|first|given|nombres?|vorname|prenom|imie)$/i
const lastName = /^((last|family|sur)_?name|last|family|apellidos?|sobrenome|nachname|nom|nazwisko)$/i

/** The record with a single text as its name: `first_name` and `last_name`, or an object with texts, become `name`. */
function withOneName(thing: JsonObject): JsonObject {
  if (isObject(thing.name)) {
    const { name = Object.values(thing.name)[0] } = withOneName(thing.name)
    return { ...thing, name: name ?? null }
  }
  const names = Object.keys(thing)
  const [first, last] = [firstName, lastName].map((part) => names.find((name) => part.test(name)))
  if (!first || !last || 'name' in thing || !thing[first] || !thing[last]) return thing
  const { [first]: given, [last]: family, ...rest } = thing
  return { name: [...new Set([given, family])].join(' '), ...rest }
}

const labelNames =
  'name title label displayname display_name fullname full_name summary subject text markdown message content username login'
/** Names of the fields with the name of a record, the surest first. */
const labels = labelNames.split(' ')
const otherLabels = ['email', 'description', 'code', 'reference']

/** The field with the name of a record, such as `title`; undefined if there is none. */
export function labelField(thing: JsonObject): string | undefined {
  const names = Object.keys(thing).filter((name) => isLabel(thing[name]) && !isEcho(name, thing[name]!))
  const firstOf = (wanted: string[]) =>
    wanted.map((label) => names.find((name) => name.toLowerCase() === label)).find(Boolean)
  return (
    firstOf(labels) ??
    names.find((name) => /[a-z_](name|title)$/i.test(name)) ??
    names.find((name) => isFieldOf('name', name)) ??
    firstOf(otherLabels) ??
    names.find((name) => /email$/i.test(name))
  )
}

/** Whether a value can be the name of a record: a text, but no code, address, or placeholder such as `<name>`. */
function isLabel(value: JsonValue | undefined): boolean {
  if (typeof value !== 'string') return false
  const plain = plainText(value)
  return plain !== '' && isSayable(plain) && !(/\bhttps?:\/\//.test(value) && wordsOf(plain).length < 3)
}

/** The name of a record; undefined if it has no name that can be read out. */
export function labelOf(thing: JsonObject): string | undefined {
  const field = labelField(thing)
  return field === undefined ? undefined : plainText(String(thing[field]))
}

/** Whether a record has a text in place of a name, as a message or a comment has. */
export const isText = (thing: JsonObject) =>
  /^(text|markdown|message|content|description)$/i.test(labelField(thing) ?? '')

/**
 * The id of a record: a field such as `id`, a field named after the record (`invoiceId`), or the only field whose name
 * begins or ends with "id".
 */
export function idOf(thing: JsonObject, noun: readonly string[] = []): string | number | undefined {
  const names = Object.keys(thing)
  const isOwn = (name: string) => {
    const words = wordsOf(name)
    // In some languages, the noun comes after "id": "idCategory", "Id_Match".
    const rest = words.at(-1) === 'id' ? words.slice(0, -1) : words[0] === 'id' ? words.slice(1) : []
    return rest.length > 0 && noun.length > 0 && isSameNoun(rest.join(''), noun.join(''))
  }
  const lone = names.filter((name) => /(id|Id|_id|ID)$|^(id|Id|ID)(_|[A-Z])/.test(name))
  const known = ['id', '_id', 'uuid', 'key', 'number']
  const natural = ['isbn', 'sku', 'slug', 'code']
  for (const name of [...known, ...names.filter(isOwn), ...(lone.length === 1 ? lone : []), ...natural]) {
    const value = thing[name]
    if (typeof value === 'string' || typeof value === 'number') return value
  }
  return undefined
}

/** Whether two nouns are the same, but for a plural, even a wrong one such as "matchs". */
const isSameNoun = (one: string, other: string) => one.replace(/e?s$/, '') === other.replace(/e?s$/, '')

/** The id as text if it is short enough for people to use; else undefined. */
export const shortId = (id: string | number | undefined) =>
  id !== undefined && /^[\p{L}\p{N}_-]{1,6}$/u.test(String(id)) && isSayable(id) ? String(id) : undefined

const longestName = 60

/**
 * A record in a few words: "Rex (sold)". The id is included only if the user asks for it or the record has no name.
 * Empty if nothing can be read out.
 */
export function brief(value: JsonValue, language: Language, asked: AskedFor): string {
  if (!isObject(value))
    return Array.isArray(value) || !isSayable(value) ? '' : (speakable(value, language) ?? '')
  const thing = value
  const label = labelOf(thing)
  const id = idOf(thing)
  // Of a message or a comment, people want to know from whom it is.
  const isFrom = (name: string) => label !== undefined && isText(thing) && isFieldOf('person', name)
  // Of a record with several names, such as those of a customer and a product, the first does not tell enough.
  const isOtherName = ([name, value]: Field) => /[a-z_]name$/i.test(name) && value !== label && isLabel(value)
  const [extra] = Object.entries(thing)
    .filter((field) => weightOf(field) > 0 || asked(field[0]) || isFrom(field[0]) || isOtherName(field))
    .filter((field) => isTold(field, asked) && !repeats(field[1], label))
    .sort(
      (a, b) =>
        Number(asked(b[0])) - Number(asked(a[0])) ||
        Number(isOtherName(b)) - Number(isOtherName(a)) ||
        weightOf(b) - weightOf(a),
    )
  const isWord = extra && typeof extra[1] === 'string' && !asked(extra[0])
  const note = extra && (isWord ? speakable(extra[1], language) : fieldWords(extra, language))
  const named = label === undefined ? shortId(id) : cut(label, longestName)
  if (named !== undefined && (label !== undefined || note)) return note ? `${named} (${note})` : named
  return fieldsOf(thing, { language, limit: 2, asked }) || (shortId(id) ?? '')
}

/** Fields of a record in words, such as "price 12, sold": those that the user asks for, else the most important ones. */
export function fieldsOf(
  thing: JsonObject,
  { language, limit, asked }: { language: Language; limit: number; asked: AskedFor },
): string {
  const fields = toldFields(thing, asked).slice(0, limit)
  return fields.map((field) => fieldWords(field, language)).join(', ')
}

/** The fields to read out: those that the user asks for or, if there are none, all fields, the most important first. */
export function toldFields(thing: JsonObject, asked: AskedFor): Field[] {
  const told = Object.entries(thing).filter((field) => isTold(field, asked))
  const wanted = told.filter(([name]) => asked(name))
  return wanted.length > 0 ? wanted : told.sort((a, b) => weightOf(b) - weightOf(a))
}

const asideFields =
  /^(created|updated|modified|last_?(updated|modified|changed)|lat|latitude|lon|lng|longitude|time_?zone)|offset|_ms$/i

/** How important a field is: above 0 for status, price and the like; -1 for `false`, coordinates, change dates; else 0. */
export function weightOf([name, value]: Field): number {
  if (isFieldOf('state', name) || /^(.*_)?(price|amount)$/i.test(name)) return 2
  if (/^(type|kind|total|quantity|count|currency|date|active|enabled|version|level)$/i.test(name)) return 1
  return value === false || asideFields.test(name) ? -1 : 0
}

/** Names of fields that are meant for programs and are not read out. */
const programFields =
  /^(_|@|page|per_?page|limit$|offset$|jsonrpc$|ticket$|object$|etag$|href$|links?$|cursor$|bytes$|url$|uri$)|(token|hash|sha\d*|checksum|Url|Uri|_url|_uri)$/
/** Values that cannot be read out: web addresses, UUIDs, hashes and other long codes, and placeholders. */
const unsayable =
  /\w:\/\/|^(?=.*\d)[\w.+/=-]{14,}$|^[\w-]+:[\w-]+:\S*$|^<[^>]*>$|^\S+(?<=\.\.\.)$|^\{\{.*\}\}$|^\w+[/#]\S+$|^(your|insert|enter|example|sample|dummy)[_-]\w|^your [\w ]+ (name|description|reference|text)$/i

/** Whether a value can be read out on the telephone. */
export const isSayable = (value: JsonValue) =>
  typeof value === 'number' ||
  moment.test(String(value)) ||
  !(unsayable.test(String(value)) || isPlaceholderText(String(value)))

/** Whether a value only repeats the name of its field, as in generated examples: `"raw": "Raw 1"`. */
function isEcho(name: string, value: JsonValue): boolean {
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
function isTold([name, value]: Field, asked: AskedFor): boolean {
  if (value === null || typeof value === 'object' || value === '' || !isSayable(value)) return false
  if (asked(name)) return true
  // The value of a field such as `type` may be the name of a class in a program: "AccessPolicy".
  const isClass = /^(type|kind)$/i.test(name) && /^(?:[A-Z][a-z]+){2,}$/.test(String(value))
  const isAside = isIdName(name) || programFields.test(name) || isEcho(name, value) || isClass
  return !isAside && !(/^status$/i.test(name) && value === 'OK')
}

/** A field in words: "price 12"; for a boolean, "active" or "not active". */
export function fieldWords([name, value]: Field, language: Language): string {
  const { fields, not } = language.sentences
  const words = humanize(name)
  if (/^(true|false)$/.test(String(value)))
    return (String(value) === 'true' ? '{name}' : not).replace('{name}', words.replace(/^(is|has) /, ''))
  const isTime = typeof value === 'string' && moment.test(value)
  if (isTime && words.endsWith('year')) return `${words} ${value.slice(0, 4)}`
  return fields
    .replace('{name}', isTime ? words.replace(/ (at|on)$/, '') : words)
    .replace('{value}', () => speakable(value, language) ?? '')
}
