import type { JsonSchema } from '../model/json.js'
import type { BodyBinding, Provenance } from '../model/tool.js'

export interface BodyParameter {
  schema: JsonSchema
  required: boolean
  provenance: Record<string, Provenance>
  binding: BodyBinding
  /**
   * The credential variables of the body whose values the user gives with each call. All other credential variables are
   * settings: the program gives their values.
   */
  opened?: string[]
}

/**
 * Marks the schema of a sensitive member, such as the user's password: programs must not display its value. Removes the
 * examples and the default.
 */
export function sensitive({ examples: _examples, default: _default, ...schema }: JsonSchema): JsonSchema {
  return { ...schema, format: 'password', writeOnly: true }
}

export function fileSchema(): JsonSchema {
  return {
    type: 'object',
    description: 'A file: its path, or its content as base64 with a name.',
    properties: { path: { type: 'string' }, base64: { type: 'string' }, name: { type: 'string' } },
  }
}
