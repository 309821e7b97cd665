import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { type CaptureServer, startCapture } from '../support/capture-server.js'
import { collectionOf } from '../support/small-collection.js'

// The parameters of an auth are values of a file: of any type and length.

let api: CaptureServer
beforeAll(async () => {
  const head = 'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: NTLM\r\nContent-Length: 2\r\n\r\n'
  api = await startCapture(() => `${head}{}`)
})
afterAll(() => api.close())

const NO_TEXT = { toString: 1, valueOf: 1 }
const LONG = 'x'.repeat(70_000)
const jwt = { algorithm: 'HS256', secret: 's', payload: '{}' }
const asap = { iss: 'a', aud: 'b', kid: 'c', privateKey: 'x' }

const CASES: [kind: string, params: JsonObject][] = [
  ['bearer', { token: NO_TEXT }],
  ['basic', { username: NO_TEXT, password: NO_TEXT }],
  ['apikey', { key: NO_TEXT, value: NO_TEXT, in: NO_TEXT }],
  ['awsv4', { accessKey: NO_TEXT, secretKey: NO_TEXT, region: NO_TEXT }],
  ['hawk', { authId: NO_TEXT, authKey: NO_TEXT }],
  ['edgegrid', { accessToken: NO_TEXT, clientToken: NO_TEXT, clientSecret: NO_TEXT }],
  ['jwt', { ...jwt, headerPrefix: NO_TEXT }],
  ['jwt', { ...jwt, payload: 'null' }],
  ['jwt', { ...jwt, payload: '[1]' }],
  ['jwt', { ...jwt, header: 5 }],
  ['asap', { ...asap, claims: 'null' }],
  ['asap', { ...asap, claims: { kid: NO_TEXT } }],
  ['ntlm', { username: 'u', password: 'p', domain: LONG }],
  ['ntlm', { username: 'u', password: 'p', workstation: LONG }],
]

describe('an auth with parameters of an odd kind', () => {
  it.each(CASES)('%s %#: is sent, or refused in a sentence', async (type, params) => {
    const auth = { type, [type]: Object.entries(params).map(([key, value]) => ({ key, value })) }
    const request = { method: 'GET', url: `http://127.0.0.1:${api.port}/pets`, auth }
    const toolkit = await RESTAPIToolkit.fromApiCollection({
      collection: collectionOf([{ name: 'List pets', request }]),
    })
    const [tool] = toolkit.getFunctions()
    const result = JSON.stringify(await tool!.call({}))
    expect(result).not.toMatch(/TypeError|RangeError|primitive value|out of range|Cannot read|inside voice/)
  })
})
