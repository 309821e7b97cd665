import { isIdName } from '../meaning/id-names.js'
import type { JsonSchema } from '../model/json.js'
import { valueOfText } from './infer-text.js'
import type { Parameter } from './parameter.js'

/** A schema with the value that is sent when none is given; it says more than an example of the same. */
export function withDefault(schema: JsonSchema, text: string): JsonSchema {
  const value = valueOfText(text, schema.anyOf?.[0] ?? schema)
  if (schema.enum && !schema.enum.includes(value)) return schema
  const { examples: _, ...rest } = schema
  return { ...rest, default: value }
}

/**
 * The schema of an id that is sent as text. That one record has a number does not say that all have: numbers and texts are taken, here
 * as in every other tool of the API. A type that is documented stays.
 */
export function idSchema(
  name: string,
  { schema, provenance }: Pick<Parameter, 'schema' | 'provenance'>,
): JsonSchema {
  if (schema.type !== 'integer' || provenance[''] !== 'example' || !isIdName(name)) return schema
  const { type, ...rest } = schema
  return { anyOf: [{ type }, { type: 'string' }], ...rest }
}
