import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { McpOptions } from '../../../src/server/mcp/mcp-options.js'
import { serveMcpStdio } from '../../../src/server/mcp/mcp-stdio.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { defineTool } from '../../../src/toolkit/define-tool.js'
import type { Toolkit, ToolResult } from '../../../src/toolkit/model/tool.js'
import { mcpOptions } from '../../support/mcp.js'

const hello = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
]

/** A toolkit with one tool that ends when it is told to, or when its signal aborts. */
function slowTool() {
  let finish: () => void = () => {}
  const events: string[] = []
  const toolkit: Toolkit = {
    getFunctions: () => [
      {
        name: 'wait',
        description: 'Waits.',
        parameters: { type: 'object' },
        annotations: {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
        call: (_, options) =>
          new Promise<ToolResult>((resolve) => {
            events.push('begun')
            finish = () => resolve({ isError: false, content: 'done', requestMs: 0 })
            options?.signal?.addEventListener('abort', () => events.push('aborted'))
          }),
      },
    ],
  }
  return { toolkit, events, finish: () => finish() }
}

function start(toolkit: Toolkit, more: Partial<McpOptions> = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let text = ''
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const stop = new AbortController()
  const ended = serveMcpStdio(mcpOptions([toolkit], more), { input, output, signal: stop.signal })
  return {
    ended,
    stop,
    input,
    say: (...messages: unknown[]) => {
      for (const message of messages)
        input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
    },
    answers: () =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { id: number; result?: object; error?: { code: number } }),
  }
}

const call = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'wait', arguments: {} },
})

