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

/** The hints without MCP's defaults; of a read, without those about changes. */
export function toHints(annotations: ToolAnnotations): Partial<ToolAnnotations> {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
  return {
    readOnlyHint,
    ...(!readOnlyHint && { destructiveHint, ...(idempotentHint && { idempotentHint }) }),
    ...(!openWorldHint && { openWorldHint }),
  }
}

/** Describes the `content` of the examples but accepts any: a strict client must not reject a different response. */
function outputSchema(content: JsonSchema): JsonSchema & { type: 'object' } {
  return { type: 'object', properties: { content: { anyOf: [content, {}] } }, required: ['content'] }
}
