import type { ToolDefinition } from '../model/tool.js'
import { jsonTarget } from './target.js'

/** The definitions themselves: all that describing, searching and calling needs. */
export const json = jsonTarget(({ definitions }) => definitions)

/** The `tools` of OpenAI's Chat Completions, which every compatible server reads. */
export const openai = jsonTarget(({ definitions }) =>
  definitions.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  })),
)

/** The `tools` of Anthropic's Messages. */
export const anthropic = jsonTarget(({ definitions }) =>
  definitions.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
)

/** The result of MCP's `tools/list`. */
export const mcp = jsonTarget(({ definitions }) => ({ tools: definitions.map(toMcpTool) }))

function toMcpTool({ name, title, description, parameters, output, annotations }: ToolDefinition) {
  return {
    name,
    title,
    description,
    inputSchema: parameters,
    ...(output?.type === 'object' ? { outputSchema: output } : {}),
    annotations: { title, ...annotations },
  }
}
