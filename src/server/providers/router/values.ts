import type { Language } from '../../../languages/language.js'
import type { JsonSchema, JsonValue } from '../../../toolkit/model/json.js'
import { accepts, isFor, isIp, takesList } from './kinds.js'
import type { Slot } from './slots.js'
import type { Token } from './token.js'

/**
 * Converts a token to a value that the schema of a slot allows: "yes" gives `true` for a boolean. Undefined if the
 * schema allows no such value, or if the value has not the form that the name or the examples of the slot show.
 */
export function valueFor(slot: Slot, token: Token, language: Language): JsonValue | undefined {
  const isMoment = token.kind === 'date' && !slot.schema.format && isFor(slot, 'dateTime')
  const value = isMoment ? coerceDate(token, slot.schema) : coerce(token, { schema: slot.schema, language })
  return value != null && hasForm(slot, value) ? value : undefined
}

function coerce(
  token: Token,
  { schema, language }: { schema: JsonSchema; language: Language },
): JsonValue | undefined {
  if (takesList(schema)) {
    const item = coerce(token, { schema: schema.items ?? {}, language })
    return item === undefined ? undefined : [item]
  }
  const { format } = schema
  if (token.kind === 'date' && takesEpoch(schema)) return epochOf(token, schema)
  if (token.kind === 'number') return coerceNumber(token, schema)
  if (token.kind === 'time' && /^(date|time)/.test(format ?? '')) return undefined
  if (format === 'date' || format === 'date-time') return coerceDate(token, schema)
  if (format === 'email') return token.kind === 'email' ? token.text : undefined
  if (format === 'uri' || format === 'url') return token.kind === 'url' ? token.text : undefined
  // Any text with a digit is accepted: many APIs have shorter ids than the UUIDs in the examples of their collections.
  if (format === 'uuid') return /\d/.test(token.text) ? token.text : undefined
  if (!accepts(schema, 'string') && accepts(schema, 'boolean'))
    return language.true.includes(token.lower)
      ? true
      : language.false.includes(token.lower)
        ? false
        : undefined
  return accepts(schema, 'string') ? token.text : undefined
}

function coerceNumber(token: Token, schema: JsonSchema): JsonValue | undefined {
  const { number: value, text } = token
  if (value === undefined) return accepts(schema, 'string') ? text : undefined
  if (schema.minimum !== undefined && value < schema.minimum) return undefined
  if (schema.maximum !== undefined && value > schema.maximum) return undefined
  if (accepts(schema, 'number')) return value
  if (accepts(schema, 'integer')) return Number.isInteger(value) ? value : undefined
  return accepts(schema, 'string') && [undefined, 'uuid'].includes(schema.format) ? text : undefined
}

function coerceDate(token: Token, { format, examples = [] }: JsonSchema): string | undefined {
  const date = token.kind === 'date' ? isoDate(token.text) : undefined
  if (date === undefined || format === 'date') return date?.slice(0, 10)
  if (/(?:Z|[+-]\d{2}:?\d{2})$/.test(date)) return date
  // The time zone of the user is not known. The example shows in which one the API gives its times.
  const example = String(examples[0] ?? '')
  const own = /(?<=T.*)[+-]\d{2}:?\d{2}$/.exec(example)?.[0]
  const zone = own ?? (format || example.endsWith('Z') ? 'Z' : '')
  return date.length === 10 ? `${date}T00:00:00${format ? 'Z' : zone}` : `${date}${zone}`
}

/** Converts a date with the day first: "24.12.2026" and "24/12/2026" give `2026-12-24`. Other texts stay unchanged. */
function isoDate(text: string): string {
  const [day, month, year] = text.split(/[./]/)
  if (!/^\d{1,2}[./]/.test(text) || !day || !month || !year) return text
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Whether an integer slot takes a Unix time: its example has 10 digits (seconds) or 13 digits (milliseconds). */
function takesEpoch(schema: JsonSchema): boolean {
  return accepts(schema, 'integer') && /^1\d{9}(\d{3})?$/.test(String(schema.examples?.[0] ?? ''))
}

function epochOf({ text }: Token, { examples = [] }: JsonSchema): number | undefined {
  const ms = Date.parse(isoDate(text))
  if (Number.isNaN(ms)) return undefined
  return String(examples[0]).length > 10 ? ms : ms / 1000
}

/**
 * Whether a value has the form that a slot needs: a digit for a phone number or if all examples are numbers, an IP
 * address for an IP address, a letter first for the code of a currency.
 */
function hasForm(slot: Slot, value: JsonValue): boolean {
  const text = String(value)
  const { examples = [] } = slot.schema
  const isFree = isFor(slot, 'name', 'text')
  const isNumeric =
    !isFree && examples.length > 0 && examples.every((one) => /^\d[\d .-]*$/.test(String(one)))
  const isCurrency = slot.words.at(-1) === 'currency' && accepts(slot.schema, 'string') && !isNumeric
  if (isCurrency && !/^\p{L}[\p{L} ]*$/u.test(text)) return false
  return (!(isFor(slot, 'phone') || isNumeric) || /\d/.test(text)) && (!isFor(slot, 'ip') || isIp(text))
}

/** Whether a slot takes a kind of token: a slot only for mail addresses takes no code, and an id no mail address. */
export function takesKind(slot: Slot, { kind }: Token): boolean {
  if (kind === 'email') return isFor(slot, 'mail', 'person', 'name', 'text', 'query') && !isFor(slot, 'id')
  return kind === 'word' || !isFor(slot, 'onlyMail')
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Whether a text is the code of a currency of ISO 4217. */
export const isCurrencyCode = (text: string) => currencies.has(text)

/** The currency code of a word: "euros" gives `EUR`, `ETH` gives `ETH`; undefined if the word is no currency. */
export function currencyOf(
  { kind, lower, text }: Token,
  { currencies: known }: Language,
): string | undefined {
  return known[lower] ?? (kind === 'word' && /^[A-Z]{3,5}$/.test(text) ? text : undefined)
}

/** Whether a token is a currency code, an IP address, a point on a map or a phone number, and so never an id. */
export const isNeverId = ({ text, inWords }: Token) =>
  isCurrencyCode(text) ||
  isIp(text) ||
  /^-?\d+\.\d+,-?\d/.test(text) ||
  (!inWords && /^0[1-9]\d{7,}$/.test(text))
