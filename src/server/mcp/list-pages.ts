import { ErrorCode, type ListToolsResult, McpError } from '@modelcontextprotocol/sdk/types.js'
import type { McpTool } from '../../toolkit/generate/mcp-tool.js'

/** Tools in one page. */
const PAGE = 100

/**
 * One page of the tools. A cursor names the last tool of the page before it, so that it stays right when tools are added or removed elsewhere. Throws an
 * `McpError` for a cursor of no tool.
 */
export function pageOfTools(tools: readonly McpTool[], cursor: string | undefined): ListToolsResult {
  const last = cursor === undefined ? -1 : tools.findIndex(({ name }) => name === cursor)
  if (cursor !== undefined && last < 0)
    throw new McpError(ErrorCode.InvalidParams, 'The cursor is unknown. List the tools from the beginning.')
  const page = tools.slice(last + 1, last + 1 + PAGE)
  const hasMore = last + 1 + PAGE < tools.length
  return { tools: page, nextCursor: hasMore ? page.at(-1)!.name : undefined } as ListToolsResult
}
