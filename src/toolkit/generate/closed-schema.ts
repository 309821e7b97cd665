import type { JsonSchema } from '../model/json.js'
import { mapSchemas } from '../model/map-schemas.js'

/**
 * Adds `additionalProperties: false` to every object that has named members, also to the outermost one. Tools refuse
 * unknown members even without this keyword. The keyword only informs a reader of the schema.
 */
export function toClosedSchema(schema: JsonSchema): JsonSchema {
  const { properties = {}, additionalProperties } = schema
  const closed = mapSchemas(schema, (inner) => toClosedSchema(inner))
  const isClosed = Object.keys(properties).length > 0 && additionalProperties === undefined
  return isClosed ? { ...closed, additionalProperties: false } : closed
}
