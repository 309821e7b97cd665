import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, it } from 'vitest'
import { AgentSession } from '../../../src/server/agent/agent-session.js'
import { type AppOptions, createApp, type VoiceApp } from '../../../src/server/app.js'
import { defineTool } from '../../../src/toolkit/define-tool.js'
import type { Toolkit, ToolkitIdentity } from '../../../src/toolkit/model/tool.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'
import { eventually } from '../../support/eventually.js'
import { mcpClient } from '../../support/mcp.js'

const apps: VoiceApp[] = []
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
})

/** A toolkit that says whose tools it has. */
function toolkitOf(tenant: string): Toolkit {
  return {
    getFunctions: () => [
      {
        name: 'whoami',
        description: 'Says whose tools these are.',
        parameters: { type: 'object' },
        annotations: {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
        call: async () => ({ isError: false, content: tenant, requestMs: 0 }),
      },
    ],
    forIdentity: ({ variables }: ToolkitIdentity) => toolkitOf(variables?.tenant ?? tenant),
  }
}

async function start(more: Partial<AppOptions> = {}): Promise<string> {
  const agentSession = new AgentSession({ credentials: {}, tools: [toolkitOf('nobody')] })
  const app = createApp({
    agentSession,
    apiKeyValidator: (key) =>
      key === 'plain' ? true : key.startsWith('t-') && { variables: { tenant: key } },
    mcp: true,
    ...more,
  })
  apps.push(app)
  const { port } = await app.listen({ port: 0 })
  return `http://127.0.0.1:${port}/mcp`
}

async function connect(url: string, key: string) {
  const client = mcpClient()
  const requestInit = { headers: { Authorization: `Bearer ${key}` } }
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit })
  await client.connect(transport as Transport)
  return { client, sessionId: transport.sessionId! }
}

function post(url: string, headers: Record<string, string>): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const own = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  return fetch(url, { method: 'POST', headers: { ...own, ...headers }, body })
}

