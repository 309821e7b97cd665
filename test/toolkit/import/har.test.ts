import { describe, expect, it } from 'vitest'
import { importText } from '../../../src/toolkit/import/import-text.js'

/** The requests that a HAR file with these entries becomes. */
async function requestsOf(...requests: object[]) {
  const entries = requests.map((request) => ({
    request: { headers: [], ...request },
    response: { status: 200, content: { mimeType: 'application/json', text: '{}' } },
  }))
  const { document } = await importText(JSON.stringify({ log: { entries } }), 'a.har')
  return (document as { item: { name: string; request: object }[] }).item
}

describe('a form', () => {
  const form = (postData: object) =>
    requestsOf({
      method: 'POST',
      url: 'https://a.test/login',
      postData: { mimeType: 'application/x-www-form-urlencoded', ...postData },
    })
  const decoded = [
    { key: 'mail', value: 'ann+x@a.test' },
    { key: 'note', value: 'half & half' },
  ]

  it.each([
    [
      'Chrome, which leaves the parameters encoded',
      {
        text: 'mail=ann%2Bx%40a.test&note=half+%26%20half',
        params: [
          { name: 'mail', value: 'ann%2Bx%40a.test' },
          { name: 'note', value: 'half+%26%20half' },
        ],
      },
    ],
    [
      'Firefox, which decodes the parameters',
      {
        text: 'mail=ann%2Bx%40a.test&note=half+%26%20half',
        params: [
          { name: 'mail', value: 'ann+x@a.test' },
          { name: 'note', value: 'half & half' },
        ],
      },
    ],
    ['a recorder that writes only the text', { text: 'mail=ann%2Bx%40a.test&note=half+%26%20half' }],
    [
      'a recorder that writes only the parameters',
      {
        params: [
          { name: 'mail', value: 'ann+x@a.test' },
          { name: 'note', value: 'half & half' },
        ],
      },
    ],
  ])('is decoded if it comes from %s', async (_, postData) => {
    expect(await form(postData)).toMatchObject([{ request: { body: { urlencoded: decoded } } }])
  })
})

describe('an API with one address', () => {
  const call = (body: object) => ({
    method: 'POST',
    url: 'https://a.test/api',
    postData: { mimeType: 'application/json', text: JSON.stringify(body) },
  })
  const namesOf = async (...bodies: object[]) =>
    (await requestsOf(...bodies.map(call))).map(({ name }) => name)

  it('keeps every operation of GraphQL', async () => {
    const names = await namesOf(
      {
        operationName: 'GetPet',
        query: 'query GetPet($id: ID!) { pet(id: $id) { name } }',
        variables: { id: 1 },
      },
      {
        operationName: 'GetPet',
        query: 'query GetPet($id: ID!) { pet(id: $id) { name } }',
        variables: { id: 2 },
      },
      { query: 'mutation addPet { addPet { id } }' },
      { query: '{ pets { id } }' },
      { operationName: 'GetShop', extensions: { persistedQuery: { version: 1, sha256Hash: 'a' } } },
    )
    expect(names).toEqual(['Get pet', 'Add pet', 'Create api', 'Get shop'])
  })

  it('keeps every method of JSON-RPC', async () => {
    const rpc = { jsonrpc: '2.0', id: 1 }
    expect(await namesOf({ ...rpc, method: 'pets.list' }, { ...rpc, method: 'pets.get' })).toEqual([
      'Pets list',
      'Pets get',
    ])
  })
})

it('keeps the query parameters of all calls of an operation', async () => {
  const call = (query: string) => ({ method: 'GET', url: `https://a.test/pets${query}` })
  const [item, ...more] = await requestsOf(
    call('?page=1'),
    call('?page=2&status=sold'),
    call('?status=new&sort=a%20b'),
    call(''),
  )
  expect(more).toEqual([])
  expect(item?.request).toMatchObject({
    url: {
      raw: '{{base_url}}/pets?page=1',
      query: [
        { key: 'page', value: '1' },
        { key: 'status', disabled: true },
        { key: 'sort', value: 'a b', disabled: true },
      ],
    },
  })
})

it('requests to trackers are left out', async () => {
  const urls = [
    'https://www.google-analytics.com/g/collect?v=2',
    'https://o1.ingest.sentry.io/api/2/envelope/',
    'https://analytics.a.test/hit',
    'https://segments.a.test/segments',
  ]
  const items = await requestsOf(...urls.map((url) => ({ method: 'POST', url })))
  expect(items.map(({ name }) => name)).toEqual(['Create segment'])
})
