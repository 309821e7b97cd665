import type { IncomingMessage, ServerResponse } from 'node:http'
import type { McpRoute, McpRouteOptions } from './mcp-route.js'
import { METADATA_PATH } from './oauth.js'

export const MCP_PATH = '/mcp'

/** The MCP route of a server. The first request loads it, so that a server without MCP clients does not load MCP. */
export class LazyMcp {
  readonly #options: McpRouteOptions
  #route: Promise<McpRoute> | undefined

  constructor(options: McpRouteOptions) {
    this.#options = options
  }

  /** Whether a path belongs to MCP: the endpoint, and with OAuth the metadata about it. */
  answers(path: string): boolean {
    const isMetadata = path === METADATA_PATH || path === `${METADATA_PATH}${MCP_PATH}`
    return path === MCP_PATH || (this.#options.tokens !== undefined && isMetadata)
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    this.#route ??= this.#load()
    void this.#route.then((route) => route.handle(request, response))
  }

  async close(): Promise<void> {
    await (await this.#route)?.close()
  }

  async #load(): Promise<McpRoute> {
    const { McpRoute } = await import('./mcp-route.js')
    return new McpRoute(this.#options)
  }
}
