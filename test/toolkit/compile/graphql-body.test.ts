import { expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'

function compile(graphql: { query: string; variables?: string; operationName?: string }, name = 'Run') {
  const request = { method: 'POST', url: 'x.com/graphql', body: { mode: 'graphql', graphql } }
  return compileCollection(parseCollection({ info: { name: 'x' }, item: [{ name, request }] }))
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

it('makes inputs of the literals in the arguments of a document, and keeps what the call does', () => {
  const cancel = compile({ query: 'mutation { cancelOrder(id: "o-77", by: STAFF, n: 2) { id(x: 1) } }' })
  expect(cancel.parameters).toMatchObject({ required: ['id', 'n'] })
  expect(Object.keys(cancel.parameters.properties ?? {})).toEqual(['id', 'n'])
  expect(cancel.parameters.properties?.id?.examples).toEqual(['o-77'])
  expect(cancel.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  const read = compile({ query: '{ order(id: 4711, first: 20) { total } }' }, 'Order')
  expect(read.parameters).toMatchObject({ required: ['id'], properties: { first: { default: 20 } } })
  expect(read.annotations.readOnlyHint).toBe(true)
})

it('leaves a document as it is that logs in, has several operations or has variables of the collection', () => {
  const open = (query: string) => Object.keys(compile({ query }).parameters.properties ?? {})
  expect(open('mutation { login(email: "a@b.example", password: "x") { id } }')).toEqual([])
  expect(open('query A { a(id: "1") { id } } query B { b(id: "2") { id } }')).toEqual([])
  expect(open('{ a(id: "1", in: {{region}}) { id } }')).toEqual([])
})
