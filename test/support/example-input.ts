import { valueOfText } from '../../src/toolkit/compile/infer-text.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../src/toolkit/model/json.js'
import type { BodyTemplate } from '../../src/toolkit/model/request-template.js'
import type { Binding, ToolDefinition } from '../../src/toolkit/model/tool.js'
import { BARE, parseLooseJson } from '../../src/toolkit/semantics/loose-json.js'

/** The input a definition was inferred from: the values that its own request is written with, where they are values. */
export function exampleInput(definition: ToolDefinition): JsonObject {
  const input: JsonObject = {}
  for (const binding of definition.bindings) {
    const schema = definition.parameters.properties![binding.parameter]!
    const value = valueFor(binding, { definition, schema })
    if (value !== undefined && !(binding.parameter in input)) input[binding.parameter] = value
  }
  return input
}

interface Known {
  definition: ToolDefinition
  schema: JsonSchema
}

function valueFor(binding: Binding, known: Known): JsonValue | undefined {
  const { url, headers, body } = known.definition.request
  const { schema } = known
  switch (binding.in) {
    case 'path':
      return asTyped(url.variables.find(({ key }) => key === binding.key)?.value, schema) ?? anyOf(schema)
    case 'query':
      return asTyped(url.query[binding.index]?.value, schema) ?? anyOf(schema)
    case 'header':
      return asTyped(headers[binding.index]?.value, schema) ?? anyOf(schema)
    case 'variable':
      return anyOf(schema)
    case 'body':
      return body && bodyValue(body, schema)
  }
}

function bodyValue(body: BodyTemplate, schema: JsonSchema): JsonValue | undefined {
  if (body.mode === 'raw') {
    if (schema.type === 'string') return body.text
    const value = parseLooseJson(body.text)
    return value === undefined ? anyOf(schema) : closed(value, schema)
  }
  if (body.mode !== 'urlencoded' && body.mode !== 'formdata') return anyOf(schema)
  const fields: JsonObject = {}
  for (const { key, value } of body.entries) {
    const field = schema.properties?.[key ?? '']
    if (field) fields[key ?? ''] = field.type === 'object' ? {} : (asTyped(value, field) ?? anyOf(field))
  }
  return fields
}

/** The value with everything that is a hole or a placeholder filled as the schema wants it; members it does not know are left out. */
function closed(value: JsonValue, schema: JsonSchema): JsonValue {
  if (typeof value === 'string') return isOpen(value) ? anyOf(schema) : value
  if (Array.isArray(value))
    return value.map((element) => closed(element, branch(schema, 'array').items ?? {}))
  if (typeof value !== 'object' || value === null) return value
  const { properties, additionalProperties } = branch(schema, 'object')
  const rest = typeof additionalProperties === 'object' ? additionalProperties : undefined
  const members = Object.entries(value).flatMap(([key, member]) => {
    const own = properties?.[key] ?? rest
    return own ? [[key, closed(member, own)] as const] : []
  })
  return Object.fromEntries(members)
}

const branch = (schema: JsonSchema, type: string) => schema.anyOf?.find((one) => one.type === type) ?? schema

const isOpen = (text: string) =>
  text.startsWith(BARE) || text.includes('{{') || /^<[^<>]*>$/.test(text.trim())

const FORMATS: Record<string, string> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T10:00:00Z',
  uuid: '6b1d7c5e-7d0b-4f8e-9a39-0d5a3ab0c001',
  email: 'ann@example.com',
  uri: 'https://example.com',
  byte: 'aGk=',
}

/** Some value the schema takes. */
function anyOf(schema: JsonSchema): JsonValue {
  const [first] = schema.enum ?? []
  if (first !== undefined) return first
  const type = Array.isArray(schema.type) ? schema.type[0] : (schema.type ?? schema.anyOf?.[0]?.type)
  switch (type) {
    case 'integer':
    case 'number':
      return schema.minimum ?? schema.maximum ?? 1
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((key) => [key, anyOf(schema.properties![key]!)]))
    default:
      return FORMATS[schema.format ?? ''] ?? 'text'
  }
}

function asTyped(value: JsonValue | undefined, schema: JsonSchema): JsonValue | undefined {
  if (value === undefined || value === null || value === '' || isOpen(String(value))) return undefined
  // A generator's stand-in, such as `sort_example`, where the description lists the values.
  if (schema.enum && /_example$/.test(String(value))) return undefined
  if (schema.type === 'array') return [asTyped(value, schema.items ?? {}) ?? String(value)]
  return valueOfText(String(value), schema)
}
