import type { JsonSchema } from './json.js'
import { mapMembers } from './map-members.js'

/**
 * Copies a schema and applies `change` to each schema directly inside it. `key` is the name of the member that the
 * inner schema describes. It is undefined for the schema of an element or of an alternative.
 */
export function mapSchemas(
  schema: JsonSchema,
  change: (inner: JsonSchema, key?: string) => JsonSchema,
): JsonSchema {
  const { properties, items, anyOf, additionalProperties: more } = schema
  return {
    ...schema,
    ...(properties && { properties: mapMembers(properties, change) }),
    ...(items && { items: change(items) }),
    ...(anyOf && { anyOf: anyOf.map((one) => change(one)) }),
    ...(typeof more === 'object' && { additionalProperties: change(more) }),
  }
}
