import type { JsonSchema, JsonValue } from '../../../toolkit/model/json.js'
import { isCapitals, shapeOf, type Token } from './token.js'

/** What decides the kinds of a slot: the words of its name, its schema, the record that it identifies, its choices. */
interface Described {
  words: string[]
  english?: string[]
  schema: JsonSchema
  thing?: string[]
  choices: JsonValue[]
}
type Test = (slot: Described) => boolean

/** Whether the schema allows values of a JSON Schema type, such as `string`. */
export function accepts(schema: JsonSchema, type: string): boolean {
  if (schema.anyOf) return schema.anyOf.some((choice) => accepts(choice, type))
  if (schema.type === undefined) return true
  return Array.isArray(schema.type) ? schema.type.includes(type) : schema.type === type
}

/** Whether the schema takes a list, and no single text in its place. */
export const takesList = (schema: JsonSchema) => accepts(schema, 'array') && !accepts(schema, 'string')

/**
 * The whole name or its last word. In "preço de custo" and "fecha nacimiento", the first word says what the value is. So
 * the first word of a translated name counts too.
 */
const called =
  (pattern: RegExp): Test =>
  ({ words, english }) => {
    const is = (said: readonly string[]) => pattern.test(said.join('')) || pattern.test(said.at(-1) ?? '')
    return is(words) || (english !== undefined && (is(english) || pattern.test(english[0]!)))
  }
const named =
  (pattern: RegExp): Test =>
  ({ words }) =>
    pattern.test(words.join(''))
const withWord =
  (pattern: RegExp): Test =>
  ({ words, english = [] }) =>
    [...words, ...english].some((word) => pattern.test(word))
const ending =
  (pattern: RegExp): Test =>
  ({ words, english = words }) =>
    pattern.test(english.at(-1) ?? '')
const withFormat =
  (pattern: RegExp): Test =>
  ({ schema }) =>
    pattern.test(schema.format ?? '')
const showing =
  (pattern: RegExp): Test =>
  ({ schema: { examples = [], items } }) =>
    [...examples, ...(items?.examples ?? [])].flat().some((example) => pattern.test(String(example)))
const anyOf =
  (...tests: Test[]): Test =>
  (slot) =>
    tests.some((test) => test(slot))
const allOf =
  (...tests: Test[]): Test =>
  (slot) =>
    tests.every((test) => test(slot))
const not =
  (test: Test): Test =>
  (slot) =>
    !test(slot)

const isText: Test = ({ schema }) => accepts(schema, 'string')
const isFree: Test = (slot) => !slot.thing && isText(slot)
const limits = /^(limit|size|pagesize|count|top|max|maxresults|perpage|first|take|rows|numberofresults)$/
const amounts = /^(amount|quantity|qty|value|sum|total)$/
const mails = ending(/^e?mails?$/)

