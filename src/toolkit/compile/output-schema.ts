import type { JsonSchema, JsonValue } from '../model/json.js'
import type { Endpoint } from './endpoint.js'
import type { Filled } from './filled.js'
import { outlineSchema } from './infer-schema.js'

/** Examples that are looked at; an answer is described, not prescribed. */
const MAX_EXAMPLES = 5

/** The outline of a good answer, from the saved ones. */
export function outputSchema(
  { item, answers: saved }: Pick<Endpoint, 'item' | 'answers'>,
  filled: Filled,
): JsonSchema | undefined {
  const answers: JsonValue[] = []
  for (const [index, { status }] of item.examples.entries()) {
    if (answers.length === MAX_EXAMPLES || (status !== undefined && (status < 200 || status >= 300))) continue
    const value = saved[index]
    if (typeof value === 'object' && value !== null) answers.push(value)
  }
  return answers.length > 0 ? outlineSchema(answers, filled) : undefined
}
