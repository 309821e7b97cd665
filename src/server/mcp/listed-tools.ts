import { type McpTool, toMcpTool } from '../../toolkit/generate/mcp-tool.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { CALL_TOOL, FIND_TOOL, searchTools } from '../../toolkit/search/tool-set.js'
import type { ToolOffer } from '../agent/tool-offer.js'

/** The tools as a client sees them: all of them, or the two that find and call the others. */
export function listedTools(offer: ToolOffer): McpTool[] {
  if (!offer.searches) return offer.tools.map(listedTool)
  const finder = offer.callable.get(FIND_TOOL)!
  return [listedTool(finder), callerOf(offer.tools)]
}

/** Whether an answer of the tool comes with structured content. */
export function hasOutputSchema(tool: ToolFunction): boolean {
  return tool.definition?.output !== undefined
}

function listedTool(tool: ToolFunction): McpTool {
  const { name, description, parameters, annotations, definition } = tool
  if (definition) return toMcpTool({ ...definition, name })
  const title = titleOf(name)
  return {
    name,
    title,
    description,
    inputSchema: { ...parameters, type: 'object' },
    annotations: { title, ...annotations },
  }
}

/** `call_tool` does whatever the tool behind it does: as much as any of them might. */
function callerOf(tools: readonly ToolFunction[]): McpTool {
  const { description, parameters } = searchTools.find(({ name }) => name === CALL_TOOL)!
  const some = (hint: 'readOnlyHint' | 'destructiveHint' | 'openWorldHint') =>
    tools.some(({ annotations }) => annotations[hint])
  return {
    name: CALL_TOOL,
    title: titleOf(CALL_TOOL),
    description,
    inputSchema: { ...parameters, type: 'object' },
    annotations: {
      title: titleOf(CALL_TOOL),
      readOnlyHint: tools.every(({ annotations }) => annotations.readOnlyHint),
      destructiveHint: some('destructiveHint'),
      idempotentHint: tools.every(({ annotations }) => annotations.idempotentHint),
      openWorldHint: some('openWorldHint'),
    },
  }
}

/** `find_tools` is "Find tools". */
function titleOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
