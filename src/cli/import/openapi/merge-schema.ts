import type { JsonSchema, JsonValue } from '../../../toolkit/model/json.js'

/** A schema that is still being read. */
export interface SchemaDraft extends JsonSchema {
  properties?: Record<string, SchemaDraft>
  items?: SchemaDraft
  anyOf?: SchemaDraft[]
  /** Whether only the server sets the value, so that requests omit it. */
  readOnly?: boolean
  /** The names of members that are left out: read-only in a request, write-only in a response. */
  dropped?: string[]
}

/** Maximum number of combined alternatives. If there would be more, the alternatives of only one schema are kept. */
const MAX_CHOICES = 32

/**
 * Merges two schemas into one with the requirements of both, as in `allOf`. If both have a keyword that cannot be
 * combined, such as `description`, the keyword of the first schema is kept.
 */
export function mergeSchemas(first: SchemaDraft, second: SchemaDraft): SchemaDraft {
  if (isEmpty(second)) return first
  if (isEmpty(first)) return second
  if (first.anyOf || second.anyOf) return mergeChoices(first, second)
  const merged: SchemaDraft = { ...second, ...first }
  const types = sharedTypes(first.type, second.type)
  if (types !== undefined) merged.type = types
  const values = sharedValues(first.enum, second.enum)
  if (values) merged.enum = values
  bound(merged, [first, second])
  if (first.items && second.items) merged.items = mergeSchemas(first.items, second.items)
  mergeMembers(merged, first, second)
  return merged
}

const isEmpty = (schema: SchemaDraft) => Object.keys(schema).length === 0

/** Merges each alternative of one schema with each alternative of the other schema. */
function mergeChoices(first: SchemaDraft, second: SchemaDraft): SchemaDraft {
  const [lefts, rights] = [first.anyOf ?? [withoutNotes(first)], second.anyOf ?? [withoutNotes(second)]]
  const notes = { ...notesOf(second), ...notesOf(first) }
  if (lefts.length * rights.length > MAX_CHOICES)
    return { ...notes, ...(first.anyOf ? { anyOf: lefts } : { anyOf: rights }) }
  return { ...notes, anyOf: lefts.flatMap((left) => rights.map((right) => mergeSchemas(left, right))) }
}

const NOTES = ['description', 'default', 'examples', 'deprecated', 'readOnly'] as const

/** The annotations of a schema: keywords such as `description`, which reject no value. */
export function notesOf(schema: SchemaDraft): SchemaDraft {
  return Object.fromEntries(
    NOTES.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]])),
  ) as SchemaDraft
}

export function withoutNotes(schema: SchemaDraft): SchemaDraft {
  const rest = { ...schema }
  for (const key of NOTES) delete rest[key]
  return rest
}

function sharedTypes(first: SchemaDraft['type'], second: SchemaDraft['type']): string | string[] | undefined {
  if (first === undefined || second === undefined) return first ?? second
  const [own, others] = [[first].flat(), [second].flat()]
  const shared = own.flatMap((type) => {
    if (others.includes(type)) return [type]
    if (type === 'number' && others.includes('integer')) return ['integer']
    return type === 'integer' && others.includes('number') ? ['integer'] : []
  })
  if (shared.length === 0) return first
  return shared.length === 1 ? shared[0] : shared
}

function sharedValues(first?: JsonValue[], second?: JsonValue[]): JsonValue[] | undefined {
  if (!first || !second) return first ?? second
  const known = new Set(second.map((value) => JSON.stringify(value)))
  const shared = first.filter((value) => known.has(JSON.stringify(value)))
  return shared.length > 0 ? shared : first
}

const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const

/** Sets each bound of `merged` to the narrower one of the schemas: the larger minimum, the smaller maximum. */
function bound(merged: SchemaDraft, schemas: SchemaDraft[]): void {
  const narrow = (
    keys: readonly (typeof LOWER | typeof UPPER)[number][],
    pick: (...values: number[]) => number,
  ) => {
    for (const key of keys) {
      const values = schemas.flatMap((schema) => schema[key] ?? [])
      if (values.length > 1) merged[key] = pick(...values)
    }
  }
  narrow(LOWER, Math.max)
  narrow(UPPER, Math.min)
}

function mergeMembers(merged: SchemaDraft, first: SchemaDraft, second: SchemaDraft): void {
  const dropped = [...new Set([...(first.dropped ?? []), ...(second.dropped ?? [])])]
  if (dropped.length > 0) merged.dropped = dropped
  const required = [...new Set([...(first.required ?? []), ...(second.required ?? [])])]
  if (required.length > 0) merged.required = required
  if (first.properties || second.properties) {
    const members = { ...second.properties, ...first.properties }
    for (const [key, member] of Object.entries(first.properties ?? {})) {
      const other =
        second.properties && Object.hasOwn(second.properties, key) ? second.properties[key] : undefined
      if (other) members[key] = mergeSchemas(member, other)
    }
    merged.properties = members
  }
  const more = sharedRest(first, second)
  if (more === undefined) delete merged.additionalProperties
  else merged.additionalProperties = more
}

/**
 * `additionalProperties` of the merged schema. A schema for further members is preferred to `true` and `false`. `false`
 * in one schema would forbid the members of the other schema. So `false` is kept only if the other schema has `false`
 * too, or has no members.
 */
function sharedRest(first: SchemaDraft, second: SchemaDraft): SchemaDraft['additionalProperties'] {
  const [own, other] = [first.additionalProperties, second.additionalProperties]
  if (typeof own === 'object') return own
  if (typeof other === 'object') return other
  if (own === false && (other === false || !second.properties)) return false
  if (other === false && !first.properties) return false
  return own === true || other === true ? true : undefined
}
