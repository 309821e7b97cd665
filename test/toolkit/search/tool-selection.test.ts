import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { decodeDocument } from '../../../src/toolkit/collection/read-document.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'
import type { SearchableTool } from '../../../src/toolkit/search/facts.js'
import { createToolIndex } from '../../../src/toolkit/search/tool-index.js'
import {
  CALL_TOOL,
  createToolSet,
  FIND_TOOL,
  readCallTool,
  searchTools,
} from '../../../src/toolkit/search/tool-selection.js'
import { hasShared, sharedPath } from '../../support/shared.js'

const nouns = [
  'invoice',
  'customer',
  'report',
  'device',
  'contract',
  'ticket',
  'project',
  'payment',
  'document',
  'account',
]
const areas = [
  'sales',
  'support',
  'billing',
  'archive',
  'field',
  'legal',
  'audit',
  'partner',
  'cloud',
  'factory',
]
const verbs = { List: 'GET', Get: 'GET', Create: 'POST', Update: 'PUT', Delete: 'DELETE' }
const body = Object.fromEntries(
  Array.from({ length: 30 }, (_, at) => [
    `field_${at}`,
    {
      type: 'string',
      description: `The value number ${at} of the thing, as the people of the office know it.`,
      examples: ['abc'],
    },
  ]),
)

/** Five verbs, ten nouns, ten areas and five regions: 2,500 endpoints. */
const many: SearchableTool[] = ['north', 'south', 'east', 'west', 'centre'].flatMap((region) =>
  areas.flatMap((area) =>
    nouns.flatMap((noun) =>
      Object.entries(verbs).map(([verb, method]) => ({
        name: `${verb}_${area}_${noun}_${region}`.toLowerCase(),
        title: `${verb} ${area} ${noun} in the ${region}`,
        description: `${verb} the ${noun} of ${area} in the ${region}.`,
        method,
        path: `/regions/${region}/${area}/${noun}s${verb === 'List' || verb === 'Create' ? '' : '/{id}'}`,
        parameters: {
          type: 'object',
          properties: { id: { type: 'string' }, body: { type: 'object', properties: body } },
        },
      })),
    ),
  ),
)

const tokens = (value: unknown) => encode(JSON.stringify(value)).length

describe('search mode on 2,500 endpoints', () => {
  const set = createToolSet(many)

  it.each([
    'show me the billing invoices of the east',
    'update a contract in the legal archive',
    'hello there',
    'delete device 7 of the factory in the north',
  ])('costs at most 1,500 tokens of schemas: %s', (words) => {
    const shown = [...searchTools, ...set.suggest({ words })]
    expect(shown.slice(0, 2)).toEqual(searchTools)
    expect(tokens(shown)).toBeLessThanOrEqual(1500)
  })

  it('puts the tool that is meant beside the two', () => {
    const names = set.suggest({ words: 'delete the support ticket 9 in the west' }).map(({ name }) => name)
    expect(names).toContain('delete_support_ticket_west')
  })

  it.each(['zzz', 'qqq www'])('offers reads without input where nothing fits: %s', (words) => {
    const read = { description: 'Reads.', parameters: { type: 'object' } } as const
    const hints = { destructiveHint: false, idempotentHint: true, openWorldHint: true }
    const reader = { ...read, annotations: { readOnlyHint: true, ...hints } }
    const tools: SearchableTool[] = [
      { name: 'list_pets', ...reader },
      { name: 'add_pet', ...read, annotations: { readOnlyHint: false, ...hints } },
      { name: 'api_key_owner', ...reader },
    ]
    const names = createToolSet(tools)
      .suggest({ words })
      .map(({ name }) => name)
    expect(names).toEqual(['api_key_owner', 'list_pets'])
  })

  it('offers the first tools by name where every schema is longer than the budget', () => {
    const long = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`field_of_the_ticket_${at}`, {}]))
    const hints = { destructiveHint: false, idempotentHint: true, openWorldHint: true }
    const tools: SearchableTool[] = ['list_tickets', 'create_ticket'].map((name) => ({
      ...{ name, description: 'About tickets.', parameters: { type: 'object', properties: long } },
      annotations: { readOnlyHint: name.startsWith('list'), ...hints },
    }))
    const set = createToolSet(tools)
    const [bare] = [{ name: 'list_tickets', description: 'About tickets.', parameters: { type: 'object' } }]
    expect(set.suggest({ words: 'create a ticket' })).toEqual([bare])
    expect(set.find('create a ticket').tools).toEqual([bare])
  })

  it.each(['who am I logged in as?', 'whoami'])(
    'finds who the caller is, and never what logs out: %s',
    (words) => {
      const read = { description: '', parameters: { type: 'object' } } as const
      const tools: SearchableTool[] = [
        { ...read, name: 'logout', method: 'POST', path: '/auth/logout' },
        { ...read, name: 'list_users', method: 'GET', path: '/users' },
        { ...read, name: 'current', title: 'Get current user profile', method: 'GET', path: '/users/me' },
      ]
      expect(
        createToolIndex(tools)
          .search(words)
          .map(({ definition }) => definition.name),
      ).toEqual(['current'])
    },
  )

  it('finds tools with their parameters, within a budget', () => {
    const { tools } = set.find('create a cloud project in the south')
    expect(tools[0]!.name).toBe('create_cloud_project_south')
    expect(Object.keys(tools[0]!.parameters.properties!)).toContain('body')
    expect(tokens(tools)).toBeLessThanOrEqual(3000)
  })

  it('never shows a tool twice and gives the same answer every time', () => {
    const names = set.suggest({ words: 'list partner customers' }).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(set.suggest({ words: 'list partner customers' }).map(({ name }) => name)).toEqual(names)
  })
})

