import type { JsonSchema } from '../model/json.js'
import type { BodyBinding, Provenance } from '../model/tool.js'

/** The parameter `body` of a tool. */
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

/** Marks a member as sensitive, such as the user's password: it must not be displayed, and has no examples. */
export function sensitive({ examples: _examples, default: _default, ...schema }: JsonSchema): JsonSchema {
  return { ...schema, format: 'password', writeOnly: true }
}

/** The schema of a file: its path, or its content. */
export function fileSchema(): JsonSchema {
  return {
    type: 'object',
    description: 'A file: its path, or its content as base64 with a name.',
    properties: { path: { type: 'string' }, base64: { type: 'string' }, name: { type: 'string' } },
  }
}
