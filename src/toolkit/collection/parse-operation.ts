import { MAX_FILE_NESTING } from '../../protocol/nesting.js'
import { tryParseJson } from '../../protocol/parse-json.js'
import type { JsonObject, JsonSchema, JsonValue } from '../model/json.js'
import { mapMembers } from '../model/map-members.js'
import type { Operation, OperationBody, OperationParameter, ValueStyle } from '../model/operation.js'
import { asArray, asObject, asText } from './read-shape.js'

const OPEN = '```openapi'
const CLOSE = '```'

export interface SplitDescription {
  text: string
  block: string | undefined
}

/** Splits the OpenAPI block, a code fence `openapi`, from a description, which Postman keeps while it drops unknown data. */
export function splitOperation(description: string): SplitDescription {
  const start = description.lastIndexOf(OPEN)
  if (start < 0 || (start > 0 && description[start - 1] !== '\n'))
    return { text: description, block: undefined }
  const body = start + OPEN.length
  const end = description.indexOf(`\n${CLOSE}`, body)
  if (end < 0) return { text: description, block: undefined }
  const behind = description.slice(end + 1 + CLOSE.length)
  return {
    text: `${description.slice(0, start)}${behind}`.trim(),
    block: description.slice(body, end).trim(),
  }
}

export function withOperation(text: string, operation: JsonObject): string {
  const compact = JSON.stringify(operation)
  const written = compact.length > MAX_INDENTED ? compact : JSON.stringify(operation, null, 2)
  return `${text === '' ? '' : `${text}\n\n`}${OPEN}\n${written}\n${CLOSE}`
}

/** Maximum length of a block with indentation, in characters. Of a longer one, indentation would be the most. */
const MAX_INDENTED = 2_000

export function parseOperation(block: string): Operation | undefined {
  const written = asObject(tryParseJson(block, MAX_FILE_NESTING))
  if (!written) return undefined
  const body = bodyOf(asObject(written.requestBody))
  return { parameters: asArray(written.parameters).flatMap(parameterOf), ...(body ? { body } : {}) }
}

function parameterOf(value: JsonValue): OperationParameter[] {
  const written = asObject(value)
  const name = asText(written?.name)
  const place = written?.in
  if (!written || name === undefined || (place !== 'path' && place !== 'query' && place !== 'header'))
    return []
  const content = asObject(written.content)
  const style = content ? 'json' : place === 'query' ? styleOf(written) : 'simple'
  return [
    {
      name,
      in: place,
      required: written.required === true || place === 'path',
      schema: described(content ? schemaIn(content) : readSchema(written.schema), written),
      ...(style ? { style } : {}),
    },
  ]
}

function bodyOf(written: JsonObject | undefined): OperationBody | undefined {
  const content = asObject(written?.content)
  if (!written || !content) return undefined
  const encoding = asObject(asObject(Object.values(content)[0])?.encoding) ?? {}
  const styles = Object.entries(encoding).flatMap(([name, one]): [string, ValueStyle][] => {
    const style = styleOf(asObject(one) ?? {})
    return style ? [[name, style]] : []
  })
  return {
    required: written.required === true,
    schema: described(schemaIn(content), written),
    styles: Object.fromEntries(styles),
  }
}

const schemaIn = (content: JsonObject): JsonSchema => readSchema(asObject(Object.values(content)[0])?.schema)

/** Adds `description` and `deprecated` of a parameter or body to its schema, whose own description has precedence. */
function described(schema: JsonSchema, { description, deprecated }: JsonObject): JsonSchema {
  const text = asText(description)
  return {
    ...schema,
    ...(text && !schema.description ? { description: text } : {}),
    ...(deprecated === true ? { deprecated } : {}),
  }
}

/** How the OpenAPI keywords write a parameter; undefined for the default, a repeated name: `a=1&a=2`. */
function styleOf({
  style = 'form',
  explode = style === 'form',
  contentType,
}: JsonObject): ValueStyle | undefined {
  if (style === 'deepObject') return 'deepObject'
  if (typeof contentType === 'string' && /json/i.test(contentType)) return 'json'
  if (explode === true) return undefined
  return style === 'spaceDelimited' || style === 'pipeDelimited' ? style : 'simple'
}

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

/** Keeps the supported keywords of a JSON Schema. The result never rejects a value that the original accepts. */
function readSchema(value: JsonValue | undefined): JsonSchema {
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

/** The alternatives of `anyOf` without `false`; `[]` if another is no object, such as `true`, which matches all. */
function choicesOf(alternatives: JsonValue[]): JsonObject[] {
  const possible = alternatives.filter((one) => one !== false)
  return possible.every((one) => asObject(one)) ? (possible as JsonObject[]) : []
}
