import type { JsonSchema, JsonValue } from '../model/json.js'
import type { Endpoint } from './endpoint.js'
import { outlineSchema } from './infer-schema.js'
import type { KnownVariables } from './known-variables.js'

/**
 * Maximum number of examples that are inspected. A few suffice, because the schema only describes responses and does
 * not restrict them.
 */
const MAX_EXAMPLES = 5

/** The types and members of a successful response, inferred from the saved examples. */
export function outputSchema({ item, facts }: Endpoint, filled: KnownVariables): JsonSchema | undefined {
  const answers: JsonValue[] = []
  for (const [index, { status }] of item.examples.entries()) {
    if (answers.length === MAX_EXAMPLES || (status !== undefined && (status < 200 || status >= 300))) continue
    const value = facts.answers[index]
    if (typeof value === 'object' && value !== null) answers.push(value)
  }
  return answers.length > 0 ? outlineSchema(answers, filled) : undefined
}
