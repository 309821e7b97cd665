import { parseLooseJson } from '../meaning/loose-json.js'
import type { Example } from '../model/collection.js'
import type { JsonSchema, JsonValue } from '../model/json.js'
import type { Filled } from './filled.js'
import { inferSchema } from './infer-schema.js'

/** Examples that are looked at, and how deep a schema goes; an answer is described, not prescribed. */
const MAX_EXAMPLES = 5
const MAX_DEPTH = 6
const MAX_MEMBERS = 80

/** The schema of a good answer, from the saved ones: nothing is required, no format, no list of values. */
export function outputSchema(examples: Example[], filled: Filled): JsonSchema | undefined {
  const answers = examples
    .filter(({ status, body }) => body && (status === undefined || (status >= 200 && status < 300)))
    .slice(0, MAX_EXAMPLES)
    .flatMap(({ body }): JsonValue[] => {
      const value = parseLooseJson(body)
      return typeof value === 'object' && value !== null ? [value] : []
    })
  return answers.length > 0 ? lenient(inferSchema(answers, filled).schema, 0) : undefined
}

function lenient(schema: JsonSchema, depth: number): JsonSchema {
  const { type, properties, items, anyOf, additionalProperties } = schema
  if (depth > MAX_DEPTH) return type ? { type } : {}
  const inner = (one: JsonSchema) => lenient(one, depth + 1)
  const members = properties && Object.entries(properties).slice(0, MAX_MEMBERS)
  return {
    ...(type ? { type } : {}),
    ...(members ? { properties: Object.fromEntries(members.map(([key, one]) => [key, inner(one)])) } : {}),
    ...(items ? { items: inner(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(inner) } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: inner(additionalProperties) }
      : {}),
  }
}
