import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { silentLogger } from '../../src/ports.js'
import { startMock } from '../../src/server/mock/mock-server.js'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { RESTAPIToolkit, type ToolkitSetup } from '../../src/toolkit/rest-api-toolkit.js'
import { type CaptureServer, startCapture } from '../support/capture-server.js'

/** The real API of a collection, which calls on a mock must not reach. */
let api: CaptureServer
beforeAll(async () => {
  api = await startCapture()
})
afterEach(() => api.captured.splice(0))
afterAll(() => api.close())

const INFO = {
  name: 'Shop',
  schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
}

async function callOnMock(request: object, response: object[] = []) {
  const item = [{ name: 'List orders', request: { method: 'GET', ...request }, response }]
  const written = JSON.stringify({ info: INFO, item }).replaceAll('API', `http://127.0.0.1:${api.port}`)
  const collection = parseCollection(JSON.parse(written))
  const options = { host: '127.0.0.1', port: 0, latencyMs: 0, logger: silentLogger }
  const mock = await startMock({ collections: [collection], ...options })
  try {
    const setup: ToolkitSetup = { everyOrigin: mock.url }
    const [list] = new RESTAPIToolkit(collection, setup).getFunctions()
    return await list!.call({})
  } finally {
    await mock.close()
  }
}

it.each(['client_credentials', 'password_credentials'])(
  'a call on a mock fetches no token by %s, and is answered',
  async (grant) => {
    const params = { grant_type: grant, accessTokenUrl: 'API/oauth/token', clientId: 'id', clientSecret: 's' }
    const more = { username: 'u', password: 'p' }
    const oauth2 = Object.entries({ ...params, ...more }).map(([key, value]) => ({ key, value }))
    const result = await callOnMock({ url: 'API/orders', auth: { type: 'oauth2', oauth2 } }, [
      { name: 'ok', code: 200, body: '[{"id":7}]' },
    ])
    expect(result).toMatchObject({ isError: false, status: 200 })
    expect(api.captured).toEqual([])
  },
)

it('a saved redirect to the API is the answer, and is not followed', async () => {
  const header = [{ key: 'Location', value: 'API/real-orders?from=mock' }]
  const result = await callOnMock({ url: 'API/orders' }, [{ name: 'moved', code: 302, header, body: '' }])
  expect(result).toMatchObject({ status: 302 })
  expect(api.captured).toEqual([])
})
