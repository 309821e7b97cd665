import type { JsonSchema } from '../model/json.js'
import { mapSchemas } from '../model/map-schemas.js'

/**
 * Writes `additionalProperties: false` in every object with named members, also at the root. Calls with unknown members
 * are refused anyway; the written keyword shows this to a reader of the schema.
 */
export function toClosedSchema(schema: JsonSchema): JsonSchema {
  const { properties = {}, additionalProperties } = schema
  const closed = mapSchemas(schema, (inner) => toClosedSchema(inner))
  const isClosed = Object.keys(properties).length > 0 && additionalProperties === undefined
  return isClosed ? { ...closed, additionalProperties: false } : closed
}
