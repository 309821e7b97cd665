import { expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { walkItems } from '../../../src/toolkit/collection/walk.js'
import { liftSecrets } from '../../../src/toolkit/secrets/lift-secrets.js'

const KEY = '5f0c1e7a9b3d48260ce1f7a4d89b2536'
const OTHER = 'lYrP4vF3Uk5zgTiGGuEzQGwGIVDGuy24'

/** The requests and variables of a parsed collection. */
function parsed(requests: object[], variable: object[] = []) {
  const collection = liftSecrets(
    parseCollection({
      item: requests.map((request, index) => ({ name: `Item ${index}`, request })),
      variable,
    }),
  )
  const items = [...walkItems(collection)].map(({ item }) => item)
  return { requests: items.map(({ request }) => request), variables: collection.variables, collection, items }
}

const url = (query: string) => `https://api.example.com/data?${query}`
const secret = (key: string, value: string) => ({ key, value, secret: true })
const made = (key: string, value: string) => ({ ...secret(key, value), extracted: true })

it('makes one secret variable for a key in a query, header, form, JSON, XML, GraphQL and path', () => {
  const { requests, variables } = parsed([
    { url: url(`q=London&appid=${KEY}`) },
    { url: url(''), header: [{ key: 'X-Key', value: KEY }] },
    { url: url(''), method: 'POST', body: { mode: 'urlencoded', urlencoded: [{ key: 'key', value: KEY }] } },
    { url: url(''), method: 'POST', body: { mode: 'formdata', formdata: [{ key: 'key', value: KEY }] } },
    { url: url(''), method: 'POST', body: { mode: 'raw', raw: `{"name":"x","key":"${KEY}"}` } },
    { url: url(''), method: 'POST', body: { mode: 'raw', raw: `<a><key>${KEY}</key></a>` } },
    {
      url: url(''),
      method: 'POST',
      body: {
        mode: 'graphql',
        graphql: { query: `{ a(key: "${KEY}") { b } }`, variables: `{"api":"${KEY}"}` },
      },
    },
    { url: { raw: 'https://api.example.com/:key', path: [':key'], variable: [{ key: 'key', value: KEY }] } },
  ])
  expect(variables).toEqual([made('appid_secret', KEY)])
  expect(JSON.stringify(requests)).not.toContain(KEY)
  for (const request of requests) expect(JSON.stringify(request)).toContain('{{appid_secret}}')
  expect(requests[0]!.url.query[0]).toEqual({ key: 'q', value: 'London' })
})

it('makes a variable for each key, with a free name', () => {
  const { variables } = parsed(
    [{ url: url(`key=${KEY}`) }, { url: url(`key=${OTHER}`) }, { url: url('q={{key_secret_2}}') }],
    [{ key: 'key_secret', value: 'x' }],
  )
  expect(variables.slice(1)).toEqual([made('key_secret_3', KEY), made('key_2_secret', OTHER)])
})

it('makes the variable secret that has the key', () => {
  const named = parsed([{ url: url('a={{key}}') }], [{ key: 'key', value: KEY }])
  expect(named.variables).toEqual([secret('key', KEY)])
  const used = parsed(
    [{ url: url('key={{mine}}') }, { url: url(`key=${KEY}`) }],
    [{ key: 'mine', value: KEY }],
  )
  expect(used.variables).toEqual([secret('mine', KEY)])
  expect(used.requests[1]!.url.query).toEqual([{ key: 'key', value: '{{mine}}' }])
})

it('replaces the key in names, descriptions, other values and requests of examples, but not in answers', () => {
  const { collection, items } = (() => {
    const request = { url: url(`key=${KEY}&other=${KEY}`), description: `Send key=${KEY}. GET /a/${KEY}/b` }
    const response = [{ name: 'ok', originalRequest: request, code: 200, body: `{"id":"${KEY}"}` }]
    const parsedOne = liftSecrets(
      parseCollection({
        info: { name: 'W', description: `Use ${KEY}` },
        item: [{ name: 'folder', description: KEY, item: [{ name: `Get ${KEY}`, request, response }] }],
      }),
    )
    return { collection: parsedOne, items: [...walkItems(parsedOne)].map(({ item }) => item) }
  })()
  expect(items[0]!.examples[0]!.body).toBe(`{"id":"${KEY}"}`)
  items[0]!.examples[0]!.body = ''
  expect(JSON.stringify({ ...collection, variables: [] })).not.toContain(KEY)
})

it('makes a variable for each of thousands of keys', () => {
  const keyAt = (index: number) => KEY.slice(6) + (0xa0_0000 + index).toString(16)
  const count = 20_000
  const { variables } = parsed(
    Array.from({ length: count }, (_, index) => ({ url: url(`key=${keyAt(index)}`) })),
  )
  expect(new Set(variables.map(({ key }) => key)).size).toBe(count)
})

it.each([
  ['a number of an app', 'appid=440'],
  ['a UUID', 'key=0e64e4a7-9b3d-4826-8ce1-ce5a93b162af'],
  ['a key under an ordinary name', `id=${KEY}`],
  ['a variable that the file does not fill', 'key={{mine}}'],
])('leaves %s alone', (_, query) => {
  const { requests, variables } = parsed([{ url: url(query) }])
  const [key, value] = query.split('=')
  expect(variables).toEqual([])
  expect(requests[0]!.url.query).toEqual([{ key, value }])
})