describe('MCP on standard streams', () => {
  it('answers what was asked before the input ended, then ends', async () => {
    const { toolkit } = slowTool()
    const { say, input, ended, answers } = start(toolkit)
    say(
      ...hello,
      { jsonrpc: '2.0', id: 2, method: 'tools/list' },
      { jsonrpc: '2.0', id: 3, method: 'no/such' },
    )
    input.end()
    await ended
    const byId = new Map(answers().map((answer) => [answer.id, answer]))
    expect([...byId.keys()].sort()).toEqual([1, 2, 3])
    expect(byId.get(3)!.error?.code).toBe(-32601)
  })

  it('lets a call that runs finish when the client closes', async () => {
    const { toolkit, events, finish } = slowTool()
    const { say, input, ended, answers } = start(toolkit)
    say(...hello, call(2))
    await expect.poll(() => events).toEqual(['begun'])
    input.end()
    finish()
    await ended
    expect(answers().map(({ id }) => id)).toEqual([1, 2])
  })

  it('stops a call that takes too long when the client closes, and ends at once for a cancelled one', async () => {
    const { toolkit, events } = slowTool()
    const { say, input, ended } = start(toolkit)
    say(...hello, call(2))
    await expect.poll(() => events).toEqual(['begun'])
    say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } })
    await expect.poll(() => events).toEqual(['begun', 'aborted'])
    input.end()
    await ended
  })

  it('keeps every digit of a large integer', async () => {
    const echo = defineTool({
      name: 'echo',
      description: 'Echoes.',
      run: ({ id }) => String(id),
    })
    const { say, input, ended, answers } = start(echo)
    say(
      ...hello,
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"id":12345678901234567891}}}',
    )
    input.end()
    await ended
    expect(JSON.stringify(answers().at(-1))).toContain('12345678901234567891')
  })

  it('goes on after lines that are no messages', async () => {
    const { toolkit } = slowTool()
    const { say, input, ended, answers } = start(toolkit)
    say('not json', '[]', '{"jsonrpc":"1.0"}', ...hello, { jsonrpc: '2.0', id: 2, method: 'ping' })
    input.end()
    await ended
    expect(answers().at(-1)).toEqual({ jsonrpc: '2.0', id: 2, result: {} })
  })

  it.each<[line: unknown, id: unknown, code: number, message: string]>([
    ['{"jsonrpc":', null, -32700, 'This line is not JSON. Send one JSON-RPC message in each line.'],
    [[], null, -32600, 'It must be one JSON object; lists of messages are not supported.'],
    [{ ...call(5), params: [1] }, 5, -32600, '"params": expected object, received array.'],
    [{ ...call(5), params: null }, 5, -32600, '"params": expected object, received null.'],
    [{ ...call(5), jsonrpc: '1.0' }, 5, -32600, '"jsonrpc": expected "2.0".'],
    [{ ...call(5), id: 1.5 }, null, -32600, '"id": it has none of the forms that MCP allows.'],
  ])('answers the malformed line %j', async (line, id, code, message) => {
    const { say, input, ended, answers } = start(slowTool().toolkit)
    say(line)
    input.end()
    await ended
    expect(answers()).toEqual([
      { jsonrpc: '2.0', id, error: { code, message: expect.stringContaining(message) } },
    ])
  })

  it.each([
    { jsonrpc: '2.0', method: 'notifications/initialized', params: 7 },
    { jsonrpc: '2.0', id: 1, result: 7 },
  ])('does not answer %j', async (message) => {
    const { say, input, ended, answers } = start(slowTool().toolkit)
    say(message)
    input.end()
    await ended
    expect(answers()).toEqual([])
  })

  it.each([
    ['a byte order mark', `\ufeff${JSON.stringify(hello[0])}\n`],
    ['line ends of Windows', `\r\n${JSON.stringify(hello[0])}\r\n`],
    ['no line end', JSON.stringify(hello[0])],
  ])('reads a message with %s, in any pieces', async (_what, text) => {
    const { input, ended, answers } = start(slowTool().toolkit)
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += 7) input.write(bytes.subarray(at, at + 7))
    input.end()
    await ended
    expect(answers()).toMatchObject([{ id: 1, result: { protocolVersion: '2025-06-18' } }])
  })

  it('speaks MCP 2026-07-28 with a client that begins so, and asks for approval by a result', async () => {
    const deletePet = new FakeTool({ name: 'delete_pet', answer: 'gone', effect: 'destroy' })
    const { say, input, ended, answers } = start({ getFunctions: () => [deletePet] }, { approve: 'writes' })
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
    }
    const request = (id: number, method: string, params: object = {}) => ({
      ...{ jsonrpc: '2.0', id, method },
      params: { ...params, _meta },
    })
    say(request(1, 'server/discover'), request(2, 'tools/list'))
    const deletion = { name: 'delete_pet', arguments: { id: 1 } }
    say(request(3, 'tools/call', deletion))
    await expect.poll(() => answers().length).toBe(3)
    const [found, listed, asked] = answers().map(({ result }) => result as Record<string, unknown>)
    expect(found).toMatchObject({ supportedVersions: ['2026-07-28'] })
    expect(listed).toMatchObject({ resultType: 'complete', tools: [{ name: 'delete_pet' }] })
    expect(asked).toMatchObject({ resultType: 'input_required', inputRequests: { approval: {} } })
    expect(deletePet.calls).toHaveLength(0)
    const inputResponses = { approval: { action: 'accept', content: {} } }
    const again = { ...deletion, inputResponses, requestState: asked!.requestState }
    say(request(4, 'tools/call', again))
    await expect.poll(() => answers().length).toBe(4)
    say(request(5, 'tools/call', { ...again, arguments: { id: 2 } }))
    input.end()
    await ended
    expect(answers().map(({ id, result }) => [id, (result as { resultType?: string }).resultType])).toEqual([
      ...[1, 2].map((id) => [id, 'complete']),
      ...[
        [3, 'input_required'],
        [4, 'complete'],
        [5, 'input_required'],
      ],
    ])
    expect(deletePet.calls.map(({ input: given }) => given)).toEqual([{ id: 1 }])
  })

  it('ends when it is told to', async () => {
    const { toolkit, events } = slowTool()
    const { say, stop, ended } = start(toolkit)
    say(...hello)
    stop.abort()
    await ended
    expect(events).toEqual([])
  })
})
