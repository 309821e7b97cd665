import type { JsonObject, JsonSchema, JsonValue } from '../../model/json.js'
import { isCredentialLike } from '../../secrets/credential-name.js'

/**
 * Selects the optional members in the sample of an object. `all` selects all of them, `needed` only those with an
 * example. An optional member that is a credential is never selected. Required members are always in the sample.
 */
export type Members = 'all' | 'needed'

const MAX_DEPTH = 6

const FORMATS: Record<string, string> = {
  date: 'date',
  'date-time': 'dateTime',
  uuid: 'uuid',
  email: 'email',
  uri: 'uri',
}

/**
 * Returns a sample value for a schema. This is the example, the default, the constant or the first enum value that the
 * schema has. If the schema has none of these, the sample is built from placeholders such as `<integer>`. The function
 * never invents real values.
 */
export function sampleOf(schema: JsonSchema, members: Members, depth = 0): JsonValue {
  const known = ownValue(schema)
  if (known !== undefined) return known
  const [choice] = schema.anyOf ?? []
  if (choice) return sampleOf(choice, members, depth)
  const type = [schema.type ?? []].flat().find((one) => one !== 'null')
  switch (type) {
    case 'object':
      return sampleObject(schema, members, depth)
    case 'array':
      return depth < MAX_DEPTH && schema.items ? [sampleOf(schema.items, members, depth + 1)] : []
    case 'integer':
    case 'number':
    case 'boolean':
      return `<${type}>`
    default:
      return `<${FORMATS[schema.format ?? ''] ?? 'string'}>`
  }
}

/** The value that a schema itself gives: its example, default, constant or first enum value; undefined without any. */
function ownValue({
  examples,
  default: preset,
  const: only,
  enum: values,
}: JsonSchema): JsonValue | undefined {
  return [examples?.[0], preset, only, values?.find((value) => value !== null)].find(
    (value) => value !== undefined && value !== null,
  )
}

function sampleObject(
  { properties = {}, required = [] }: JsonSchema,
  members: Members,
  depth: number,
): JsonObject {
  if (depth >= MAX_DEPTH) return {}
  const shown = Object.entries(properties).filter(
    ([name, member]) =>
      required.includes(name) ||
      (!isCredentialLike(name) && (members === 'all' || (member.examples ?? []).length > 0)),
  )
  return Object.fromEntries(shown.map(([name, member]) => [name, sampleOf(member, members, depth + 1)]))
}

/** An example without optional credentials, so that tool calls do not need these credentials. */
export function withoutOptionalCredentials(value: JsonValue, schema: JsonSchema): JsonValue {
  if (Array.isArray(value)) return value.map((one) => withoutOptionalCredentials(one, schema.items ?? {}))
  if (typeof value !== 'object' || value === null) return value
  const { properties = {}, required = [] } = schema.anyOf?.[0] ?? schema
  const kept = Object.entries(value).filter(([name]) => required.includes(name) || !isCredentialLike(name))
  return Object.fromEntries(
    kept.map(([name, member]) => [name, withoutOptionalCredentials(member, properties[name] ?? {})]),
  )
}

/** A sample as the text of a parameter. `separator` joins the values of a list; without it, the first value is used. */
export function sampleText(schema: JsonSchema, separator?: string): string {
  const value = sampleOf(schema, 'needed')
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value)
  const texts = value.map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one)))
  return separator === undefined ? (texts[0] ?? '<string>') : texts.join(separator)
}
