import { afterEach, expect, it } from 'vitest'
import { boundedFetch } from '../../src/server/providers/bounded-fetch.js'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { contextOf, startApi, type TestApi, toolOf } from '../support/tool.js'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

// A redirect must not carry a key, a cookie or a write to another server.

const apis: TestApi[] = []
afterEach(async () => {
  for (const api of apis.splice(0)) await api.close()
})
async function start(...handlers: Parameters<typeof startApi>): Promise<TestApi> {
  const api = await startApi(...handlers)
  apis.push(api)
  return api
}

it('a model address that redirects elsewhere gets no key there', async () => {
  const other = await start((_request, response) => response.end('{}'))
  const model = await start((request, response) => {
    const location = request.url === '/near' ? '/here' : `${other.url}/v1`
    if (request.url === '/here') return response.end('{}')
    return response.writeHead(307, { location }).end()
  })
  const send = (path: string) =>
    boundedFetch('m')(`${model.url}${path}`, { method: 'POST', headers: { 'api-key': 'KEY' }, body: '{}' })
  expect((await send('/far')).status).toBe(307)
  expect(other.seen).toEqual([])
  expect((await send('/near')).status).toBe(200)
  expect(model.seen.at(-1)).toMatchObject({ method: 'POST', headers: { 'api-key': 'KEY' } })
})

it('a chain of redirects that comes back gets no cookies', async () => {
  const other = await start((_request, response) =>
    response.writeHead(302, { location: `${api.url}/further` }).end(),
  )
  const api = await start((request, response) => {
    if (request.url === '/login') return response.setHeader('set-cookie', 'sid=1; Path=/').end('{}')
    if (request.url === '/go') return response.writeHead(302, { location: other.url }).end()
    return response.end('{}')
  })
  const context = contextOf()
  const session = {}
  await toolOf({ request: { method: 'GET', url: `${api.url}/login` } }, context).call({}, { session })
  await toolOf({ request: { method: 'GET', url: `${api.url}/go` } }, context).call({}, { session })
  expect(api.seen.map(({ url, headers }) => [url, headers.cookie])).toEqual([
    ['/login', undefined],
    ['/go', 'sid=1'],
    ['/further', undefined],
  ])
})

it('a DELETE is not repeated at another server', async () => {
  const other = await start((_request, response) => response.end('{}'))
  const api = await start((_request, response) =>
    response.writeHead(307, { location: `${other.url}/x` }).end(),
  )
  await toolOf({ request: { method: 'DELETE', url: `${api.url}/x` } }).call({})
  expect(other.seen).toEqual([])
})

it.each([
  ['/users/5/delete-user', false],
  ['/accounts/delete-user', false],
  ['/functions/delete-user/', true],
  ['/functions/delete-user?full=1', true],
])('a read of the record "delete-user" is redirected to %s: followed %s', async (location, isFollowed) => {
  const api = await start((request, response) => {
    if (request.url !== '/functions/delete-user') return response.end('{}')
    return response.writeHead(302, { location }).end()
  })
  const item = [{ name: 'Get function', request: { method: 'GET', url: `${api.url}/functions/:name` } }]
  const [tool] = new RESTAPIToolkit(
    parseCollection({ info: { name: 'x', schema: SCHEMA }, item }),
  ).getFunctions()
  await tool!.call({ name: 'delete-user' }, { agreed: 'read' })
  expect(api.seen.map(({ url }) => url)).toEqual([
    '/functions/delete-user',
    ...(isFollowed ? [location] : []),
  ])
})

it.each([
  ['/wallet/withdraw', false],
  ['/checkout/pay', false],
  ['/accounts/5/transfer?to=m', false],
  ['/reload', true],
  ['/v2/orders', true],
])(
  'a list is redirected to %s, which its own name does not explain: followed %s',
  async (location, isFollowed) => {
    const api = await start((request, response) =>
      request.url === '/orders' ? response.writeHead(302, { location }).end() : response.end('{}'),
    )
    const item = [{ name: 'List orders', request: { method: 'GET', url: `${api.url}/orders` } }]
    const [tool] = new RESTAPIToolkit(
      parseCollection({ info: { name: 'x', schema: SCHEMA }, item }),
    ).getFunctions()
    await tool!.call({}, { agreed: 'read' })
    expect(api.seen.map(({ url }) => url)).toEqual(['/orders', ...(isFollowed ? [location] : [])])
  },
)
