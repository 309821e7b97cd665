import type { JsonObject } from '../../model/json.js'
import type { ToolAnnotations, ToolDefinition } from '../../model/tool.js'
import { effectOfInput } from './effect-of-input.js'

/** What a call does: it reads, changes something, or changes something that cannot be undone. */
export type CallEffect = 'read' | 'write' | 'destructive'

/**
 * The effect of a call: that of its tool, or that of its input if this is stronger, such as a GraphQL mutation. A tool
 * without a `definition` is a local function; if it is read-only, its input is not judged.
 */
export function callEffect(
  { annotations, definition }: { annotations: ToolAnnotations; definition?: ToolDefinition },
  input: JsonObject,
): CallEffect {
  const { readOnlyHint, destructiveHint } = annotations
  if (!readOnlyHint && destructiveHint) return 'destructive'
  const added = readOnlyHint && !definition ? 'none' : effectOfInput(input, definition)
  if (added === 'destroys') return 'destructive'
  return readOnlyHint && added === 'none' ? 'read' : 'write'
}
