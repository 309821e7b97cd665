import type { JsonSchema, JsonValue } from '../model/json.js'
import { credentialsAmong } from '../secrets/credential-name.js'
import { withholdFromText } from './withhold-from-text.js'

/** The schema without the values that stand at members named like a credential. */
export function withholdFromSchema(schema: JsonSchema, isSecret = false): JsonSchema {
  const inside = (child: JsonSchema) => withholdFromSchema(child, isSecret)
  const { properties, items, anyOf, additionalProperties } = schema
  const clean: JsonSchema = { ...schema }
  if (isSecret) for (const keyword of ['examples', 'default', 'enum', 'const'] as const) delete clean[keyword]
  if (clean.examples) clean.examples = clean.examples.map(openValue)
  if (clean.default !== undefined) clean.default = openValue(clean.default)
  if (properties) clean.properties = openProperties(properties, isSecret)
  if (items) clean.items = inside(items)
  if (anyOf) clean.anyOf = anyOf.map(inside)
  if (typeof additionalProperties === 'object') clean.additionalProperties = inside(additionalProperties)
  return clean
}

function openProperties(
  properties: Record<string, JsonSchema>,
  isSecret: boolean,
): Record<string, JsonSchema> {
  const isNamed = credentialsAmong(Object.keys(properties))
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [
      name,
      withholdFromSchema(member, isSecret || isNamed(name)),
    ]),
  )
}

/** An example that is itself a document, JSON or XML, without its secrets. */
function openValue(value: JsonValue): JsonValue {
  return typeof value === 'string' ? withholdFromText(value, () => '') : value
}
