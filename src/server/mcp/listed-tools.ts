import {
  type CallToolResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { capitalize } from '../../text/capitalize.js'
import { type McpTool, toHints, toMcpTool } from '../../toolkit/generate/mcp-tool.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { CALL_TOOL, FIND_TOOL, searchTools } from '../../toolkit/search/tool-selection.js'
import type { OfferedTools } from '../agent/offered-tools.js'
import { refused } from './call-result.js'

export const DESCRIBE_TOOL = 'describe_tool'

/** The name of the tool that runs an approved call, for clients that cannot ask their user. */
export const CONFIRM_TOOL = 'confirm_call'

/**
 * The tools in the list for a client: all tools, or only three tools that find, describe and call the tools of the
 * agent.
 */
export function listedTools(
  offer: OfferedTools,
  { outputSchemas = true }: { outputSchemas?: boolean } = {},
): McpTool[] {
  if (!offer.searches) return offer.tools.map((tool) => listedTool(tool, { outputSchemas }))
  const finder = offer.callable.get(FIND_TOOL)!
  return [listedTool(finder), DESCRIBER, callerOf(offer.tools)]
}

const DESCRIBER: McpTool = {
  name: DESCRIBE_TOOL,
  title: 'Describe tool',
  description: 'Describes one function in full, with its parameters, by a name that find_tools has shown.',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string', description: 'The exact name.' } },
    required: ['name'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
}

/** The tool that runs a call which the user has approved. Its hints are those of the most harmful possible call. */
export const CONFIRMER: McpTool = {
  name: CONFIRM_TOOL,
  title: 'Confirm call',
  description:
    'Runs a call that needs the approval of the user. Use it only after the user agreed to exactly this call.',
  inputSchema: {
    type: 'object',
    properties: { confirmation: { type: 'string', description: 'The code from the result of the call.' } },
    required: ['confirmation'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true },
}

export function describedTool(offer: OfferedTools, name: string): CallToolResult {
  const tool = offer.tools.find((one) => one.name === name)
  if (!tool) return refused(`There is no tool "${name.slice(0, 80)}". Find one with find_tools.`)
  const { description, inputSchema, annotations } = listedTool(tool)
  const text = JSON.stringify({ name, description, parameters: inputSchema, annotations })
  return { content: [{ type: 'text', text }] }
}

/** Whether results of the tool include structured content. */
export function hasOutputSchema(tool: ToolFunction): boolean {
  return tool.definition?.output !== undefined
}

function listedTool(tool: ToolFunction, options: { outputSchemas?: boolean } = {}): McpTool {
  const { name, description, parameters, annotations, definition } = tool
  if (definition) return toMcpTool({ ...definition, name }, options)
  return {
    name,
    title: titleOf(name),
    description,
    inputSchema: { ...parameters, type: 'object' },
    annotations: toHints(annotations),
  }
}

/** The tool `call_tool`. Its hints combine the hints of all tools that it can call. */
function callerOf(tools: readonly ToolFunction[]): McpTool {
  const { description, parameters } = searchTools.find(({ name }) => name === CALL_TOOL)!
  const some = (hint: 'readOnlyHint' | 'destructiveHint' | 'openWorldHint') =>
    tools.some(({ annotations }) => annotations[hint])
  return {
    name: CALL_TOOL,
    title: titleOf(CALL_TOOL),
    description,
    inputSchema: { ...parameters, type: 'object' },
    annotations: toHints({
      readOnlyHint: tools.every(({ annotations }) => annotations.readOnlyHint),
      destructiveHint: some('destructiveHint'),
      idempotentHint: tools.every(({ annotations }) => annotations.idempotentHint),
      openWorldHint: some('openWorldHint'),
    }),
  }
}

/** The title of a tool, made from its name: `find_tools` gives "Find tools". */
function titleOf(name: string): string {
  return capitalize(name.replaceAll(/[_-]+/g, ' ').trim())
}

const PAGE = 100

/**
 * One page of the tools. The cursor is the name of the last tool on the previous page, so it stays valid when other
 * tools change. Throws an `ProtocolError` for an unknown name.
 */
export function pageOfTools(tools: readonly McpTool[], cursor: string | undefined): ListToolsResult {
  const last = cursor === undefined ? -1 : tools.findIndex(({ name }) => name === cursor)
  if (cursor !== undefined && last < 0)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'The cursor is unknown. List the tools from the beginning.',
    )
  const page = tools.slice(last + 1, last + 1 + PAGE)
  const hasMore = last + 1 + PAGE < tools.length
  return { tools: page, nextCursor: hasMore ? page.at(-1)!.name : undefined } as ListToolsResult
}
