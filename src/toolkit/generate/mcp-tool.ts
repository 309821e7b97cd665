import type { JsonSchema } from '../model/json.js'
import type { ToolAnnotations, ToolDefinition } from '../model/tool.js'
import { toClosedSchema } from './strict-schema.js'

/** A tool in the format of MCP (Model Context Protocol, `Tool`). */
export interface McpTool {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema & { type: 'object' }
  outputSchema?: JsonSchema & { type: 'object' }
  annotations: Partial<ToolAnnotations>
}

export function toMcpTool(
  definition: ToolDefinition,
  { outputSchemas = true }: { outputSchemas?: boolean } = {},
): McpTool {
  const { name, title, description, parameters, output, annotations } = definition
  return {
    name,
    title,
    description,
    inputSchema: { ...toClosedSchema(parameters), type: 'object' },
    ...(output && outputSchemas ? { outputSchema: outputSchema(output) } : {}),
    annotations: toHints(annotations),
  }
}

/**
 * The hints, without those that have MCP's default value (`idempotentHint` false, `openWorldHint` true). For a read,
 * the hints about changes have no meaning and are left out.
 */
export function toHints(annotations: ToolAnnotations): Partial<ToolAnnotations> {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
  return {
    readOnlyHint,
    ...(!readOnlyHint && { destructiveHint, ...(idempotentHint && { idempotentHint }) }),
    ...(!openWorldHint && { openWorldHint }),
  }
}

/**
 * The schema of a tool result. The schema describes the `content` of the examples, but accepts any other content: a
 * strict client must not reject a response that differs from the examples. `status`, `truncated` and `next` are the
 * same for every tool, so no schema describes them.
 */
function outputSchema(content: JsonSchema): JsonSchema & { type: 'object' } {
  return { type: 'object', properties: { content: { anyOf: [content, {}] } }, required: ['content'] }
}
