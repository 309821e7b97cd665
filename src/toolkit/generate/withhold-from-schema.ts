import { isCredentialLike } from '../meaning/credential.js'
import type { JsonSchema } from '../model/json.js'

/** The schema without the example values of members that sound like credentials. */
export function withholdFromSchema(schema: JsonSchema, isSecret = false): JsonSchema {
  const { examples, default: byDefault, properties, items, anyOf, additionalProperties, ...rest } = schema
  const inside = (child: JsonSchema) => withholdFromSchema(child, isSecret)
  return {
    ...rest,
    ...(examples && !isSecret ? { examples } : {}),
    ...(byDefault !== undefined && !isSecret ? { default: byDefault } : {}),
    ...(properties ? { properties: openProperties(properties, isSecret) } : {}),
    ...(items ? { items: inside(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(inside) } : {}),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'object' ? inside(additionalProperties) : additionalProperties,
        }),
  }
}

function openProperties(
  properties: Record<string, JsonSchema>,
  isSecret: boolean,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [
      name,
      withholdFromSchema(member, isSecret || isCredentialLike(name)),
    ]),
  )
}
