import type { JsonSchema } from '../model/json.js'
import type { BodyBinding, Provenance } from '../model/tool.js'

/** The member `body` of a tool's input. */
export interface BodyParameter {
  schema: JsonSchema
  required: boolean
  provenance: Record<string, Provenance>
  binding: BodyBinding
}

/** A file: where it lies, or what it holds. */
export function fileSchema(): JsonSchema {
  return {
    type: 'object',
    description: 'A file: its path, or its content as base64 with a name.',
    properties: { path: { type: 'string' }, base64: { type: 'string' }, name: { type: 'string' } },
  }
}