/** Tools of real collections, as many as are wanted, with names that tell the collections apart. */
function realTools(count: number): SearchableTool[] {
  const folder = sharedPath('corpus/collections')
  const tools: SearchableTool[] = []
  for (const [at, file] of readdirSync(folder).sort().entries()) {
    if (tools.length >= count) break
    const document: unknown = JSON.parse(decodeDocument(readFileSync(join(folder, file))))
    const { definitions } = compileCollection(parseCollection(document))
    tools.push(
      ...definitions.map((definition) => ({ ...definition, name: `${definition.name.slice(0, 58)}_c${at}` })),
    )
  }
  return tools.slice(0, count)
}

describe.skipIf(!hasShared)('search mode on 2,500 real requests', () => {
  it('costs at most 1,500 tokens of schemas for every question', () => {
    const tools = realTools(2500)
    const set = createToolSet(tools)
    const questions = ['corpus.yaml', 'corpus-wide.yaml'].flatMap((file) => {
      const text = readFileSync(join(import.meta.dirname, '../../fixtures/eval', file), 'utf8')
      return Object.values(parse(text) as Record<string, { say: string }[]>).flat()
    })
    const costs = questions.map(({ say }) => tokens([...searchTools, ...set.suggest({ words: say })]))
    const most = Math.max(...costs)
    console.info(
      `search mode: ${tools.length} requests, at most ${most} tokens of schemas per turn over ${costs.length} questions`,
    )
    expect(tools).toHaveLength(2500)
    expect(most).toBeLessThanOrEqual(1500)
  }, 120_000)
})

describe('readCallTool', () => {
  it.each([
    [
      { name: 'a', input: { b: 1 } },
      { name: 'a', input: { b: 1 } },
    ],
    [
      { name: 'a', input: '{"b":1}' },
      { name: 'a', input: { b: 1 } },
    ],
    [{ name: 'a' }, { name: 'a', input: {} }],
  ])('%j', (input, want) => expect(readCallTool(input)).toEqual(want))

  it.each([[{}], [{ name: '' }], [{ name: 'a', input: 'no JSON' }], [{ name: 'a', input: [1] }]])(
    'refuses %j in words',
    (input) => expect(readCallTool(input)).toHaveProperty('problem'),
  )

  it('names the two tools as they are offered', () => {
    expect(searchTools.map(({ name }) => name)).toEqual([FIND_TOOL, CALL_TOOL])
  })
})
