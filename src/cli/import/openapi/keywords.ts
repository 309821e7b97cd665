import { asArray, asObject, asText } from '../../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../../toolkit/model/json.js'
import { mapSchemas } from '../../../toolkit/model/map-members.js'
import type { SchemaDraft } from './merge-schema.js'

const NUMBERS = [
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const

/**
 * Maximum length of an example as JSON, in characters. Longer examples are left out, because they do not help a model
 * to understand a parameter.
 */
const MAX_EXAMPLE = 500

/**
 * Converts the keywords of an OpenAPI 2.0, 3.0 or 3.1 schema that describe the value itself, such as `type` and
 * `enum`. Keywords that contain other schemas, such as `properties`, are left out.
 */
export function keywordsOf(written: JsonObject): SchemaDraft {
  const draft: SchemaDraft = {}
  const type = typeOf(written)
  if (type !== undefined) draft.type = type
  const format = formatOf(written)
  if (format) draft.format = format
  for (const key of NUMBERS) if (typeof written[key] === 'number') draft[key] = written[key]
  exclusiveBounds(written, draft)
  if (typeof written.pattern === 'string') draft.pattern = written.pattern
  if (typeof written.description === 'string' && written.description.trim() !== '')
    draft.description = written.description.trim()
  if (Array.isArray(written.enum) && written.enum.length > 0) draft.enum = written.enum
  if (written.const !== undefined) draft.const = written.const
  if (written.default !== undefined) draft.default = written.default
  const examples = examplesOf(written)
  if (examples.length > 0) draft.examples = examples
  if (written.deprecated === true) draft.deprecated = true
  if (written.readOnly === true) draft.readOnly = true
  return draft
}

/** The type of a schema. `nullable` becomes the type `null`; a schema with members is an object even without `type`. */
function typeOf(written: JsonObject): string | string[] | undefined {
  const named = [written.type ?? impliedType(written) ?? []].flat()
  const types = named.flatMap((type) => (type === 'file' ? 'string' : typeof type === 'string' ? type : []))
  const isNullable = written.nullable === true || written['x-nullable'] === true
  if (isNullable && types.length > 0 && !types.includes('null')) types.push('null')
  return types.length > 1 ? types : types[0]
}

function impliedType({ properties, additionalProperties, items }: JsonObject): string | undefined {
  if (asObject(properties) || asObject(additionalProperties)) return 'object'
  return asObject(items) ? 'array' : undefined
}

function formatOf({ type, format, contentEncoding, contentMediaType }: JsonObject): string | undefined {
  if (typeof format === 'string') return format
  if (type === 'file') return 'binary'
  if (contentEncoding === 'base64') return 'byte'
  return BINARY.test(asText(contentMediaType) ?? '') ? 'binary' : undefined
}

/** Matches content types of bytes that are no text. OpenAPI 3.1 describes files by them. */
const BINARY = /^(?:image|audio|video|font)\/(?!svg)|^application\/(?:octet-stream|pdf|zip|gzip)/i

/** Sets `exclusiveMinimum` and `exclusiveMaximum`. OpenAPI 3.0 has a flag beside the bound, 3.1 has a number. */
function exclusiveBounds(written: JsonObject, draft: SchemaDraft): void {
  for (const [key, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const value = written[key]
    if (typeof value === 'number') draft[key] = value
    if (value !== true || draft[bound] === undefined) continue
    draft[key] = draft[bound]
    delete draft[bound]
  }
}

/** Up to three short examples: `example`, else the list `examples` of OpenAPI 3.1. */
function examplesOf({ example, examples }: JsonObject): JsonValue[] {
  const all = example === undefined ? asArray(examples) : [example]
  return all.filter((one) => JSON.stringify(one).length <= MAX_EXAMPLE).slice(0, 3)
}

/**
 * Removes the members `readOnly` and `dropped`, which only the import needs, from a schema and from all schemas inside
 * it. `dropped` has the names of properties that were left out; these names are also removed from `required`.
 */
export function finished({ readOnly: _, dropped = [], ...draft }: SchemaDraft): JsonSchema {
  const required = [...new Set(draft.required)].filter((name) => !dropped.includes(name))
  const { required: _names, ...rest } = draft
  return { ...mapSchemas(rest, (inner) => finished(inner)), ...(required.length > 0 ? { required } : {}) }
}
