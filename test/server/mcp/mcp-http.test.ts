import { request as httpRequest } from 'node:http'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, it } from 'vitest'
import { type McpHttp, startMcpHttp } from '../../../src/server/mcp/mcp-http.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import type { Toolkit } from '../../../src/toolkit/model/tool.js'
import { mcpClient, mcpOptions } from '../../support/mcp.js'

const running: McpHttp[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()))
})

const echo: Toolkit = {
  getFunctions: () => [
    {
      name: 'echo',
      description: 'Says it again.',
      parameters: { type: 'object', properties: { text: { type: 'string' } } },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      call: async ({ text = '' }) => ({ isError: false, content: text, requestMs: 0 }),
    },
  ],
}

/** A tool that has to be asked for. */
const writer: Toolkit = {
  getFunctions: () => [
    {
      name: 'write',
      description: 'Writes.',
      parameters: { type: 'object' },
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      },
      call: async () => ({ isError: false, content: 'written', requestMs: 0 }),
    },
  ],
}

async function start(more: Parameters<typeof mcpOptions>[1] = {}): Promise<McpHttp> {
  const server = await startMcpHttp(mcpOptions([echo, writer], more), { port: 0 })
  running.push(server)
  return server
}

async function connect(url: string, client = mcpClient()) {
  const transport = new StreamableHTTPClientTransport(new URL(url))
  await client.connect(transport as Transport)
  return { client, transport }
}

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}

function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(url, { method: 'POST', headers: { ...HEADERS, ...headers }, body: text })
}

describe('MCP over HTTP', () => {
  it('serves clients of the SDK side by side', async () => {
    const { url } = await start()
    const clients = await Promise.all([connect(url), connect(url), connect(url)])
    expect(new Set(clients.map(({ transport }) => transport.sessionId)).size).toBe(3)
    for (const [index, { client }] of clients.entries()) {
      expect((await client.listTools()).tools).toHaveLength(2)
      const { content } = await client.callTool({ name: 'echo', arguments: { text: `hello ${index}` } })
      expect(content).toEqual([{ type: 'text', text: `hello ${index}` }])
    }
    await Promise.all(clients.map(({ client }) => client.close()))
  })

  it('asks the user and tells its progress on the stream of the call', async () => {
    const { url } = await start({ approve: 'writes' })
    const client = mcpClient({ elicitation: {} })
    const asked: string[] = []
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message)
      return { action: 'accept', content: {} }
    })
    await connect(url, client)
    const told: string[] = []
    const result = await client.callTool({ name: 'write' }, undefined, {
      onprogress: ({ message }) => told.push(String(message)),
    })
    expect(asked).toHaveLength(1)
    expect(told).toEqual(['Calling write.'])
    expect(result.content).toEqual([{ type: 'text', text: 'written' }])
    await client.close()
  })

  it('ends a session with DELETE', async () => {
    const { url } = await start()
    const { client, transport } = await connect(url)
    const id = transport.sessionId!
    await transport.terminateSession()
    await client.close()
    const gone = await post(url, { jsonrpc: '2.0', id: 2, method: 'tools/list' }, { 'mcp-session-id': id })
    expect(gone.status).toBe(404)
  })

  it('forgets a session that nobody uses', async () => {
    const clock = new VirtualClock()
    const { url } = await start({ clock })
    const begun = await post(url, initialize)
    const id = begun.headers.get('mcp-session-id')!
    await begun.text()
    const ask = () => post(url, { jsonrpc: '2.0', id: 2, method: 'tools/list' }, { 'mcp-session-id': id })
    expect((await ask()).status).toBe(200)
    await expect
      .poll(async () => {
        clock.advance(60 * 60_000)
        return (await ask()).status
      })
      .toBe(404)
  })

  it.each<[what: string, send: (url: string) => Promise<Response>, status: number]>([
    ['no session', (url) => post(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' }), 400],
    ['an unknown session', (url) => post(url, initialize, { 'mcp-session-id': 'nobody' }), 404],
    ['GET without a session', (url) => fetch(url, { headers: HEADERS }), 400],
    ['what is not JSON', (url) => post(url, '{"jsonrpc":'), 400],
    ['another path', (url) => post(url.replace('/mcp', '/other'), initialize), 404],
    ['a body of 5 MB', (url) => post(url, { ...initialize, more: 'x'.repeat(5_000_000) }), 413],
    [
      'a body of 5 MB in chunks',
      (url) => {
        const body = new Blob(['{"x":"', 'x'.repeat(5_000_000), '"}']).stream()
        return fetch(url, { method: 'POST', headers: HEADERS, body, duplex: 'half' } as RequestInit)
      },
      413,
    ],
    ['a client that takes no JSON', (url) => post(url, initialize, { accept: 'text/html' }), 406],
    ['a page of elsewhere', (url) => post(url, initialize, { origin: 'https://evil.example' }), 403],
  ])('refuses %s', async (_, send, status) => {
    const { url } = await start()
    const response = await send(url)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { message: expect.any(String) as string },
    })
    expect((await post(url, initialize)).status).toBe(200)
  })

  it.each([
    ['evil.example', 403],
    ['evil.example:80', 403],
    ['localhost.evil.example', 403],
    ['localhost', 200],
    ['127.0.0.1:1234', 200],
    ['[::1]:1234', 200],
  ])('answers the Host %s with %i', async (host, want) => {
    const { url } = await start()
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest(url, { method: 'POST', headers: { ...HEADERS, host } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      request.once('error', reject)
      request.end(JSON.stringify(initialize))
    })
    expect(status).toBe(want)
  })

  it('keeps every digit of a large integer', async () => {
    const { url } = await start()
    const begun = await post(url, initialize)
    await begun.text()
    const call = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":12345678901234567891}}}`
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id')! }
    expect(await (await post(url, call, session)).text()).toContain('"text":"12345678901234567891"')
  })

  it('answers unknown methods with an error and goes on', async () => {
    const { url } = await start()
    const { client } = await connect(url)
    const unknown = client.request({ method: 'no/such' } as never, undefined as never)
    await expect(unknown).rejects.toThrow()
    expect((await client.listTools()).tools).toHaveLength(2)
    await client.close()
  })

  it.each(['//%zz', 'http://[', '/mcp/../..', '*'])('goes on after the address %s', async (path) => {
    const { url } = await start()
    const status = await new Promise((resolve, reject) => {
      const { port } = new URL(url)
      const request = httpRequest({ port, path, headers: { host: '127.0.0.1' } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      request.on('error', reject)
      request.end()
    })
    expect(status).toBe(404)
  })

  it('says when its port is taken', async () => {
    const { url } = await start()
    const port = Number(new URL(url).port)
    await expect(startMcpHttp(mcpOptions([echo]), { port })).rejects.toMatchObject({ code: 'port-in-use' })
  })
})
