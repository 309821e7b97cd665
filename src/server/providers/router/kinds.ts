import listed from '../../../../templates/slot-names.json'
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

type Kind = keyof typeof listed
const names = new Map(Object.entries(listed).map(([kind, line]) => [kind, new Set(line.split(' '))]))
const isListed = (kind: Kind, word = '') => names.get(kind)!.has(word)

/**
 * The whole name or its last word. In "preço de custo" and "fecha nacimiento", the first word says what the value is. So
 * the first word of a translated name counts too.
 */
const called =
  (kind: Kind): Test =>
  ({ words, english }) => {
    const has = (word?: string) => isListed(kind, word)
    const is = (said: readonly string[]) => has(said.join('')) || has(said.at(-1))
    return is(words) || (english !== undefined && (is(english) || has(english[0])))
  }
const named =
  (kind: Kind): Test =>
  ({ words }) =>
    isListed(kind, words.join(''))
const withWord =
  (kind: Kind): Test =>
  ({ words, english = [] }) =>
    [...words, ...english].some((word) => isListed(kind, word))
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

const isText: Test = ({ schema }) => accepts(schema, 'string')
const isFree: Test = (slot) => !slot.thing && isText(slot)
const isOpenText = allOf(isFree, ({ choices }) => choices.length === 0)
/** Only mail addresses, by its name. */
const onlyMail: Test = ({ words, english = words }) => isListed('mail', english.at(-1))

const all = <Name extends Kind>(kinds: readonly Name[], test: (kind: Name) => Test) =>
  Object.fromEntries(kinds.map((kind) => [kind, test(kind)])) as Record<Name, Test>

/**
 * The kinds of slots: what the name and the schema of a slot say about its value. `ownName`: the name of a record or person, and
 * no other text. `text`: whole sentences. `lower`, `upper`: the ends of a range or journey. `secret`: never taken from a
 * sentence by a guess.
 */
const KINDS = {
  ...all(['limit', 'quantity', 'money', 'amount', 'category', 'phone', 'time', 'point', 'file'], called),
  ...all(['page', 'offset', 'given', 'family', 'symbol'], named),
  ...all(['iban', 'person', 'secret', 'lower', 'upper'], withWord),
  ...all(['name', 'text', 'query'], (kind) => allOf(isFree, called(kind))),
  ...all(['searched', 'place'], (kind) => allOf(isOpenText, withWord(kind))),
  pageSize: named('limit'),
  ownName: allOf(isFree, named('ownName')),
  town: allOf(isFree, withWord('town')),
  onlyMail,
  mail: anyOf(
    withFormat(/^email$/),
    ({ words, english = [] }) => [...words, ...english].includes('email'),
    onlyMail,
    showing(/@/),
  ),
  url: anyOf(withFormat(/^ur[il]$/), called('url')),
  date: anyOf(withFormat(/^date/), called('date')),
  dateTime: anyOf(withFormat(/^date-time$/), showing(/^\d{4}-\d{2}-\d{2}T\d{2}:/)),
  /** A date or a time. */
  moment: anyOf(withFormat(/^date/), withWord('moment')),
  zone: ({ words }) => /timezone|^(tz|zone)$/.test(words.join('')),
  latitude: ({ words }) => /^lat(i|$)/.test(words.join('')),
  longitude: ({ words }) => /^lo?ng(i|$)/.test(words.join('')),
  ip: anyOf(
    withFormat(/^ip(v[46])?$/),
    ({ words }) => /^ip(v[46])?(address(es)?|addr)?$/.test(words.slice(-2).join('')),
    ({ words }) => /^ips?$/.test(words.at(-1) ?? ''),
  ),
  coin: (slot) =>
    !slot.thing && (slot.words.at(-1) !== 'token' || slot.words.length === 1) && called('coin')(slot),
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
  /** A minimum or maximum, such as `minPrice`. It takes a value only behind a word such as "over". */
  bound: (slot) => withWord('bound')(slot) && !named('limit')(slot),
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
