import type { JsonSchema, JsonValue } from '../model/json.js'
import { sureSpans } from '../secrets/credential-value.js'

/** The type as which all texts can be read: those of addresses, headers and forms have none of their own. */
export function inferText(samples: string[]): JsonSchema {
  const texts = samples.map((sample) => sample.trim()).filter(Boolean)
  if (texts.length === 0) return { type: 'string' }
  // `TRUE` and `True` are strings. As booleans, they would be sent in lower case, which the API may not accept.
  if (texts.every((text) => /^(true|false)$/.test(text))) return { type: 'boolean' }
  if (texts.every(isInteger)) return { type: 'integer' }
  if (texts.every(isNumber)) return { type: 'number' }
  return { type: 'string', ...formatOf(texts) }
}

/** Whether a text is an integer that stays the same when parsed: no leading zero, and not too large. */
function isInteger(text: string): boolean {
  return /^-?(0|[1-9]\d{0,14})$/.test(text)
}

function isNumber(text: string): boolean {
  return isInteger(text) || /^-?(0|[1-9]\d{0,9})\.\d{1,6}$/.test(text)
}

const FORMATS: { format: string; pattern: RegExp }[] = [
  {
    format: 'date-time',
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/,
  },
  { format: 'date', pattern: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/ },
  { format: 'uuid', pattern: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i },
  { format: 'email', pattern: /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/ },
  { format: 'uri', pattern: /^https?:\/\/[^\s{}]+$/ },
]

export function formatOf(texts: string[]): { format?: string } {
  if (texts.length === 0) return {}
  const found = FORMATS.find(({ pattern }) => texts.every((text) => pattern.test(text)))
  return found ? { format: found.format } : {}
}

/** Whether a text looks like an id or hash, which a model could send as a real one, or has a credential. */
export const isOpaque = (text: string): boolean =>
  (text.length >= 20 && /\d/.test(text) && /^[\w-]+$/.test(text)) || sureSpans(text).length > 0

/** Whether a value only repeats the name of its parameter, as generators write: `sort_example` for `sort`. */
export const isOwnName = (text: string, key: string): boolean =>
  text.replace(/_example$/, '').toLowerCase() === key.toLowerCase()

export function valueOfText(text: string, schema: JsonSchema): JsonValue {
  if (schema.type === 'boolean') return text.trim().toLowerCase() === 'true'
  if (schema.type === 'integer' || schema.type === 'number') return Number(text)
  return text
}

export function guessFromName(name: string): JsonSchema {
  if (
    /^(page|limit|offset|size|count|skip|take|top)$|(page_?size|per_?page|page_?number|_count|Count)$/.test(
      name,
    )
  ) {
    return { type: 'integer' }
  }
  return /^(is|has)[_A-Z]/.test(name) ? { type: 'boolean' } : { type: 'string' }
}
