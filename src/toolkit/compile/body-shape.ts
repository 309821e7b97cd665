import type { JsonSchema } from '../model/json.js'
import type { BodyBinding, Provenance } from '../model/tool.js'

/** The member `body` of a tool's input. */
export interface BodyParameter {
  schema: JsonSchema
  required: boolean
  provenance: Record<string, Provenance>
  binding: BodyBinding
  /** Credential-like variables whose places the model fills, so that they are no settings. */
  opened?: string[]
}

/** A member that a person knows and nobody is shown. */
export function sensitive({ examples: _examples, default: _default, ...schema }: JsonSchema): JsonSchema {
  return { ...schema, format: 'password', writeOnly: true }
}

/** A file: where it lies, or what it holds. */
export function fileSchema(): JsonSchema {
  return {
    type: 'object',
    description: 'A file: its path, or its content as base64 with a name.',
    properties: { path: { type: 'string' }, base64: { type: 'string' }, name: { type: 'string' } },
  }
}
