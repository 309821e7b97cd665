import type { JsonSchema } from '../model/json.js'
import type { ToolAnnotations, ToolDefinition } from '../model/tool.js'
import { toClosedSchema } from './closed-schema.js'

/** A tool in the format of MCP (Model Context Protocol, `Tool`). */
export interface McpTool {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema & { type: 'object' }
  outputSchema?: JsonSchema & { type: 'object' }
  annotations: Partial<ToolAnnotations>
}

/** Converts a definition to an MCP tool. */
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
 * The hints, without what MCP says of tools that do not name them: idempotent no, open world yes. Of a read the rest
 * means nothing.
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
 * The structured content of a call. The examples describe the content but do not restrict it: a strict client must not
 * reject a response that differs from the saved examples. The members that are the same for every tool (`status`,
 * `truncated`, `next`) are not described again in each.
 */
function outputSchema(content: JsonSchema): JsonSchema & { type: 'object' } {
  return { type: 'object', properties: { content: { anyOf: [content, {}] } }, required: ['content'] }
}
