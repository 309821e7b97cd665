import { createServer, type IncomingMessage } from 'node:http'
import { isLocalPage, isLoopbackHost } from '../http/client-address.js'
import { startListening } from '../http/listen.js'
import { addressOf } from '../http/upgrade-request.js'
import { MCP_PATH } from './lazy-mcp.js'
import { McpEndpoint, type McpOwner, refuse } from './mcp-endpoint.js'
import type { McpOptions } from './mcp-options.js'
import { createMcpServer } from './mcp-server.js'

export interface McpHttp {
  url: string
  close(): Promise<void>
}

const HOST = '127.0.0.1'

/** Serves MCP at `/mcp` for programs on this machine, without a key. Port 0: the system chooses the port. Throws `port-in-use`. */
export async function startMcpHttp(options: McpOptions, { port }: { port: number }): Promise<McpHttp> {
  const endpoint = new McpEndpoint(options)
  const source = { read: () => options }
  const owner: McpOwner = { id: '', createServer: (confirmations) => createMcpServer(source, confirmations) }
  const server = createServer((request, response) => {
    const stranger = strangerIn(request)
    if (stranger) return refuse(response, 403, stranger)
    if (addressOf(request).pathname !== MCP_PATH)
      return refuse(response, 404, `There is nothing here; MCP is at ${MCP_PATH}.`)
    void endpoint.handle(request, response, owner)
  })
  const openPort = await startListening(server, { host: HOST, port, flag: '--http' })
  return {
    url: `http://${HOST}:${openPort}${MCP_PATH}`,
    async close() {
      await endpoint.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/**
 * The reason to refuse a request; `undefined` for a request from this machine. `Host` and `Origin` are checked, because
 * the host name of a web page can resolve to 127.0.0.1 (DNS rebinding).
 */
function strangerIn({ headers }: IncomingMessage): string | undefined {
  if (!isLoopbackHost(headers.host ?? '')) return `The Host header "${headers.host}" is not this machine.`
  if (headers.origin !== undefined && !isLocalPage(headers.origin))
    return `Pages of ${headers.origin} must not use this server.`
  return undefined
}
