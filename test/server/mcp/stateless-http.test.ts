import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type McpHttp, startMcpHttp } from '../../../src/server/mcp/mcp-http.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { mcpOptions } from '../../support/mcp.js'

let server: McpHttp
let deletePet: FakeTool

beforeEach(async () => {
  const listPets = new FakeTool({ name: 'list_pets', answer: [{ name: 'Rex' }] })
  deletePet = new FakeTool({ name: 'delete_pet', answer: {}, effect: 'destroy' })
  const tools = { getFunctions: () => [listPets, deletePet] }
  server = await startMcpHttp(mcpOptions([tools], { approve: 'writes' }), { port: 0 })
})
afterEach(() => server.close())

const VERSION = '2026-07-28'
const CANNOT_ASK = {}
const CAN_ASK = { elicitation: { form: {} } }

interface Asked {
  params?: Record<string, unknown>
  capabilities?: object
  headers?: Record<string, string>
  version?: string
  meta?: object
}

async function ask(method: string, asked: Asked = {}) {
  const { params = {}, capabilities = CANNOT_ASK, headers = {}, version = VERSION } = asked
  const _meta = asked.meta ?? {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  }
  const name = params.name ?? params.uri
  const response = await fetch(server.url, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...{ 'mcp-protocol-version': version, 'mcp-method': method },
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { ...params, _meta } }),
  })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

const resultOf = async (method: string, asked?: Asked) => JSON.parse((await ask(method, asked)).text).result
const errorOf = async (method: string, asked?: Asked) => {
  const { status, text } = await ask(method, asked)
  return { status, code: JSON.parse(text).error.code as number }
}

