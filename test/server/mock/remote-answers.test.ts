import { afterAll, describe, expect, it } from 'vitest'
import { silentLogger } from '../../../src/ports.js'
import { type Mock, startMock } from '../../../src/server/mock/mock-server.js'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'

const mocks: Mock[] = []
afterAll(() => Promise.all(mocks.map((mock) => mock.close())))

async function serve(body: string, response: object[] = []) {
  const item = [
    { name: 'x', request: { method: 'POST', url: 'http://a.test/x', body: { mode: 'raw', raw: body } } },
    { name: 'y', request: { method: 'GET', url: 'http://a.test/x' } },
  ]
  const collections = [
    parseCollection({ info: { name: 'T' }, item: item.map((one) => ({ ...one, response })) }),
  ]
  const mock = await startMock({
    collections,
    host: '127.0.0.1',
    port: 0,
    latencyMs: 0,
    logger: silentLogger,
  })
  mocks.push(mock)
  const post = (text: string, type = 'application/json') =>
    fetch(`${mock.url}/x`, { method: 'POST', body: text, headers: { 'content-type': type } })
  return Object.assign(post, { get: (query: string) => fetch(`${mock.url}/x${query}`) })
}

describe('GraphQL', async () => {
  const post = await serve('{}')
  const ask = async (query: string, variables: object = {}) => {
    const response = await post(JSON.stringify({ query, variables }))
    expect(response.headers.get('voice-mock')).toBe('made')
    return ((await response.json()) as { data: unknown }).data
  }

  it.each<[query: string, data: unknown]>([
    [
      '{ products(first: 2) { id category { id } } }',
      { products: [0, 1].map((at) => ({ id: `${at + 1}`, category: { id: `${at + 1}` } })) },
    ],
    ['query P { product(id: 7) { id __typename } }', { product: { id: 7, __typename: 'Product' } }],
    ['{ a: user(id: "2") { email } }', { a: { email: 'ben@example.com' } }],
    [
      '{ users(first: 1) { edges { node { ...U } } pageInfo { hasNextPage } totalCount } } fragment U on User { email }',
      {
        users: {
          edges: [{ node: { email: 'ana@example.com' } }],
          pageInfo: { hasNextPage: false },
          totalCount: 3,
        },
      },
    ],
    ['{ me { ... on User { email } } }', { me: { email: 'ana@example.com' } }],
    [
      'query { user(id: 2) { id } ...U } fragment U on Query { user(id: 2) { email } }',
      { user: { id: 2, email: 'ben@example.com' } },
    ],
    ['fragment A on T { ...A } query { t { ...A id } }', { t: { id: '1' } }],
  ])('%s', async (query, data) => {
    expect(await ask(query)).toEqual(data)
    expect(await ask(query)).toEqual(data)
  })

  it('reads the variables of a query in the address', async () => {
    const query = new URLSearchParams({
      query: 'query Q($id: ID!) { book(id: $id) { id } }',
      variables: '{"id":"7"}',
    })
    const response = await post.get(`?${query}`)
    expect(await response.json()).toEqual({ data: { book: { id: '7' } } })
  })

  it('remembers what a mutation sends', async () => {
    const create = 'mutation C($in: BookInput!) { createBook(input: $in) { id title } }'
    expect(await ask(create, { in: { title: 'Dune' } })).toEqual({ createBook: { id: '4', title: 'Dune' } })
    expect(await ask('{ book(id: "4") { title } }')).toEqual({ book: { title: 'Dune' } })
    expect(await ask('{ books { title } }')).toMatchObject({ books: { length: 4, 3: { title: 'Dune' } } })
  })

  it('takes values of saved examples by the noun they belong to', async () => {
    const saved = { data: { dishes: [{ name: 'Ramen' }], cooks: [{ name: 'Kim' }] } }
    const other = await serve('{ "query": "{ dishes { name } cooks { name } }" }', [
      { code: 200, body: JSON.stringify(saved) },
    ])
    const response = await other(JSON.stringify({ query: '{ dish(id: 1) { name } }' }))
    expect(await response.json()).toEqual({ data: { dish: { name: 'Ramen' } } })
  })
})

describe('SOAP', async () => {
  const post = await serve('<x/>')
  const envelope = (prefix: string, inside: string, ns = 'http://schemas.xmlsoap.org/soap/envelope/') =>
    `<?xml version="1.0"?><${prefix}Envelope xmlns:${prefix.replace(':', '')}="${ns}"><${prefix}Body>${inside}</${prefix}Body></${prefix}Envelope>`

  it.each<[text: string, type: string, element: string]>([
    [
      envelope('soap:', '<GetCapital xmlns="http://x.org/ws"><code>DE</code></GetCapital>'),
      'text/xml; charset=utf-8',
      '<GetCapitalResponse xmlns="http://x.org/ws"><GetCapitalResult>Capital 1</GetCapitalResult></GetCapitalResponse>',
    ],
    [
      envelope('e:', '<m:AddRequest xmlns:m="urn:m"/>', 'http://www.w3.org/2003/05/soap-envelope'),
      'application/soap+xml; charset=utf-8',
      '<m:AddResponse xmlns:m="urn:m"><m:AddResult>',
    ],
  ])('%s', async (text, type, element) => {
    const response = await post(text, 'text/xml')
    expect(response.headers.get('content-type')).toBe(type)
    expect(await response.text()).toContain(element)
  })
})
