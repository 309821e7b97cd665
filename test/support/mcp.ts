import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js'
import type { Transport } from '@modelcontextprotocol/server'
import { silentLogger, systemClock } from '../../src/ports.js'
import { Confirmations } from '../../src/server/mcp/call-result.js'
import type { McpOptions, McpSource } from '../../src/server/mcp/mcp-options.js'
import { createMcpServer } from '../../src/server/mcp/mcp-server.js'
import type { Toolkit } from '../../src/toolkit/model/tool.js'

/** MCP options with which no call asks for approval. */
export function mcpOptions(toolkits: Toolkit[], more: Partial<McpOptions> = {}): McpOptions {
  return {
    toolkits,
    version: '0.0.0',
    approve: 'none',
    toolSet: 'auto',
    toolTimeoutMs: 5_000,
    clock: systemClock,
    logger: silentLogger,
    ...more,
  }
}

/** A client of the SDK. */
export function mcpClient(capabilities: ClientCapabilities = {}): Client {
  return new Client({ name: 'test', version: '1.0.0' }, { capabilities })
}

/** Connects a client of the SDK to a server in this process. */
export async function connectMcp(
  options: McpOptions,
  client: Client = mcpClient(),
  changes: Pick<McpSource, 'onChange'> = {},
): Promise<Client> {
  const [here, there] = InMemoryTransport.createLinkedPair()
  const server = createMcpServer({ read: () => options, ...changes }, new Confirmations(options.clock))
  await server.connect(there as Transport)
  await client.connect(here)
  return client
}
