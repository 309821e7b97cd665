import type { JsonSchema } from '../model/json.js'
import type { ToolAnnotations, ToolDefinition } from '../model/tool.js'

/** A tool as MCP lists it (Model Context Protocol, `Tool`). */
export interface McpTool {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema & { type: 'object' }
  outputSchema?: JsonSchema & { type: 'object' }
  annotations: ToolAnnotations & { title: string }
}

/** A definition as MCP lists it. */
export function toMcpTool(definition: ToolDefinition): McpTool {
  const { name, title, description, parameters, output, annotations } = definition
  return {
    name,
    title,
    description,
    inputSchema: { ...parameters, type: 'object' },
    ...(output ? { outputSchema: outputSchema(output) } : {}),
    annotations: { title, ...annotations },
  }
}

/**
 * The structured content of a call: the ToolResult without what MCP says in its own way. The examples describe the content, the API
 * decides: a client that checks strictly must not refuse an answer that no saved example shows.
 */
function outputSchema(content: JsonSchema): JsonSchema & { type: 'object' } {
  return {
    type: 'object',
    properties: {
      status: { type: 'integer', description: 'HTTP status.' },
      content: {
        anyOf: [content, {}],
        description: 'The answer; the first form is that of the saved examples.',
      },
      truncated: {
        type: 'object',
        description: 'Present when something was left out of the content.',
        properties: { total: { type: 'integer' }, kept: { type: 'integer' } },
      },
      next: { type: 'object', description: 'Input that asks for the following page.' },
    },
    required: ['content'],
  }
}
