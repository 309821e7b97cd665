import type { JsonObject, JsonSchema, JsonValue } from '../model/json.js'
import { mapMembers } from '../model/map-members.js'
import { asArray, asObject } from './read-shape.js'

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const TEXTS = ['description', 'format', 'pattern'] as const
const NUMBERS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const

/**
 * Reads a JSON Schema: keeps the supported keywords and drops all others. The result never rejects a value that the
 * original accepts.
 */
export function readSchema(value: JsonValue | undefined): JsonSchema {
  const written = asObject(value)
  if (!written) return {}
  const schema: JsonSchema = {}
  const type = typeOf(written.type)
  if (type !== undefined) schema.type = type
  for (const keyword of TEXTS) if (typeof written[keyword] === 'string') schema[keyword] = written[keyword]
  for (const keyword of NUMBERS) if (typeof written[keyword] === 'number') schema[keyword] = written[keyword]
  if (written.deprecated === true) schema.deprecated = true
  if (written.format === 'password') schema.writeOnly = true
  if (Array.isArray(written.enum) && written.enum.length > 0) schema.enum = written.enum
  if (written.const !== undefined) schema.const = written.const
  if (written.default !== undefined) schema.default = written.default
  if (Array.isArray(written.examples)) schema.examples = written.examples
  return { ...schema, ...membersOf(written) }
}

function typeOf(value: JsonValue | undefined): string | string[] | undefined {
  const known = [value].flat().filter((name): name is string => typeof name === 'string' && TYPES.has(name))
  return known.length > 1 ? known : known[0]
}

function membersOf(written: JsonObject): JsonSchema {
  const { items, additionalProperties: more } = written
  const properties = asObject(written.properties)
  const required = asArray(written.required).filter((name) => typeof name === 'string')
  const choices = choicesOf(asArray(written.anyOf ?? written.oneOf))
  return {
    ...(properties ? { properties: mapMembers(properties, readSchema) } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(typeof more === 'boolean' ? { additionalProperties: more } : {}),
    ...(asObject(more) ? { additionalProperties: readSchema(more) } : {}),
    ...(asObject(items) ? { items: readSchema(items) } : {}),
    ...(choices.length > 0 ? { anyOf: choices.map(readSchema) } : {}),
  }
}

/**
 * The alternatives of `anyOf`, without `false`, because no value matches `false`. Returns `[]` if one of the others is
 * not an object: `true`, for example, matches every value.
 */
function choicesOf(alternatives: JsonValue[]): JsonObject[] {
  const possible = alternatives.filter((one) => one !== false)
  return possible.every((one) => asObject(one)) ? (possible as JsonObject[]) : []
}
