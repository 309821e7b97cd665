import type { JsonSchema } from '../model/json.js'

/**
 * The schema with `additionalProperties: false` written out wherever a call is refused for an unknown member: at the root and in every object that shows
 * its members. Definitions leave it out there, because it repeats.
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
