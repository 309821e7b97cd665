import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/toolkit/model/json.js'
import { saveSessionState } from '../../src/toolkit/run/session-state.js'
import { MAX_CHARACTERS } from '../../src/toolkit/run/shape/shape-answer.js'
import { DEEP_SIZES, deepJsonOf, openJson } from '../support/deep.js'
import { contextOf, startApi, type TestApi, toolOf } from '../support/tool.js'

const apis: TestApi[] = []
afterEach(async () => {
  for (const api of apis.splice(0)) await api.close()
})

async function answering(type: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const api = await startApi((_request, response) =>
    response.writeHead(200, { 'content-type': type, ...headers }).end(body),
  )
  apis.push(api)
  return api
}

const nested = (open: string, close: string, bytes: number) => {
  const levels = Math.floor(bytes / (open.length + close.length))
  return `${open.repeat(levels)}x${close.repeat(levels)}`
}

const parts = (bytes: number) =>
  '--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'.repeat(Math.floor(bytes / 60))

/** Answers that stand in themselves, by their size. */
const ANSWERS: [name: string, type: string, make: (bytes: number) => string][] = [
  ['lists', 'application/json', (bytes) => deepJsonOf('lists', bytes)],
  ['objects', 'application/json', (bytes) => deepJsonOf('objects', bytes)],
  ['lists that never close', 'application/json', (bytes) => openJson('lists', bytes)],
  ['objects that never close', 'application/json', (bytes) => openJson('objects', bytes)],
  [
    'a deep member beside others',
    'application/json',
    (bytes) => `{"id":1,"items":[{"x":${deepJsonOf('lists', bytes)}}],"next":"/n?page=2"}`,
  ],
  ['lists without a type', '', (bytes) => deepJsonOf('lists', bytes)],
  ['lists as a problem', 'application/problem+json', (bytes) => deepJsonOf('lists', bytes)],
  [
    'lines of lists',
    'application/x-ndjson',
    (bytes) => `${deepJsonOf('lists', bytes / 2)}\n${deepJsonOf('lists', bytes / 2)}`,
  ],
  ['HTML elements', 'text/html', (bytes) => nested('<div>', '</div>', bytes)],
  ['HTML elements that never close', 'text/html', (bytes) => nested('<b><table>', '', bytes)],
  ['XML elements', 'application/xml', (bytes) => nested('<a>', '</a>', bytes)],
  ['YAML', 'application/yaml', (bytes) => '- '.repeat(bytes / 2)],
  ['parts of a form', 'multipart/mixed; boundary=b', parts],
]

describe('an answer of', () => {
  it.each(ANSWERS)(
    '%s in each other is a result',
    async (_name, type, make) => {
      for (const bytes of DEEP_SIZES) {
        const api = await answering(type, make(bytes))
        const request = { method: 'GET', url: `${api.url}/x?page=1&limit=1` }
        const bindings = [{ parameter: 'page', in: 'query', index: 0 } as const]
        const context = contextOf({ token: 'canary-value' })
        const captures = [{ variable: 'a', from: { in: 'body', pointer: '/a/a' } as const, secret: false }]
        const tool = toolOf({ request, bindings, captures }, context)
        for (const input of [{ page: 1 }, { page: 1, fields: ['a.a.a', 'id'] }] as JsonObject[]) {
          const session = {}
          const result = await tool.call(input, { session })
          expect(result).toMatchObject({ status: 200, isError: false })
          expect(JSON.stringify(result).length).toBeLessThan(2.5 * MAX_CHARACTERS)
          expect(saveSessionState(session)).toBeUndefined()
        }
      }
    },
    60_000,
  )

  it('lists in each other is shown as the text it is', async () => {
    const text = deepJsonOf('lists', 4_000)
    const api = await answering('application/json', text)
    const result = await toolOf({ request: { method: 'GET', url: api.url } }).call({})
    expect(result).toMatchObject({ isError: false, content: text })
  })

  it('lists in each other has its secrets masked', async () => {
    const secret = 'canary-7f3e9a'
    const inside = JSON.stringify({ said: secret, encoded: Buffer.from(secret).toString('base64') })
    const api = await answering('application/json', `${'['.repeat(500)}${inside}${']'.repeat(500)}`)
    const request = {
      method: 'GET',
      url: api.url,
      header: [{ key: 'Authorization', value: 'Bearer {{token}}' }],
    }
    const result = await toolOf({ request }, contextOf({ token: secret })).call({})
    expect(JSON.stringify(result)).toContain('•••')
    expect(JSON.stringify(result)).not.toContain(secret)
    expect(JSON.stringify(result)).not.toContain(Buffer.from(secret).toString('base64').slice(0, 12))
  })

  it('lists in each other, packed, is a result', async () => {
    const api = await answering('application/json', gzipSync(deepJsonOf('lists', 9_000_000)), {
      'content-encoding': 'gzip',
    })
    const result = await toolOf({ request: { method: 'GET', url: api.url } }).call({})
    expect(result).toMatchObject({ isError: false, truncated: { kept: MAX_CHARACTERS } })
  })

  it('a token service that is deep is an error that says so', async () => {
    const api = await answering('application/json', deepJsonOf('objects', 100_000))
    const auth = {
      type: 'oauth2',
      oauth2: [
        { key: 'grant_type', value: 'client_credentials' },
        { key: 'accessTokenUrl', value: `${api.url}/token` },
        { key: 'clientId', value: 'id' },
        { key: 'clientSecret', value: 'secret' },
      ],
    }
    const result = await toolOf({ request: { method: 'GET', url: `${api.url}/x`, auth } }).call({})
    expect(result).toMatchObject({ isError: true, reason: 'auth-failed' })
  })
})
