import { expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'

const json = (body: object) => ({ mode: 'raw', raw: JSON.stringify(body) })
const graphql = (query: string) => ({ mode: 'graphql', graphql: { query } })

it.each<[name: string, request: JsonValue, want: object]>([
  ['List orders', { url: 'http://a.test/orders' }, { effect: 'GET', fixed: [] }],
  ['Create order', { method: 'POST', url: 'http://a.test/orders', body: json({ a: 1 }) }, { effect: 'POST' }],
  ['Jobs', { url: 'http://a.test/jobs?action=delete' }, { effect: 'action is "delete"' }],
  ['Remove order', { method: 'DELETE', url: 'http://a.test/orders/:id' }, { effect: 'DELETE' }],
  [
    'Orders',
    { method: 'POST', url: 'http://a.test/graphql', body: graphql('query A { a }') },
    {
      effect: 'body.query is kept as the collection has it, and reads',
      fixed: [{ name: 'body.query', value: 'query A { a }', why: 'it decides what the call does' }],
    },
  ],
  [
    'List things',
    { url: 'http://a.test/{{version}}/things' },
    { fixed: [{ name: 'version', value: 'v2', why: 'its name says that it is a version' }] },
  ],
])('%s', (name, request, want) => {
  const variable = [{ key: 'version', value: 'v2' }]
  const item = [{ name, request: { method: 'GET', ...(request as object) } }]
  const { explanations } = compileCollection(parseCollection({ info: { name: 'x' }, item, variable }))
  expect([...explanations.values()]).toMatchObject([want])
})
