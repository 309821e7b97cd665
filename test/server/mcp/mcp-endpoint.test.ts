import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Server } from '@modelcontextprotocol/server'
import { afterEach, describe, expect, it } from 'vitest'
import { type Clock, silentLogger, systemClock } from '../../../src/ports.js'
import { McpEndpoint } from '../../../src/server/mcp/mcp-endpoint.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'

const running: HttpServer[] = []
afterEach(() => {
  for (const http of running.splice(0)) http.close().closeAllConnections()
})

/** An endpoint that counts the MCP servers that are open. */
async function start(onConnect: () => void, clock: Clock = systemClock) {
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
  const endpoint = new McpEndpoint({ clock, logger: silentLogger })
  const http = createServer(async (request, response) => {
    // As while a slow key validator works.
    if (request.headers['x-leaves']) await once(response, 'close')
    await endpoint.handle(request, response, { id: 'owner', createServer: createMcpServer })
  })
  running.push(http)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`
  const post = (body: object) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  return { endpoint, open, post, url }
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

  it('keeps no server for an unknown method of MCP 2026-07-28', async () => {
    const { open, url } = await start(() => {})
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'ping' },
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta } }),
    })
    expect(response.status).toBe(404)
    expect(open.size).toBe(0)
  })

  it('ends an idle session although a client left before its request was handled', async () => {
    const clock = new VirtualClock()
    const { endpoint, post, url } = await start(() => {}, clock)
    const begun = await post(initialize)
    await begun.text()
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id')!, accept: 'text/event-stream' }
    const leaving = new AbortController()
    const request = fetch(url, { headers: { ...session, 'x-leaves': 'yes' }, signal: leaving.signal })
    await pause(50)
    leaving.abort()
    await expect(request).rejects.toThrow()
    await pause(50)
    await clock.advance(1_800_000)
    expect(endpoint.size).toBe(0)
  })
})