describe('MCP 2026-07-28', () => {
  it('is discovered without a session', async () => {
    expect(await resultOf('server/discover')).toMatchObject({
      resultType: 'complete',
      supportedVersions: [VERSION],
      capabilities: { tools: {}, prompts: {}, resources: {} },
      instructions: expect.stringContaining('2 tools'),
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'voice' } },
    })
  })

  it.each([
    ['tools/list', 'tools'],
    ['prompts/list', 'prompts'],
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
  ])('answers %s in one exchange', async (method, member) => {
    expect(await resultOf(method)).toMatchObject({
      resultType: 'complete',
      cacheScope: 'private',
      ttlMs: 0,
      [member]: expect.any(Array),
    })
  })

  it('calls a tool, with progress as a stream for a client that wants it', async () => {
    const params = { name: 'list_pets', arguments: {} }
    const plain = await ask('tools/call', { params })
    expect(plain.type).toBe('application/json')
    expect(plain.text).toContain('Rex')
    const meta = {
      ...{ 'io.modelcontextprotocol/protocolVersion': VERSION, progressToken: 'p' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const streamed = await ask('tools/call', { params, meta })
    expect(streamed.type).toBe('text/event-stream')
    expect(streamed.text).toContain('notifications/progress')
    expect(streamed.text).toContain('Rex')
  })

  it('asks for approval by a result, and takes the answer with the request that comes again', async () => {
    const params = { name: 'delete_pet', arguments: { id: 1 } }
    const asked = await resultOf('tools/call', { params, capabilities: CAN_ASK })
    expect(asked).toMatchObject({
      resultType: 'input_required',
      inputRequests: { approval: { method: 'elicitation/create' } },
    })
    expect(deletePet.calls).toHaveLength(0)
    const { requestState } = asked
    const inputResponses = { approval: { action: 'accept', content: {} } }
    const other = { ...params, arguments: { id: 2 }, inputResponses, requestState }
    expect(await resultOf('tools/call', { params: other, capabilities: CAN_ASK })).toMatchObject({
      resultType: 'input_required',
    })
    const { requestState: fresh } = await resultOf('tools/call', { params, capabilities: CAN_ASK })
    const no = { ...params, inputResponses: { approval: { action: 'accept', content: { approve: false } } } }
    await resultOf('tools/call', { params: { ...no, requestState: fresh }, capabilities: CAN_ASK })
    expect(deletePet.calls).toHaveLength(0)
    const { requestState: last } = await resultOf('tools/call', { params, capabilities: CAN_ASK })
    const again = { ...params, inputResponses, requestState: last }
    expect(await resultOf('tools/call', { params: again, capabilities: CAN_ASK })).toMatchObject({
      resultType: 'complete',
    })
    expect(await resultOf('tools/call', { params: again, capabilities: CAN_ASK })).toMatchObject({
      resultType: 'input_required',
    })
    expect(deletePet.calls.map(({ input }) => input)).toEqual([{ id: 1 }])
  })

  it('takes the answer about a call not as the answer about the log-in that the call needs', async () => {
    const order = ['delete_order', 'log_in']
    const logIn = new FakeTool({ name: 'log_in', answer: {}, effect: 'write' })
    const rejected = { isError: true, status: 401, content: 'No.', requestMs: 1 } as const
    const answer = () =>
      logIn.calls.length > 0 ? ({ isError: false, content: 'gone', requestMs: 1 } as const) : rejected
    const deleteOrder = Object.assign(new FakeTool({ name: 'delete_order', answer, effect: 'destroy' }), {
      needs: [{ variable: 'token', runsAlone: true, isNamed: false, tool: logIn }],
    })
    await server.close()
    const tools = { getFunctions: () => [deleteOrder, logIn] }
    server = await startMcpHttp(mcpOptions([tools], { approve: 'writes' }), { port: 0 })
    const params = { name: 'delete_order', arguments: {} }
    const inputResponses = { approval: { action: 'accept', content: {} } }
    let asked = await resultOf('tools/call', { params, capabilities: CAN_ASK })
    for (const tool of order) {
      expect(asked.inputRequests.approval.params._meta).toMatchObject({ tool })
      expect(logIn.calls).toHaveLength(0)
      const again = { ...params, inputResponses, requestState: asked.requestState }
      asked = await resultOf('tools/call', { params: again, capabilities: CAN_ASK })
    }
    expect(asked).toMatchObject({ resultType: 'complete' })
    expect(logIn.calls).toHaveLength(1)
  })

  it('confirms by code where the client cannot ask', async () => {
    const { content } = await resultOf('tools/call', { params: { name: 'delete_pet', arguments: {} } })
    const [, confirmation] = /"confirmation":"([^"]+)"/.exec(content[0].text) ?? []
    await resultOf('tools/call', { params: { name: 'confirm_call', arguments: { confirmation } } })
    expect(deletePet.calls).toHaveLength(1)
  })

  it.each<[string, string, Asked, number, number]>([
    ['an unknown method', 'tools/none', {}, 404, -32_601],
    ['a method of sessions', 'ping', {}, 404, -32_601],
    ['a missing envelope', 'tools/list', { meta: {} }, 400, -32_602],
    ['another method in the header', 'tools/list', { headers: { 'mcp-method': 'ping' } }, 400, -32_020],
    [
      'another name in the header',
      'tools/call',
      { params: { name: 'a' }, headers: { 'mcp-name': 'b' } },
      400,
      -32_020,
    ],
    ['a version of the future', 'tools/list', { version: '2030-01-01' }, 400, -32_022],
    ['an unknown tool', 'tools/call', { params: { name: 'none', arguments: {} } }, 200, -32_602],
    ['an unknown resource', 'resources/read', { params: { uri: 'voice://none' } }, 200, -32_602],
    ['wrong parameters', 'tools/call', { params: { name: 7 } }, 200, -32_602],
  ])('refuses %s', async (_name, method, asked, status, code) => {
    expect(await errorOf(method, asked)).toEqual({ status, code })
  })

  it('takes names that a header cannot carry', async () => {
    const encoded = `=?base64?${Buffer.from('zoë').toString('base64')}?=`
    expect(
      await errorOf('tools/call', { params: { name: 'zoë' }, headers: { 'mcp-name': encoded } }),
    ).toEqual({
      status: 200,
      code: -32_602,
    })
  })

  it.each([
    ['GET', undefined, 405],
    ['POST', '{', 400],
    ['POST', '[]', 400],
    ['POST', '{"jsonrpc":"2.0","method":"notifications/cancelled"}', 202],
  ])('answers %s %s with %i', async (method, body, status) => {
    const headers = { 'content-type': 'application/json', 'mcp-protocol-version': VERSION }
    const response = await fetch(server.url, { method, headers, ...(body !== undefined && { body }) })
    expect(response.status).toBe(status)
    await response.body?.cancel()
  })
})
