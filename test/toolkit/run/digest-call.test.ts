import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const CHALLENGE = 'Digest realm="books", qop="auth", nonce="n-1", opaque="o-1", algorithm=MD5'

let api: Server
let url = ''

/** Checks a response of RFC 7616 as a service does. */
function accepts(header: string | undefined, { method, path }: { method: string; path: string }): boolean {
  const part = (name: string) => new RegExp(`\\b${name}="?([^",]+)`).exec(header ?? '')?.[1] ?? ''
  const secret = md5('ann:books:s3cret')
  const signed = [secret, part('nonce'), part('nc'), part('cnonce'), part('qop'), md5(`${method}:${path}`)]
  return part('uri') === path && part('opaque') === 'o-1' && part('response') === md5(signed.join(':'))
}

beforeAll(async () => {
  api = createServer(({ url: path = '', method = '', headers }, response) => {
    const isKnown = accepts(headers.authorization, { method, path })
    response.writeHead(isKnown ? 200 : 401, {
      'content-type': 'application/json',
      ...(!isKnown && { 'www-authenticate': CHALLENGE }),
    })
    response.end(isKnown ? '[{"id":1}]' : '{}')
  })
  await new Promise<void>((listening) => api.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
})
afterAll(() => void api.close())

it.each([
  ['s3cret', 200],
  ['wrong', 401],
])('a tool call with Digest auth and the password %s gets %d', async (password, status) => {
  const digest = Object.entries({ username: 'ann', password, algorithm: 'MD5' }).map(([key, value]) => ({
    key,
    value,
  }))
  const collection = parseCollection({
    info: { name: 'x' },
    auth: { type: 'digest', digest },
    item: [{ name: 'List books', request: { method: 'GET', url: `${url}/books?page=1` } }],
  })
  const result = await new RESTAPIToolkit(collection).getFunctions()[0]!.call({})
  expect(result.status).toBe(status)
})
