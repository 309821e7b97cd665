import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { expect, it } from 'vitest'
import { mcpClient } from '../support/mcp.js'
import { runRecipe } from '../support/recipes.js'

async function connect() {
  const { clientTransport } = (await runRecipe('mcp-in-process')) as { clientTransport: Transport }
  const client = mcpClient()
  await client.connect(clientTransport)
  return client
}

it('lists the tools with their annotations and nothing else', async () => {
  const { tools } = await (await connect()).listTools()
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  expect(Object.keys(byName.get('get_pet')!)).toEqual(['name', 'description', 'inputSchema', 'annotations'])
  expect(byName.get('get_pet')).toMatchObject({ annotations: { readOnlyHint: true } })
  expect(byName.get('delete_pet')).toMatchObject({
    annotations: { readOnlyHint: false, destructiveHint: true },
  })
})

it('calls a tool', async () => {
  const client = await connect()
  const read = await client.callTool({ name: 'get_pet', arguments: { petId: 1 } })
  expect(read).toMatchObject({ isError: false, content: [{ text: expect.stringContaining('"status":200') }] })
  await expect(client.callTool({ name: 'get_car' })).rejects.toThrow('There is no tool "get_car".')
})
