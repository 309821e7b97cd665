import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'

let api: Server
let url = ''
const seen: (string | undefined)[] = []

beforeAll(async () => {
  api = createServer(({ url: path, headers }, response) => {
    seen.push(headers.authorization)
    response.statusCode = path === '/private' ? 401 : 200
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify([{ id: 1 }]))
  })
  await new Promise<void>((listening) => api.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
})
afterAll(() => void api.close())

/** The result of one request of a collection that sets one bearer token for all. */
async function call(name: string, line: string, token: string) {
  const [method, path] = line.split(' ') as [string, string]
  seen.length = 0
  const collection = parseCollection({
    info: { name: 'x' },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{jwt}}' }] },
    variable: [{ key: 'jwt', value: token }],
    item: [{ name, request: { method, url: `${url}${path}` } }],
  })
  return new RESTAPIToolkit(collection).getFunctions()[0]!.call({})
}

it('a read without its token is sent, and says what is missing', async () => {
  expect(await call('List products', 'GET /products', '')).toMatchObject({
    status: 200,
    content: [{ id: 1 }],
    note: 'Sent without credentials: "jwt" has no value.',
  })
  expect(seen).toEqual([undefined])
})

it('a read that the service refuses names the setting', async () => {
  expect(await call('List orders', 'GET /private', '')).toMatchObject({
    isError: true,
    reason: 'missing-setting',
    content: expect.stringContaining('"jwt" has no value'),
  })
})

it('a write without its token is not sent', async () => {
  expect(await call('Delete cart', 'DELETE /cart', '')).toMatchObject({ reason: 'missing-setting' })
  expect(seen).toEqual([])
})

it('a token that is there is sent, without a note', async () => {
  const result = await call('List products', 'GET /products', 'a-token')
  expect([result.note, seen]).toEqual([undefined, ['Bearer a-token']])
})
