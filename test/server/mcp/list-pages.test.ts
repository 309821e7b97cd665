import { expect, it } from 'vitest'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { connectMcp, mcpOptions } from '../../support/mcp.js'

const toolkit = (count: number) => ({
  getFunctions: () =>
    Array.from({ length: count }, (_, at) => new FakeTool({ name: `tool_${at}`, answer: [] })),
})

it.each([
  [0, [0]],
  [100, [100]],
  [101, [100, 1]],
  [250, [100, 100, 50]],
])('lists %i tools in pages', async (count, sizes) => {
  const client = await connectMcp(mcpOptions([toolkit(count)], { toolSet: 'all' }))
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const { tools, nextCursor } = await client.listTools(cursor === undefined ? {} : { cursor })
    pages.push(tools.map(({ name }) => name))
    cursor = nextCursor
  } while (cursor !== undefined)
  expect(pages.map(({ length }) => length)).toEqual(sizes)
  expect(new Set(pages.flat()).size).toBe(count)
})

it('refuses an unknown cursor', async () => {
  const client = await connectMcp(mcpOptions([toolkit(3)]))
  await expect(client.listTools({ cursor: 'x' })).rejects.toThrow(/cursor is unknown/)
})
