import { createHash } from 'node:crypto'
import { MAX_FILE_NESTING } from '../../../protocol/nesting.js'
import { parseJson } from '../../../protocol/parse-json.js'
import { schemaOfPlaceholder } from '../../../toolkit/compile/placeholders.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import { isIdName } from '../../../toolkit/semantics/id-names.js'
import { makeValue } from './make-value.js'

/** An example with more characters than this is not changed. */
const MAX_LENGTH = 200_000

/**
 * The body of a saved example with values for placeholders such as `<integer>`; always the same values. `undefined`
 * without placeholders.
 */
export function fillPlaceholders(body: string, noun: string): string | undefined {
  if (body.length > MAX_LENGTH || !/"<\w+>"/.test(body)) return undefined
  try {
    return JSON.stringify(
      filled(parseJson(body, MAX_FILE_NESTING) as JsonValue, { name: noun, noun }),
      null,
      2,
    )
  } catch {
    return undefined
  }
}

function filled(value: JsonValue, place: { name: string; noun: string }): JsonValue {
  if (Array.isArray(value)) return value.map((one) => filled(one, place))
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
    return Object.fromEntries(members.map(([name, one]) => [name, filled(one, { ...place, name })]))
  }
  return typeof value === 'string' && /^<\w+>$/.test(value) ? valueFor(value, place) : value
}

function valueFor(placeholder: string, place: { name: string; noun: string }): JsonValue {
  const { type, format } = schemaOfPlaceholder(placeholder) ?? {}
  const named = makeValue({ ...place, samples: [], index: 0 })
  if (type === 'boolean') return true
  if (type === 'integer') return Math.trunc(typeof named === 'number' ? named : 1)
  if (type === 'number') return typeof named === 'number' ? named : 1
  const made = byFormat(format, place.name)
  if (made !== undefined) return made
  return typeof named === 'string' ? named : isIdName(place.name) ? '1' : String(named)
}

function byFormat(format: string | undefined, name: string): string | undefined {
  if (format === 'date') return '2025-04-01'
  if (format === 'date-time') return '2025-03-01T09:00:00Z'
  if (format === 'email') return 'ana@example.com'
  if (format === 'uri') return `https://example.com/${encodeURIComponent(name)}`
  if (format !== 'uuid') return undefined
  const digest = createHash('sha256').update(name).digest('hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}
