import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { serveMcpStdio } from '../../../src/server/mcp/mcp-stdio.js'
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

function start(toolkit: Toolkit) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let text = ''
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const stop = new AbortController()
  const ended = serveMcpStdio(mcpOptions([toolkit]), { input, output, signal: stop.signal })
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

  it('goes on after lines that are no messages', async () => {
    const { toolkit } = slowTool()
    const { say, input, ended, answers } = start(toolkit)
    say('not json', '[]', '{"jsonrpc":"1.0"}', ...hello, { jsonrpc: '2.0', id: 2, method: 'ping' })
    input.end()
    await ended
    expect(answers().at(-1)).toEqual({ jsonrpc: '2.0', id: 2, result: {} })
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
