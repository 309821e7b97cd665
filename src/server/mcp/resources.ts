import {
  ErrorCode,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  McpError,
  type ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { type DocumentedApi, overviewOf, pageOf } from './documentation.js'

const MIME = 'text/markdown'
const TOOL_PREFIX = 'voice://tools/'
/** The error code of MCP 2025-11-25 for an unknown resource. */
const RESOURCE_NOT_FOUND = -32002
const MAX_COMPLETIONS = 100
const NOTHING = { values: [], total: 0, hasMore: false }

/** The documentation of the collections as MCP resources: an overview per collection and a page per tool. */
export class Documentation {
  readonly #overviews: Map<string, DocumentedApi>
  readonly #tools: ReadonlyMap<string, ToolFunction>

  constructor(apis: readonly DocumentedApi[], tools: readonly ToolFunction[]) {
    this.#overviews = new Map(apis.map((api, index) => [overviewUri(index), api]))
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]))
  }

  /** Lists the overviews. The tool pages are not listed: clients make their URIs from the tool names. */
  list(): ListResourcesResult {
    return {
      resources: [...this.#overviews].map(([uri, { name, tools }]) => ({
        uri,
        name,
        title: name,
        description: `What ${name} is, and its ${tools.length === 1 ? 'tool' : `${tools.length} tools`}.`,
        mimeType: MIME,
      })),
    }
  }

  templates(): ListResourceTemplatesResult {
    return {
      resourceTemplates: [
        {
          uriTemplate: `${TOOL_PREFIX}{name}`,
          name: 'tool',
          title: 'One tool',
          description: 'What a tool does, takes and answers.',
          mimeType: MIME,
        },
      ],
    }
  }

  read(uri: string): ReadResourceResult {
    const text = this.#textAt(uri)
    if (text === undefined) throw new McpError(RESOURCE_NOT_FOUND, `There is no resource ${uri}.`, { uri })
    return { contents: [{ uri, mimeType: MIME, text }] }
  }

  /**
   * Completes tool names in the URI template. Returns no values for another resource. Throws an `McpError` if there is
   * no such resource.
   */
  complete(uri: string, start: string): { values: string[]; total: number; hasMore: boolean } {
    const isTemplate = uri === `${TOOL_PREFIX}{name}`
    if (!isTemplate && this.#textAt(uri) === undefined)
      throw new McpError(ErrorCode.InvalidParams, `There is nothing to complete in ${uri}.`)
    if (!isTemplate) return NOTHING
    const names = [...this.#tools.keys()].filter((name) => name.startsWith(start))
    return {
      values: names.slice(0, MAX_COMPLETIONS),
      total: names.length,
      hasMore: names.length > MAX_COMPLETIONS,
    }
  }

  #textAt(uri: string): string | undefined {
    const api = this.#overviews.get(uri)
    if (api) return overviewOf(api)
    const tool = uri.startsWith(TOOL_PREFIX) ? this.#tools.get(uri.slice(TOOL_PREFIX.length)) : undefined
    return tool && pageOf(tool)
  }
}

/** The URI of an overview: `voice://overview`, then `voice://overview/2` for the second collection. */
function overviewUri(index: number): string {
  return index === 0 ? 'voice://overview' : `voice://overview/${index + 1}`
}
