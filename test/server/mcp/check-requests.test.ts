import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/server'
import { expect, it } from 'vitest'
import { Confirmations } from '../../../src/server/mcp/call-result.js'
import { createMcpServer } from '../../../src/server/mcp/mcp-server.js'
import { mcpOptions } from '../../support/mcp.js'

/** The answer of a new server to one request. */
async function answerTo(method: string, params?: unknown): Promise<JSONRPCMessage> {
  const [here, there] = InMemoryTransport.createLinkedPair()
  const options = mcpOptions([])
  const server = createMcpServer({ read: () => options }, new Confirmations(options.clock))
  await server.connect(there)
  const answer = new Promise<JSONRPCMessage>((resolve) => {
    here.onmessage = resolve
  })
  await here.send({ jsonrpc: '2.0', id: 7, method, params } as JSONRPCMessage)
  const message = await answer
  await server.close()
  return message
}

it.each<[method: string, params: unknown, want: string]>([
  [
    'initialize',
    { protocolVersion: 7, capabilities: {} },
    '"params.protocolVersion": expected string, received number. "params.clientInfo": expected object, received undefined.',
  ],
  ['tools/call', undefined, '"params": expected object, received undefined.'],
  ['tools/call', { name: 7 }, '"params.name": expected string, received number.'],
  ['tools/call', { name: 'a', arguments: 'b' }, '"params.arguments": expected object, received string.'],
  ['tools/list', { cursor: 7 }, '"params.cursor": expected string, received number.'],
  ['resources/read', {}, '"params.uri": expected string, received undefined.'],
  [
    'prompts/get',
    { name: 'a', arguments: { b: 1 } },
    '"params.arguments.b": expected string, received number.',
  ],
  [
    'completion/complete',
    { ref: { type: 'x' }, argument: { name: 'a', value: 'b' } },
    '"params.ref": it has none of the forms that MCP allows.',
  ],
])('%s with %j is answered with a sentence', async (method, params, want) => {
  expect(await answerTo(method, params)).toEqual({
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32602, message: `The request ${method} is wrong. ${want}` },
  })
})

it('a right request is answered as before', async () => {
  expect(await answerTo('tools/list')).toMatchObject({ id: 7, result: { tools: [] } })
  expect(await answerTo('nope')).toMatchObject({ id: 7, error: { code: -32601 } })
})
