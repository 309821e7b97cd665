import { expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'

function compile(graphql: { query: string; variables?: string; operationName?: string }) {
  const request = { method: 'POST', url: 'x.com/graphql', body: { mode: 'graphql', graphql } }
  return compileCollection(parseCollection({ info: { name: 'x' }, item: [{ name: 'Run', request }] }))
    .definitions[0]!
}

it('keeps the declared types of lists, whatever their saved values', () => {
  const tool = compile({
    query:
      'query ($ids: [ID!]!, $prices: [Float], $in: [ItemInput]) { a(b: $ids, c: $prices, d: $in) { id } }',
    variables: '{ "ids": [], "prices": [1], "in": [{ "a": 1 }] }',
  })
  expect(tool.parameters.properties?.body?.properties).toMatchObject({
    ids: { type: 'array', items: { type: 'string' } },
    prices: { type: 'array', items: { type: 'number' } },
    in: { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } },
  })
})

it('describes the operation that is sent', () => {
  const query = 'query One { pets { name } } query Two { orders { total } }'
  expect(compile({ query, operationName: 'Two' }).description).toContain('Selects orders: total.')
})
