import type { JsonSchema } from '../model/json.js'
import type { BodyBinding, Provenance } from '../model/tool.js'

/** The parameter `body` of a tool. */
export interface BodyParameter {
  schema: JsonSchema
  required: boolean
  provenance: Record<string, Provenance>
  binding: BodyBinding
  /** Credential variables that the model fills. They are therefore not settings. */
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
