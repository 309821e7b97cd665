import type { JsonSchema } from '../model/json.js'
import { mapSchemas, saysType } from '../model/map-members.js'

const UNSUPPORTED = [
  'default',
  'examples',
  'minLength',
  'maxLength',
  'format',
  'deprecated',
  'writeOnly',
] as const

/**
 * The schema for OpenAI's strict mode: every member is required, members that were optional are nullable, and unknown
 * members are refused. Tools accept null for a parameter without a value. Undefined if strict mode cannot express the
 * schema, because it accepts members of any name or a value of any type.
 */
export function toStrictSchema(schema: JsonSchema): JsonSchema | undefined {
  const { properties, required = [], items, anyOf, additionalProperties, ...rest } = schema
  for (const keyword of UNSUPPORTED) delete rest[keyword]
  if (anyOf) {
    const branches = all(anyOf.map(toStrictSchema))
    return branches && { ...rest, anyOf: branches }
  }
  if (schema.type === undefined && !schema.enum && schema.const === undefined) return undefined
  if (saysType(schema, 'array')) {
    const strict = items && toStrictSchema(items)
    return strict && { ...rest, items: strict }
  }
  if (!saysType(schema, 'object')) return rest
  if (!properties || additionalProperties) return undefined
  const members = all(
    Object.entries(properties).map(([key, member]) => {
      const strict = toStrictSchema(member)
      return strict && ([key, required.includes(key) ? strict : nullable(strict)] as const)
    }),
  )
  return (
    members && {
      ...rest,
      properties: Object.fromEntries(members),
      required: Object.keys(properties),
      additionalProperties: false,
    }
  )
}

function nullable(schema: JsonSchema): JsonSchema {
  if (schema.const !== undefined) return { anyOf: [schema, { type: 'null' }] }
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  const types = [schema.type ?? []].flat()
  return {
    ...schema,
    ...(types.length > 0 && !types.includes('null') ? { type: [...types, 'null'] } : {}),
    ...(schema.enum && !schema.enum.includes(null) ? { enum: [...schema.enum, null] } : {}),
  }
}

function all<T>(list: (T | undefined)[]): T[] | undefined {
  return list.every((element) => element !== undefined) ? (list as T[]) : undefined
}

/** Adds `additionalProperties: false` to objects with named members. It informs a reader; tools refuse others anyway. */
export function toClosedSchema(schema: JsonSchema): JsonSchema {
  const { properties = {}, additionalProperties } = schema
  const closed = mapSchemas(schema, (inner) => toClosedSchema(inner))
  const isClosed = Object.keys(properties).length > 0 && additionalProperties === undefined
  return isClosed ? { ...closed, additionalProperties: false } : closed
}
