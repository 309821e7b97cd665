import { afterEach, describe, expect, it } from 'vitest'
import { AgentSession } from '../../src/server/agent/agent-session.js'
import { createApp, type VoiceApp } from '../../src/server/app.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'

const tools = () => [
  new FakeTool({ name: 'delete_pet', effect: 'destroy' }),
  new FakeTool({ name: 'rename_pet', effect: 'write' }),
]

let app: VoiceApp
afterEach(() => app.close())

/** A server for the keys `ann`, `bob` and `bob-2`. Bob may not delete. */
async function serve(own = tools()) {
  const agent = (names: string[]) =>
    new AgentSession({
      credentials: {},
      llm: new ScriptedModel([]),
      approve: 'writes',
      tools: [{ getFunctions: () => own.filter(({ name }) => names.includes(name)) }],
    })
  const [all, few] = [agent(['delete_pet', 'rename_pet']), agent(['rename_pet'])]
  app = createApp({
    apiKeyValidator: (key) => ['ann', 'bob', 'bob-2'].includes(key) && { userId: key },
    agentSession: ({ userId }) => (userId === 'ann' ? all : few),
    mcp: true,
  })
  const { port } = await app.listen({ port: 0 })
  return { own, url: `http://127.0.0.1:${port}/mcp` }
}

type Answer = { result?: { content: { text: string }[]; isError?: boolean }; error?: { message: string } }

/** A client with a session, or without one as in MCP 2026-07-28. */
async function connect(url: string, key: string, { isStateless = false } = {}) {
  let id = 0
  const headers: Record<string, string> = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const post = async (method: string, params: object, isNotice = false): Promise<Answer> => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const name = (params as { name?: string }).name
    const more = isStateless
      ? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...(name && { 'mcp-name': name }) }
      : {}
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify({
        jsonrpc: '2.0',
        ...(isNotice ? {} : { id: ++id }),
        method,
        params: isStateless ? { ...params, _meta: meta } : params,
      }),
    })
    const session = response.headers.get('mcp-session-id')
    if (session) headers['mcp-session-id'] = session
    const text = await response.text()
    const json = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}')
    return JSON.parse(json) as Answer
  }
  if (!isStateless) {
    const clientInfo = { name: 'test', version: '1' }
    await post('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    await post('notifications/initialized', {}, true)
  }
  const call = async (name: string, input: object) => {
    const { result, error } = await post('tools/call', { name, arguments: input })
    return error?.message ?? result!.content.map(({ text }) => text).join('\n')
  }
  return {
    call,
    async code(name: string) {
      const code = /"confirmation":"([^"]+)"/.exec(await call(name, {}))?.[1]
      return code ?? expect.fail('no code')
    },
    confirm: (confirmation: string) => call('confirm_call', { confirmation }),
  }
}

const UNKNOWN = /unknown, used or expired/

describe.each([
  ['with sessions', false],
  ['without sessions', true],
])('codes of MCP, %s', (_name, isStateless) => {
  it('work for the client that got them, once', async () => {
    const { url, own } = await serve()
    const ann = await connect(url, 'ann', { isStateless })
    const code = await ann.code('delete_pet')
    expect(await ann.confirm(code)).not.toMatch(UNKNOWN)
    expect(own[0]!.calls).toHaveLength(1)
    expect(await ann.confirm(code)).toMatch(UNKNOWN)
    expect(own[0]!.calls).toHaveLength(1)
  })

  it('do not work for another key, and stay good for their own', async () => {
    const { url, own } = await serve()
    const ann = await connect(url, 'ann', { isStateless })
    const bob = await connect(url, 'bob', { isStateless })
    for (const tool of ['delete_pet', 'rename_pet']) {
      const code = await ann.code(tool)
      expect(await bob.confirm(code)).toMatch(UNKNOWN)
      expect(own.flatMap(({ calls }) => calls)).toHaveLength(tool === 'delete_pet' ? 0 : 1)
      expect(await ann.confirm(code)).not.toMatch(UNKNOWN)
    }
  })

  it('of one client are not pushed out by those of another', async () => {
    const { url, own } = await serve()
    const ann = await connect(url, 'ann', { isStateless })
    const bob = await connect(url, 'bob', { isStateless })
    const code = await ann.code('delete_pet')
    const first = await bob.code('rename_pet')
    for (let time = 0; time < 110; time += 1) await bob.code('rename_pet')
    expect(await bob.confirm(first)).toMatch(UNKNOWN)
    expect(await ann.confirm(code)).not.toMatch(UNKNOWN)
    expect(own[0]!.calls).toHaveLength(1)
  })

  it('that nobody got do not work', async () => {
    const { url, own } = await serve()
    const bob = await connect(url, 'bob', { isStateless })
    for (const guess of ['', '0', '__proto__', 'constructor', '00000000-0000-0000-0000-000000000000'])
      expect(await bob.confirm(guess)).toMatch(UNKNOWN)
    expect(own.flatMap(({ calls }) => calls)).toEqual([])
  })
})

it('a code works in each session of its key, for clients that open one for each call, and once', async () => {
  const { url, own } = await serve()
  const [one, other] = [await connect(url, 'ann'), await connect(url, 'ann')]
  const code = await one.code('delete_pet')
  expect(await other.confirm(code)).not.toMatch(UNKNOWN)
  expect(await one.confirm(code)).toMatch(UNKNOWN)
  expect(own[0]!.calls).toHaveLength(1)
})

it('a session of one key is not open to another', async () => {
  const { url } = await serve()
  const ann = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: 'Bearer ann',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    }),
  })
  await ann.text()
  for (const method of ['GET', 'DELETE', 'POST']) {
    const taken = await fetch(url, {
      method,
      headers: { authorization: 'Bearer bob', 'mcp-session-id': ann.headers.get('mcp-session-id')! },
      ...(method === 'POST' && { body: '{}' }),
    })
    expect(taken.status).toBe(404)
  }
})
