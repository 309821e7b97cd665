import type { JsonSchema, JsonValue } from '../../model/json.js'
import { escapeKey } from '../../model/json-pointer.js'
import { schemaOfMember } from '../../model/map-members.js'

/** Whether a text has the digits of an integer that no JavaScript number holds. JSON bodies have it as a number. */
export function isLongInteger(value: unknown): value is string {
  return typeof value === 'string' && /^-?[1-9]\d{15,}$/.test(value) && !Number.isSafeInteger(Number(value))
}

/** Whether a text has digits that a number would not keep: leading zeros, a plus sign, or too many of them. */
export function isExactText(value: unknown): value is string {
  return isLongInteger(value) || (typeof value === 'string' && /^(?:\+\d+|[+-]?0\d+)$/.test(value))
}

/** The JSON pointers of the long integers in a value, at places where the schema accepts numbers but no texts. */
export function longIntegersOf(value: JsonValue, schema: JsonSchema | undefined): ReadonlySet<string> {
  const found = new Set<string>()
  if (schema) collect(value, { schemas: [schema], pointer: '', found })
  return found
}

interface ValuePlace {
  schemas: JsonSchema[]
  pointer: string
  found: Set<string>
}

function collect(value: JsonValue, { schemas, pointer, found }: ValuePlace): void {
  const choices = schemas.flatMap((schema) => schema.anyOf ?? [schema])
  if (isLongInteger(value)) {
    if (takesNumbersOnly(choices)) found.add(pointer)
  } else if (Array.isArray(value)) {
    const items = choices.flatMap((schema) => schema.items ?? [])
    for (const [index, one] of value.entries())
      collect(one, { schemas: items, pointer: `${pointer}/${index}`, found })
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      const inside = choices.flatMap((schema) => schemaOfMember(schema, key) ?? [])
      collect(one, { schemas: inside, pointer: `${pointer}/${escapeKey(key)}`, found })
    }
  }
}

function takesNumbersOnly(schemas: JsonSchema[]): boolean {
  const types = schemas.flatMap(({ type }) => type ?? 'string')
  return !types.includes('string') && types.some((type) => type === 'integer' || type === 'number')
}

/** A value as JSON. The texts at the pointers in `numbers` are written without quotes, as numbers. */
export function writeJson(value: JsonValue, numbers: ReadonlySet<string> = new Set()): string {
  return numbers.size === 0 ? JSON.stringify(value) : write(value, { pointer: '', numbers })
}

function write(value: JsonValue, place: { pointer: string; numbers: ReadonlySet<string> }): string {
  const { pointer, numbers } = place
  if (Array.isArray(value))
    return `[${value.map((one, index) => write(one, { pointer: `${pointer}/${index}`, numbers })).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, one]) => {
      const text = write(one, { pointer: `${pointer}/${escapeKey(key)}`, numbers })
      return `${JSON.stringify(key)}:${text}`
    })
    return `{${members.join(',')}}`
  }
  return typeof value === 'string' && numbers.has(pointer) ? value : JSON.stringify(value)
}
