import { createHash } from 'node:crypto'
import { MAX_FILE_NESTING } from '../../../protocol/nesting.js'
import { parseJson } from '../../../protocol/parse-json.js'
import { schemaOfPlaceholder } from '../../../toolkit/compile/placeholders.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import type { ValueContext } from './make-value.js'
import { makeValue } from './make-value.js'

/** An example with more characters than this is not changed. */
const MAX_LENGTH = 200_000

/**
 * Fills placeholders such as `<integer>` in the body of a saved example, always with the same values. Returns
 * `undefined` if the body has no placeholders.
 */
export function fillPlaceholders(body: string, noun: string): string | undefined {
  if (body.length > MAX_LENGTH || !/"<\w+>"/.test(body)) return undefined
  try {
    return JSON.stringify(
      filled(parseJson(body, MAX_FILE_NESTING) as JsonValue, { name: noun, noun, index: 0 }),
      null,
      2,
    )
  } catch {
    return undefined
  }
}

/** Where a placeholder is: the name of the member that contains it, and the position in the list around that member. */
type Place = Omit<ValueContext, 'samples'>

function filled(value: JsonValue, place: Place): JsonValue {
  if (Array.isArray(value)) return value.map((one, index) => filled(one, { ...place, index }))
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
    return Object.fromEntries(members.map(([name, one]) => [name, filled(one, { ...place, name })]))
  }
  return typeof value === 'string' && /^<\w+>$/.test(value) ? valueFor(value, place) : value
}

function valueFor(placeholder: string, place: Place): JsonValue {
  const { type, format } = schemaOfPlaceholder(placeholder) ?? {}
  const named = makeValue({ ...place, samples: [] })
  if (type === 'boolean') return true
  if (type === 'integer') return Math.trunc(typeof named === 'number' ? named : place.index + 1)
  if (type === 'number') return typeof named === 'number' ? named : place.index + 1
  const made = byFormat(format, place)
  if (made !== undefined) return made
  return String(named)
}

function byFormat(format: string | undefined, { name, index }: Place): string | undefined {
  const day = String(1 + (index % 28)).padStart(2, '0')
  if (format === 'date') return `2025-04-${day}`
  if (format === 'date-time') return `2025-03-${day}T09:00:00Z`
  if (format === 'email') return 'ana@example.com'
  if (format === 'uri') return `https://example.com/${encodeURIComponent(name)}`
  if (format !== 'uuid') return undefined
  const digest = createHash('sha256')
    .update(index === 0 ? name : `${name} ${index}`)
    .digest('hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}
