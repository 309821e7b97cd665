import type { JsonSchema } from '../model/json.js'
import { mapSchemas } from '../model/map-schemas.js'

/**
 * Writes `additionalProperties: false` at the root and in every object with named members, because a call with an
 * unknown member is refused. Tool definitions may omit the keyword: unknown members are refused without it too.
 */
export function toClosedSchema(schema: JsonSchema): JsonSchema {
  const { properties = {}, additionalProperties } = schema
  const closed = mapSchemas(schema, (inner) => toClosedSchema(inner))
  const isClosed = Object.keys(properties).length > 0 && additionalProperties === undefined
  return isClosed ? { ...closed, additionalProperties: false } : closed
}
