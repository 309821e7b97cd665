import { expect, it } from 'vitest'
import { createPaint } from '../../src/cli/output.js'
import { type Listing, toolsTable } from '../../src/cli/tool-page.js'
import type { ToolDefinition } from '../../src/toolkit/model/tool.js'
import { runHere } from '../support/in-process.js'

const tool = (name: string, path: string, annotations = {}) =>
  ({
    name,
    method: 'GET',
    path,
    description: '',
    parameters: {},
    tokens: 1200,
    annotations,
  }) as ToolDefinition
const LISTINGS: Listing[] = [
  { definition: tool('list_pets', '/pets', { readOnlyHint: true }), score: 3, parts: { words: 1.5 } },
  {
    definition: tool('purge', '/owners/{ownerId}/pets', { destructiveHint: true }),
    score: 0.25,
    parts: { path: 1 },
  },
]
const shown = (columns?: number) =>
  toolsTable(LISTINGS, {
    paint: createPaint(false),
    explain: true,
    ...(columns !== undefined && { columns }),
  })

it('is a table where there is room', () => {
  expect(shown(80)).toBe(shown())
  expect(shown()).toMatchInlineSnapshot(`
    "SCORE  TOOL       DOES      REQUEST                     TOKENS
    3.00   list_pets  reads     GET /pets                   1200
      words 1.50
    0.25   purge      destroys  GET /owners/{ownerId}/pets  1200
      path 1.00

    2 tools, about 2,400 tokens"
  `)
})

it('has two lines for each tool where there is none', () => {
  expect(shown(50)).toMatchInlineSnapshot(`
    "list_pets  3.00
      reads GET /pets 1200 tokens
      words 1.50
    purge  0.25
      destroys GET /owners/{ownerId}/pets 1200 tokens
      path 1.00

    2 tools, about 2,400 tokens"
  `)
})

it.each([40, 41])('cuts no emoji in half in %i columns', (columns) => {
  const definition = { ...tool('list_dogs', '/dogs'), description: 'x'.padEnd(200, '🐶') } as ToolDefinition
  const text = toolsTable([{ definition }], { paint: createPaint(false), explain: false, columns })
  expect(text).toContain('🐶...')
})

it('is the wide table on a terminal that says it has no columns', async () => {
  const { columns } = process.stdout
  const texts: string[] = []
  for (const size of [1000, 0]) {
    process.stdout.columns = size
    texts.push((await runHere('tools', 'examples/petshop/postman.json')).stdout)
  }
  process.stdout.columns = columns
  expect(texts[0]).toContain('TOOL')
  expect(texts[1]).toBe(texts[0])
})
