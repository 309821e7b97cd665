import type { JsonSchema } from '../model/json.js'

/**
 * Writes `additionalProperties: false` at the root and in every object with named members, because a call with an
 * unknown member is refused. Definitions do not repeat this keyword in each object.
 */
export function toClosedSchema(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf, additionalProperties: more } = schema
  const isClosed = properties && Object.keys(properties).length > 0 && more === undefined
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, toClosedSchema) }),
    ...(items && { items: toClosedSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(toClosedSchema) }),
    ...(typeof more === 'object' && { additionalProperties: toClosedSchema(more) }),
    ...(isClosed && { additionalProperties: false }),
  }
}

function mapValues<T>(record: Record<string, T>, map: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
