import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { afterEach, describe, expect, it } from 'vitest'
import { silentLogger, systemClock } from '../../../src/ports.js'
import { McpEndpoint } from '../../../src/server/mcp/mcp-endpoint.js'

const running: HttpServer[] = []
afterEach(() => {
  for (const http of running.splice(0)) http.close().closeAllConnections()
})

/** An endpoint that counts the MCP servers that are open. */
async function start(onConnect: () => void) {
  const open = new Set<Server>()
  const createMcpServer = () => {
    const server = new Server({ name: 'test', version: '1.0.0' }, { capabilities: {} })
    const connect = server.connect.bind(server)
    server.connect = async (transport) => {
      await connect(transport)
      onConnect()
    }
    server.onclose = () => open.delete(server)
    open.add(server)
    return server
  }
  const endpoint = new McpEndpoint({ clock: systemClock, logger: silentLogger })
  const http = createServer((request, response) => {
    void endpoint.handle(request, response, { id: 'owner', createServer: createMcpServer })
  })
  running.push(http)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`
  const post = (body: object) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  return { endpoint, open, post }
}

const initialize = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

describe('an MCP endpoint', () => {
  it('keeps the server of a session until it is closed', async () => {
    const { endpoint, open, post } = await start(() => {})
    expect((await post(initialize)).status).toBe(200)
    expect([endpoint.size, open.size]).toEqual([1, 1])
    await endpoint.close()
    expect([endpoint.size, open.size]).toEqual([0, 0])
  })

  it('keeps no server for a request that begins no session', async () => {
    const { endpoint, open, post } = await start(() => {})
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).status).toBe(400)
    expect([endpoint.size, open.size]).toEqual([0, 0])
  })

  it('keeps no server that broke while it began', async () => {
    const { endpoint, open, post } = await start(() => {
      throw new Error('broken')
    })
    expect((await post(initialize)).status).toBe(500)
    expect([endpoint.size, open.size]).toEqual([0, 0])
  })
})
