import { printableJson } from '../../printable.js'
import { type McpTool, toMcpTool } from './mcp-tool.js'
import type { Target, TargetInput } from './target.js'

/** The `tools` of a chat completion request (OpenAI and everything that speaks its API). */
export const openai = jsonTarget('openai', ({ definitions }) =>
  definitions.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  })),
)

/** The `tools` of a request to Anthropic's Messages API. */
export const anthropic = jsonTarget('anthropic', ({ definitions }) =>
  definitions.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
)

/** The result of MCP's `tools/list`. */
export const mcp = jsonTarget('mcp', ({ definitions }): { tools: McpTool[] } => ({
  tools: definitions.map(toMcpTool),
}))

/** The definitions themselves: all that describing, searching and calling the tools needs. */
export const json = jsonTarget('tools', ({ definitions }) => definitions)

/** A target that is one JSON document; in a directory it has a name of its own. */
function jsonTarget(name: string, build: (input: TargetInput) => unknown): Target {
  const toFile = (input: TargetInput) => `${printableJson(build(input), 2)}\n`
  return { toFile, toDirectory: (input) => [{ path: `${name}.json`, text: toFile(input) }] }
}
