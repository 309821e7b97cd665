import type { Language } from '../../../languages/language.js'
import type { JsonSchema, JsonValue } from '../../../toolkit/model/json.js'
import { accepts } from './slots.js'
import type { Token } from './tokens.js'

/** What reading a value needs to know. */
export interface CoerceContext {
  language: Language
  /** The present, for "tomorrow". */
  now: Date
}

/** A token as the value a schema wants; undefined when it cannot be one. */
export function coerce(
  token: Token,
  { schema, context }: { schema: JsonSchema; context: CoerceContext },
): JsonValue | undefined {
  if (accepts(schema, 'array') && schema.items && !accepts(schema, 'string')) {
    const item = coerce(token, { schema: schema.items, context })
    return item === undefined ? undefined : [item]
  }
  if (token.kind === 'number') return coerceNumber(token, schema)
  if (token.kind === 'time' && /^(date|time)/.test(schema.format ?? '')) return undefined
  if (schema.format === 'date' || schema.format === 'date-time') return coerceDate(token, schema.format)
  if (schema.format === 'email') return token.kind === 'email' ? token.text : undefined
  if (schema.format === 'uri' || schema.format === 'url') return token.kind === 'url' ? token.text : undefined
  if (schema.format === 'uuid')
    return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(token.text) ? token.text : undefined
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
  return accepts(schema, 'string') && schema.format === undefined ? token.text : undefined
}

function coerceBoolean(token: Token, language: Language): boolean | undefined {
  if (language.true.includes(token.lower)) return true
  if (language.false.includes(token.lower)) return false
  return undefined
}

function coerceDate(token: Token, format: string): string | undefined {
  if (token.kind !== 'date') return undefined
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(token.text)
  if (dotted)
    return inFormat(`${dotted[3]}-${dotted[2]!.padStart(2, '0')}-${dotted[1]!.padStart(2, '0')}`, format)
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(token.text)
  if (slashed)
    return inFormat(`${slashed[3]}-${slashed[1]!.padStart(2, '0')}-${slashed[2]!.padStart(2, '0')}`, format)
  return inFormat(token.text, format)
}

function inFormat(text: string, format: string): string {
  if (format === 'date') return text.slice(0, 10)
  return text.length > 10 ? text.replace(' ', 'T') : `${text}T00:00:00Z`
}
