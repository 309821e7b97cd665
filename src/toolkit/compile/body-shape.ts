import type { JsonSchema } from '../model/json.js'
import type { BodyBinding, Provenance } from '../model/tool.js'

/** The member `body` of a tool's input. */
export interface BodyParameter {
  schema: JsonSchema
  required: boolean
  provenance: Record<string, Provenance>
  binding: BodyBinding
  /** Credential-like variables that the model fills, so that they are not settings. */
  opened?: string[]
}

/** A member whose value the user knows and which must not be displayed. */
export function sensitive({ examples: _examples, default: _default, ...schema }: JsonSchema): JsonSchema {
  return { ...schema, format: 'password', writeOnly: true }
}

/** A file: its path, or its content. */
export function fileSchema(): JsonSchema {
  return {
    type: 'object',
    description: 'A file: its path, or its content as base64 with a name.',
    properties: { path: { type: 'string' }, base64: { type: 'string' }, name: { type: 'string' } },
  }
}
