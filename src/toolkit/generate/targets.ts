import { printableJson } from '../../printable.js'
import { type McpTool, toMcpTool } from './mcp-tool.js'
import { toClosedSchema, toStrictSchema } from './strict-schema.js'
import type { Target, TargetInput } from './target.js'
import { typescript } from './typescript.js'

/** The `tools` of a chat completion, for OpenAI and compatible APIs; in strict mode where it can express a tool. */
export const openai = jsonTarget('openai', ({ definitions, strict }) =>
  definitions.map(({ name, description, parameters }) => {
    const strictSchema = strict ? toStrictSchema(parameters) : undefined
    const schema = strictSchema ?? toClosedSchema(parameters)
    return {
      type: 'function',
      function: { name, description, parameters: schema, ...(strictSchema && { strict: true }) },
    }
  }),
)

/** The `tools` of a request to Anthropic's Messages API. */
export const anthropic = jsonTarget('anthropic', ({ definitions }) =>
  definitions.map(({ name, description, parameters }) => ({
    name,
    description,
    input_schema: toClosedSchema(parameters),
  })),
)

/** The result of MCP's `tools/list`. */
export const mcp = jsonTarget('mcp', ({ definitions }): { tools: McpTool[] } => ({
  tools: definitions.map((definition) => toMcpTool(definition)),
}))

/** The definitions themselves: everything needed to describe, search and call the tools. */
export const json = jsonTarget('tools', ({ definitions }) => definitions)

/** Creates a target that generates one JSON document. In an output directory, the name of the file is `NAME.json`. */
function jsonTarget(name: string, build: (input: TargetInput) => unknown): Target {
  const toFile = (input: TargetInput) => `${printableJson(build(input), 2)}\n`
  return { toFile, toDirectory: (input) => [{ path: `${name}.json`, text: toFile(input) }] }
}

export const targets = { typescript, openai, anthropic, mcp, json } as const satisfies Record<string, Target>

export type TargetName = keyof typeof targets
