import type { JsonSchema } from '../model/json.js'
import { isIdName } from '../semantics/id-names.js'
import { valueOfText } from './infer-text.js'
import type { Parameter } from './parameter.js'

/**
 * Adds a default to a schema, and removes its examples. Returns the schema unchanged if its `enum` does not have this
 * value.
 */
export function withDefault(schema: JsonSchema, text: string): JsonSchema {
  const value = valueOfText(text, schema.anyOf?.[0] ?? schema)
  if (schema.enum && !schema.enum.includes(value)) return schema
  const { examples: _, ...rest } = schema
  return { ...rest, default: value }
}

/**
 * The schema of an id that is sent as text. If the example is a number, the ids of other records may still be texts, so
 * the schema accepts both. A documented type has precedence.
 */
export function idSchema(
  name: string,
  { schema, provenance }: Pick<Parameter, 'schema' | 'provenance'>,
): JsonSchema {
  if (schema.type !== 'integer' || provenance[''] !== 'example' || !isIdName(name)) return schema
  const { type, ...rest } = schema
  return { anyOf: [{ type }, { type: 'string' }], ...rest }
}