/** The kinds of slots: what the name and the schema of a slot say about its value. */
const KINDS = {
  limit: called(limits),
  pageSize: named(limits),
  page: named(/^(page|pagenumber|pageindex|pageno)$/),
  offset: named(/^(offset|skip|start|startat)$/),
  quantity: called(/^(quantity|qty|count|amount|units|copies|pieces|number)$/),
  money: called(/^(amount|price|cost|value|total|sum|balance)$/),
  amount: called(amounts),
  category: called(/^(type|kind|mode|format|category|status|state|method)$/),
  name: allOf(
    isFree,
    called(
      /^(name|title|label|summary|subject|displayname|fullname|username|text|message|nombre|nome|nom|nama|titulo|titre|judul|bezeichnung)$/,
    ),
  ),
  /** The name of a record or person, and no other text such as a message. */
  ownName: allOf(isFree, named(/^(full|display)?name$/)),
  /** Whole sentences, such as a description. */
  text: allOf(
    isFree,
    called(
      /^(text|message|description|note|notes|comment|comments|summary|title|subject|content|body|reason|details|remark|markdown|question|prompt)$/,
    ),
  ),
  query: allOf(
    isFree,
    called(/^(q|query|search|keyword|keywords|term|filter|searchterm|searchtext|input|searchquery)$/),
  ),
  searched: allOf(
    isFree,
    ({ choices }) => choices.length === 0,
    withWord(/^(address|location|place|city|q|query|search|input|keyword|term|text|question)$/),
  ),
  place: allOf(
    isFree,
    ({ choices }) => choices.length === 0,
    withWord(/^(address|city|country|location|place|region|street|town|venue)$/),
  ),
  town: allOf(isFree, withWord(/^(city|town)$/)),
  given: named(/^(firstname|givenname|forename|first|vorname|prenom|nombre|nome)$/),
  family: named(/^(lastname|familyname|surname|last|nachname|apellido|sobrenome)$/),
  phone: called(/^(phone|mobile|cell|tel|telephone|msisdn|whatsapp|(phone|mobile)n(o|umber))$/),
  mail: anyOf(withFormat(/^email$/), withWord(/^email$/), mails, showing(/@/)),
  /** Only mail addresses, by its name. */
  onlyMail: mails,
  url: anyOf(withFormat(/^ur[il]$/), called(/^(ur[il]|link|website)$/)),
  time: called(/^(time|hour|uhrzeit)$/),
  date: anyOf(withFormat(/^date/), called(/^(date|day|on|since|until)$/)),
  dateTime: anyOf(withFormat(/^date-time$/), showing(/^\d{4}-\d{2}-\d{2}T\d{2}:/)),
  /** A date or a time. */
  moment: anyOf(withFormat(/^date/), withWord(/^(date|time|created|updated|modified|at|timestamp|born)$/)),
  zone: named(/timezone|^(tz|zone)$/),
  point: called(/^(locations?|coordinates?|latlng|latlong|point|points|position|center|geo)$/),
  latitude: named(/^lat(i|$)/),
  longitude: named(/^lo?ng(i|$)/),
  file: called(/^(path|file|filename)$/),
  ip: anyOf(
    withFormat(/^ip(v[46])?$/),
    ({ words }) => /^ip(v[46])?(address(es)?|addr)?$/.test(words.slice(-2).join('')),
    ({ words }) => /^ips?$/.test(words.at(-1) ?? ''),
  ),
  iban: withWord(/^iban$/),
  coin: ({ words, ...slot }) =>
    !slot.thing &&
    (words.at(-1) !== 'token' || words.length === 1) &&
    called(/^(coin|asset|token)$/)({ words, ...slot }),
  symbol: named(/^(symbols?|ticker|asset|coin|pair)$/),
  currency: ({ words }) => words.includes('currency'),
  /** A currency by its name or its examples. */
  takesCurrency: allOf(
    isText,
    anyOf(
      ({ words }) => words.includes('currency'),
      showing(/^(USD|EUR|GBP|CHF|JPY|CAD|AUD|SGD|INR|CNY|SEK|NOK|DKK|PLN)$/),
    ),
  ),
  id: ({ words }) => /^(ids?|uuid|guid)$/.test(words.at(-1) ?? ''),
  person: withWord(
    /^(users?|login|account|owners?|members?|recipients?|to|from|cc|bcc|sender|receiver|assignees?|author|contacts?|customer|clients?|person|reviewers?|invitees?|attendees?|participants?|subscribers?|shopper|payer|payee)$/,
  ),
  /** A secret, which is never taken from a sentence by a guess. */
  secret: withWord(/^(password|passwort|pwd|secret|token|pin|apikey)$/),
  /** The lower end of a range, or the start of a journey or transfer. */
  lower: withWord(
    /^(from|since|start|begin|min|minimum|after|gt|gte|greater|above|over|source|origins?|earliest|checkin)$/,
  ),
  /** The upper end of a range, or the end of a journey or transfer. */
  upper: withWord(
    /^(to|until|till|end|max|maximum|before|lt|lte|less|below|under|target|destinations?|dest|latest|checkout)$/,
  ),
  /** A minimum or maximum, such as `minPrice`. It takes a value only behind a word such as "over". */
  bound: allOf(
    withWord(/^(min|minimum|gt|gte|greater|above|over|max|maximum|lt|lte|less|below|under)$/),
    not(named(limits)),
  ),
  /** Any text: it is no id and has neither a format nor fixed values. */
  plain: ({ thing, schema, choices }) =>
    !thing && !schema.format && choices.length === 0 && accepts(schema, 'string'),
  /** Yes or no. */
  switch: ({ schema, thing }) => {
    const texts = (schema.enum ?? schema.examples ?? []).map(String)
    const isWords = texts.length > 0 && texts.every((text) => text === 'true' || text === 'false')
    return !thing && (isWords || (accepts(schema, 'boolean') && schema.type !== undefined))
  },
  number: ({ schema, thing }) => {
    const shown = [...(schema.examples ?? []), schema.default ?? []].flat()
    const isNumeric = shown.length > 0 && shown.every((one) => /^-?\d+(\.\d+)?$/.test(String(one)))
    if (accepts(schema, 'string') && !isNumeric) return false
    return !thing && ['number', 'integer', 'string'].some((type) => accepts(schema, type))
  },
} satisfies Record<string, Test>