describe('MCP beside the conversations', () => {
  it.each([
    [true, true],
    [{}, true],
    [{ outputSchemas: false }, false],
  ])('lists the schemas of answers with %j: %s', async (mcp, hasSchemas) => {
    const toolkit = await RESTAPIToolkit.fromApiCollection({
      collectionPath: 'examples/petshop/postman.json',
    })
    const agentSession = new AgentSession({ credentials: {}, tools: [toolkit] })
    const { client } = await connect(await start({ agentSession, mcp }), 'plain')
    const { tools } = await client.listTools()
    expect(tools.some(({ outputSchema }) => outputSchema !== undefined)).toBe(hasSchemas)
  })

  it('offers each identity its own tools', async () => {
    const url = await start()
    for (const [key, want] of [
      ['plain', 'nobody'],
      ['t-one', 't-one'],
      ['t-two', 't-two'],
    ] as const) {
      const { client } = await connect(url, key)
      const { content } = await client.callTool({ name: 'whoami' })
      expect(content).toEqual([{ type: 'text', text: want }])
      await client.close()
    }
  })

  it('keeps the sessions of one key from all others', async () => {
    const url = await start()
    const { client, sessionId } = await connect(url, 't-one')
    const headers = { 'mcp-session-id': sessionId, 'mcp-protocol-version': '2025-11-25' }
    expect((await post(url, { ...headers, authorization: 'Bearer t-two' })).status).toBe(404)
    expect((await post(url, { ...headers, authorization: 'Bearer t-one' })).status).toBe(200)
    await client.close()
  })

  it.each([
    ['without a key', {}, 401],
    ['with a wrong key', { authorization: 'Bearer wrong' }, 401],
    [
      'from a page that is not on the list',
      { authorization: 'Bearer plain', origin: 'https://evil.example' },
      403,
    ],
  ])('lets nobody in %s', async (_, headers, status) => {
    const url = await start({ allowedOrigins: ['https://shop.example'] })
    const response = await post(url, headers as Record<string, string>)
    expect(response.status).toBe(status)
    expect(response.headers.has('www-authenticate')).toBe(status === 401)
  })

  it('can be used by a page of an origin on the list', async () => {
    const origin = 'https://shop.example'
    const url = await start({ allowedOrigins: [origin] })
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    const allowed = preflight.headers.get('access-control-allow-headers')!.toLowerCase()
    for (const name of ['authorization', 'content-type', 'mcp-session-id', 'mcp-protocol-version'])
      expect(allowed).toContain(name)
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST, DELETE')
    for (const headers of [preflight.headers, (await post(url, { origin })).headers]) {
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      expect(headers.get('access-control-expose-headers')).toBe('Mcp-Session-Id, WWW-Authenticate')
    }
    const foreign = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } })
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })

  it('takes no short-lived key', async () => {
    const url = await start()
    const minted = await fetch(url.replace('/mcp', '/v1/realtime/client_secrets'), {
      method: 'POST',
      headers: { authorization: 'Bearer plain' },
    })
    const { value } = (await minted.json()) as { value: string }
    expect((await post(url, { authorization: `Bearer ${value}` })).status).toBe(403)
  })

  it('tells its clients when the agent has other tools, and serves those', async () => {
    const agentSession = new AgentSession({ credentials: {}, tools: [toolkitOf('nobody')] })
    const url = await start({ agentSession })
    const { client } = await connect(url, 't-one')
    expect(client.getServerCapabilities()).toMatchObject({ tools: { listChanged: true } })
    let told = 0
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      told += 1
    })
    const clock = defineTool({
      name: 'clock',
      description: 'Tells the time.',
      annotations: { readOnlyHint: true },
      run: () => 'noon',
    })
    // The client begins to listen some time after it has connected.
    await eventually(() => {
      agentSession.update({ tools: [toolkitOf('nobody'), clock] })
      return told > 0
    }, 'the client to be told')
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['whoami', 'clock'])
    expect((await client.callTool({ name: 'clock' })).content).toEqual([{ type: 'text', text: 'noon' }])
    expect((await client.callTool({ name: 'whoami' })).content).toEqual([{ type: 'text', text: 't-one' }])
    agentSession.update({ tools: [] })
    await expect(client.callTool({ name: 'clock' })).rejects.toThrow(/no tool "clock"/)
    await client.close()
  })

  it('tells a client of MCP 2026-07-28 that listens', async () => {
    const agentSession = new AgentSession({ credentials: {}, tools: [toolkitOf('nobody')] })
    const url = await start({ agentSession })
    const stop = new AbortController()
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const response = await fetch(url, {
      method: 'POST',
      signal: stop.signal,
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ...{ authorization: 'Bearer plain', 'mcp-protocol-version': '2026-07-28' },
        'mcp-method': 'subscriptions/listen',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' },
        params: { notifications: { toolsListChanged: true }, _meta },
      }),
    })
    let told = ''
    const reading = (async () => {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
        told += Buffer.from(chunk).toString()
    })().catch(() => {})
    await expect.poll(() => told).toContain('notifications/subscriptions/acknowledged')
    agentSession.update({ tools: [] })
    await expect.poll(() => told).toContain('notifications/tools/list_changed')
    expect(told).not.toContain('prompts/list_changed')
    stop.abort()
    await reading
  })

  it('is not there unless asked for', async () => {
    const url = await start({ mcp: false })
    expect((await post(url, { authorization: 'Bearer plain' })).status).toBe(405)
  })
})

describe('budgets of the operator', () => {
  const text = async (client: Awaited<ReturnType<typeof connect>>['client']) =>
    JSON.stringify((await client.callTool({ name: 'whoami', arguments: {} })).content)

  it('count calls over MCP, together for all clients of an app', async () => {
    const url = await start({ budgets: { app: { toolCalls: 3 } } })
    const [one, other] = [await connect(url, 'plain'), await connect(url, 't-1')]
    const parallel = await Promise.all([
      text(one.client),
      text(other.client),
      text(one.client),
      text(other.client),
    ])
    expect(parallel.filter((answer) => answer.includes('budget'))).toHaveLength(1)
    expect(await text(one.client)).toContain('budget')
    const again = await connect(url, 'plain')
    expect(await text(again.client)).toContain('budget')
  })

  it('count the calls of one client', async () => {
    const url = await start({ budgets: { session: { toolCalls: 1 } } })
    const [one, other] = [await connect(url, 'plain'), await connect(url, 'plain')]
    expect(await text(one.client)).not.toContain('budget')
    expect(await text(one.client)).toContain('budget')
    expect(await text(other.client)).not.toContain('budget')
  })
})
