import type { Language } from '../../../languages/language.js'
import type { JsonSchema, JsonValue } from '../../../toolkit/model/json.js'
import { accepts } from './slots.js'
import type { Token } from './tokens.js'

/** What is needed to convert the words of a value: the language, and the time for words such as "tomorrow". */
export interface CoerceContext {
  language: Language
  /** The current time, for words such as "tomorrow". */
  now: Date
}

/**
 * Converts a token to a value that the schema allows: "yes" gives `true` for a boolean. Undefined if the schema allows
 * no such value.
 */
export function coerce(
  token: Token,
  { schema, context }: { schema: JsonSchema; context: CoerceContext },
): JsonValue | undefined {
  if (accepts(schema, 'array') && !accepts(schema, 'string')) {
    const item = coerce(token, { schema: schema.items ?? {}, context })
    return item === undefined ? undefined : [item]
  }
  if (token.kind === 'date' && takesEpoch(schema)) return epochOf(token, schema)
  if (token.kind === 'number') return coerceNumber(token, schema)
  if (token.kind === 'time' && /^(date|time)/.test(schema.format ?? '')) return undefined
  if (schema.format === 'date' || schema.format === 'date-time') return coerceDate(token, schema)
  if (schema.format === 'email') return token.kind === 'email' ? token.text : undefined
  if (schema.format === 'uri' || schema.format === 'url') return token.kind === 'url' ? token.text : undefined
  // Any text with a digit is accepted: many APIs have shorter ids than the UUIDs in the examples of their collections.
  if (schema.format === 'uuid') return /\d/.test(token.text) ? token.text : undefined
  if (!accepts(schema, 'string') && accepts(schema, 'boolean')) return coerceBoolean(token, context.language)
  return accepts(schema, 'string') ? token.text : undefined
}

function coerceNumber(token: Token, schema: JsonSchema): JsonValue | undefined {
  const value = token.number
  if (value === undefined) return accepts(schema, 'string') ? token.text : undefined
  if (schema.minimum !== undefined && value < schema.minimum) return undefined
  if (schema.maximum !== undefined && value > schema.maximum) return undefined
  if (accepts(schema, 'number')) return value
  if (accepts(schema, 'integer')) return Number.isInteger(value) ? value : undefined
  return accepts(schema, 'string') && [undefined, 'uuid'].includes(schema.format) ? token.text : undefined
}

function coerceBoolean(token: Token, language: Language): boolean | undefined {
  if (language.true.includes(token.lower)) return true
  if (language.false.includes(token.lower)) return false
  return undefined
}

function coerceDate(token: Token, { format, examples = [] }: JsonSchema): string | undefined {
  const date = token.kind === 'date' ? isoDate(token.text) : undefined
  if (date === undefined || format === 'date') return date?.slice(0, 10)
  if (date.length === 10) return `${date}T00:00:00Z`
  if (/(?:Z|[+-]\d{2}:?\d{2})$/.test(date)) return date
  // The time zone of the user is not known. The example shows in which one the API gives its times.
  const [zone = 'Z'] = /(?<=T.*)[+-]\d{2}:?\d{2}$/.exec(String(examples[0])) ?? []
  return `${date}${zone}`
}

/** Converts a date with the day first: "24.12.2026" and "24/12/2026" give `2026-12-24`. Other texts stay unchanged. */
function isoDate(text: string): string {
  const [day, month, year] = text.split(/[./]/)
  if (!/^\d{1,2}[./]/.test(text) || !day || !month || !year) return text
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Whether an integer parameter takes a Unix time: its example has 10 digits (seconds) or 13 digits (milliseconds). */
function takesEpoch(schema: JsonSchema): boolean {
  return accepts(schema, 'integer') && /^1\d{9}(\d{3})?$/.test(String(schema.examples?.[0] ?? ''))
}

function epochOf({ text }: Token, { examples = [] }: JsonSchema): number | undefined {
  const ms = Date.parse(isoDate(text))
  if (Number.isNaN(ms)) return undefined
  return String(examples[0]).length > 10 ? ms : ms / 1000
}