/** A kind of slot. A slot can be of several kinds. */
export type SlotKind = keyof typeof KINDS

/** Whether the value of a slot is of one of these kinds. */
export const isFor = (slot: Described, ...kinds: SlotKind[]) => kinds.some((kind) => KINDS[kind](slot))

/** Whether a word in the name of a slot says nothing about what the value belongs to, as "id" and "value". */
export const isGeneral = (word: string) =>
  /^(amount|currency|name|id|key|code|value|number|type|title|ref)$/.test(word)

/** Whether a text is an IP address or a range of addresses. */
export const isIp = (text: string) => /^\d+\.\d+\.\d+\.\d+(\/\d+)?$|^[\da-f]*(:[\da-f]*){2,7}$/i.test(text)

const ofKind = (kind: Token['kind']) => (token: Token) => token.kind === kind
const written = (pattern: RegExp) => (token: Token) => pattern.test(token.text)

/** Forms by which a value is recognized, whatever words are around it. */
const FORMS = {
  email: ofKind('email'),
  url: ofKind('url'),
  time: ofKind('time'),
  date: ofKind('date'),
  international: written(/^\+\d{7,}$/),
  phone: written(/^0\d{8,}$/),
  point: written(/^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/),
  file: written(/\.\p{L}{2,4}$/u),
  zone: written(/^\p{Lu}\p{L}+\//u),
  iban: written(/^\p{Lu}{2}\d{2}[\p{Lu}\d]{10,30}$/u),
  capitals: isCapitals,
}

/**
 * How a value of a form fits a kind of slot. If `others` is given, it is the score for any other slot, and the value is
 * nothing else, such as a name.
 */
interface Fit {
  form: keyof typeof FORMS
  kind: SlotKind
  score: number
  others?: number
}

const FITS: readonly Fit[] = [
  { form: 'email', kind: 'mail', score: 1.5, others: 0 },
  { form: 'url', kind: 'url', score: 1.2, others: 0 },
  { form: 'time', kind: 'time', score: 1, others: 0 },
  { form: 'date', kind: 'date', score: 1, others: 0 },
  { form: 'international', kind: 'phone', score: 1.2, others: -1 },
  { form: 'phone', kind: 'phone', score: 1.2 },
  { form: 'point', kind: 'point', score: 1.2, others: -1 },
  { form: 'file', kind: 'file', score: 1 },
  { form: 'zone', kind: 'zone', score: 1.2 },
]

/** The evidence from the form of a value. Undefined if its form says nothing about the slot. */
export function formFit(slot: Described, token: Token): number | undefined {
  for (const { form, kind, score, others } of FITS)
    if (FORMS[form](token)) {
      if (isFor(slot, kind)) return score
      if (others !== undefined) return others
    }
  return undefined
}

/** Forms that only suit a kind of slot. Such a slot takes the value if no other slot and no other value does. */
const SUITS: readonly Pick<Fit, 'form' | 'kind'>[] = [
  { form: 'email', kind: 'mail' },
  { form: 'email', kind: 'person' },
  { form: 'url', kind: 'url' },
  { form: 'iban', kind: 'iban' },
  { form: 'capitals', kind: 'symbol' },
]

/** How well the form of a value suits a slot; 0 if it does not. */
export function suits(slot: Described, token: Token): number {
  const at = SUITS.findIndex(({ form, kind }) => FORMS[form](token) && isFor(slot, kind))
  return at < 0 ? 0 : 0.7 - 0.01 * at
}

/** Whether a code or a word in capitals has the same shape as an example of the slot. */
export function isLikeExample(slot: Described, { text, kind }: Token): boolean {
  const shape = shapeOf(text)
  return (
    (kind === 'word' || kind === 'code') &&
    slot.choices.length === 0 &&
    !isFor(slot, 'category') &&
    (/A/.test(shape) || /9[./]9[./]9/.test(shape)) &&
    shape !== 'Aa' &&
    text.length > 2 &&
    (slot.schema.examples ?? []).some((example) => typeof example === 'string' && shapeOf(example) === shape)
  )
}
