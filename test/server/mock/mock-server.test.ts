import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { silentLogger } from '../../../src/ports.js'
import { type Mock, startMock } from '../../../src/server/mock/mock-server.js'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'

const mocks: Mock[] = []
afterAll(() => Promise.all(mocks.map((mock) => mock.close())))

async function serve(document: unknown, { strict = false } = {}): Promise<string> {
  const collections = [parseCollection(document)]
  const mock = await startMock({
    collections,
    host: '127.0.0.1',
    port: 0,
    latencyMs: 0,
    strict,
    logger: silentLogger,
  })
  mocks.push(mock)
  return mock.url
}

const petshop = await serve(JSON.parse(readFileSync('examples/petshop/postman.json', 'utf8')))
const json = (value: unknown) => ({
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
})

describe('the pet shop', () => {
  const cases: [title: string, path: string, init: RequestInit, status: number, want: unknown][] = [
    ['lists all without a filter', '/pets', {}, 200, { total: 6 }],
    ['filters by the query', '/pets?status=available', {}, 200, { total: 3 }],
    ['filters by another value', '/pets?status=sold', {}, 200, { total: 2 }],
    ['ignores a slash at the end', '/pets/', {}, 200, { total: 6 }],
    [
      'answers a saved failure to its very request',
      '/pets?status=lost',
      {},
      400,
      { error: 'invalid_status' },
    ],
    ['tells path values apart', '/pets/2', {}, 200, { name: 'Momo' }],
    ['answers the saved 404 for an unknown value', '/pets/12', {}, 404, { error: 'pet_not_found' }],
    ['chooses by the body', '/pets', { method: 'POST', ...json({ name: 'Rex' }) }, 201, { id: 8 }],
    [
      'succeeds for a body nobody saved',
      '/pets',
      { method: 'POST', ...json({ name: 'Bo', species: 'dog' }) },
      201,
      {},
    ],
    [
      'fails for a saved wrong body',
      '/pets',
      { method: 'POST', ...json({ species: 'dog' }) },
      400,
      { error: 'name_required' },
    ],
    [
      'chooses by status header',
      '/pets/1',
      { headers: { 'x-mock-response-code': '404' } },
      404,
      { error: 'pet_not_found' },
    ],
    [
      'chooses by name header',
      '/pets/1',
      { headers: { 'x-mock-response-name': 'kiwi the bird' } },
      200,
      { id: 4 },
    ],
    ['cancels', '/orders/17', { method: 'DELETE' }, 200, { status: 'cancelled' }],
    ['reports a conflict', '/orders/11', { method: 'DELETE' }, 409, { error: 'already_delivered' }],
  ]
  it.each(cases)('%s: %s', async (_, path, init, status, want) => {
    const response = await fetch(petshop + path, init)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject(want as object)
  })

  it('sends no body with 204 and to HEAD', async () => {
    const deleted = await fetch(`${petshop}/pets/4`, { method: 'DELETE' })
    expect([deleted.status, await deleted.text()]).toEqual([204, ''])
    const head = await fetch(`${petshop}/pets`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/json'])
  })

  it('lets pages of other ports of this machine ask', async () => {
    const headers = { origin: 'http://localhost:3000', 'access-control-request-method': 'DELETE' }
    const response = await fetch(`${petshop}/pets/4`, { method: 'OPTIONS', headers })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect(response.headers.get('access-control-allow-methods')).toBe('DELETE')
  })
})

describe('why nothing fits', () => {
  const cases: [path: string, init: RequestInit, message: string][] = [
    ['/petz', {}, 'GET /pets (List pets), but it has "pets" where the request has "petz"'],
    ['/pets/1', { method: 'PATCH' }, 'GET /pets/:petId (Get pet), but its method is GET'],
    ['/pets/1/toys', {}, 'the request has "toys" after its end'],
    ['/pets/', { method: 'PUT' }, 'GET /pets (List pets), but its method is GET.'],
    [
      '/pets',
      { headers: { 'x-mock-response-code': '418' } },
      'none of its examples is with status 418; it has "All pets" (200)',
    ],
    ['/orders', { headers: { 'x-mock-response-name': 'Nope' } }, 'none of its examples is named "Nope"'],
  ]
  it.each(cases)('%s', async (path, init, message) => {
    const response = await fetch(petshop + path, init)
    const miss = (await response.json()) as { message: string; closest: unknown[] }
    expect(response.status).toBe(404)
    expect(miss.message).toContain(message)
    expect(miss.closest.length).toBeGreaterThan(0)
  })
})

const raw = (raw: string, options: object = {}) => ({ method: 'GET', url: raw, ...options })
const example = (name: string, body: string, originalRequest?: object) => ({
  name,
  code: 200,
  body,
  header: [],
  originalRequest,
})
const collection = (item: object[], variable: object[] = []) => ({
  info: { name: 'T', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item,
  variable,
})

describe('paths and bodies of real collections', () => {
  it.each([
    ['{{host}}/v1/{{account}}/users', '/v1/42/users'],
    ['https://api.example.com:8443/users/{id}', '/users/7'],
    ['{{host}}/files/report-{{day}}.csv', '/files/report-monday.csv'],
    ['{{host}}/{{prefix}}/users', '/api/v2/users'],
    ['{{host}}/a%20b/c', '/a%20b/c'],
    ['{{host}}/odata/Things(:id)', '/odata/Things(:id)'],
  ])('%s answers %s', async (saved, path) => {
    const url = await serve(
      collection(
        [{ name: 'A', request: raw(saved), response: [example('e', 'here')] }],
        [{ key: 'prefix', value: 'api/v2' }],
      ),
    )
    const response = await fetch(url + path)
    expect([response.status, await response.text()]).toEqual([200, 'here'])
  })

  it('prefers the more literal path', async () => {
    const url = await serve(
      collection([
        { name: 'One', request: raw('{{h}}/pets/:id'), response: [example('e', 'one')] },
        { name: 'Search', request: raw('{{h}}/pets/search'), response: [example('e', 'search')] },
      ]),
    )
    expect(await (await fetch(`${url}/pets/search`)).text()).toBe('search')
    expect(await (await fetch(`${url}/pets/9`)).text()).toBe('one')
  })

  it('tells GraphQL operations apart', async () => {
    const operation = (query: string) => ({
      method: 'POST',
      url: '{{h}}/graphql',
      body: { mode: 'graphql', graphql: { query, variables: '{"id": 1}' } },
    })
    const url = await serve(
      collection([
        { name: 'A', request: operation('query { a }'), response: [example('a', 'a')] },
        { name: 'B', request: operation('query {\n  b\n}'), response: [example('b', 'b')] },
      ]),
    )
    const ask = (query: string) =>
      fetch(`${url}/graphql`, { method: 'POST', ...json({ query, variables: { id: 5 } }) })
    expect(await (await ask('query { b }')).text()).toBe('b')
    expect(await (await ask('query { a }')).text()).toBe('a')
  })

  it('chooses by form fields', async () => {
    const form = (kind: string) => ({
      method: 'POST',
      url: '{{h}}/token',
      body: {
        mode: 'urlencoded',
        urlencoded: [
          { key: 'kind', value: kind },
          { key: 'id', value: '{{id}}' },
        ],
      },
    })
    const url = await serve(
      collection([
        {
          name: 'T',
          request: form('x'),
          response: [example('x', 'x', form('x')), example('y', 'y', form('y'))],
        },
      ]),
    )
    const body = new URLSearchParams({ kind: 'y', id: '3' })
    expect(await (await fetch(`${url}/token`, { method: 'POST', body })).text()).toBe('y')
  })

  it('chooses by a form field with characters that a form encodes', async () => {
    const form = (phone: string) => ({
      method: 'POST',
      url: '{{h}}/calls',
      body: { mode: 'urlencoded', urlencoded: [{ key: 'To', value: phone }] },
    })
    const response = ['+1555', '+1 556', '50%25'].map((phone) => example(phone, phone, form(phone)))
    const url = await serve(collection([{ name: 'Call', request: form('+1555'), response }]))
    for (const phone of ['+1 556', '50%25', '+1555']) {
      const body = new URLSearchParams({ To: phone })
      expect(await (await fetch(`${url}/calls`, { method: 'POST', body })).text()).toBe(phone)
    }
  })

  it('chooses by a text field of a multipart form, and ignores the content of files', async () => {
    const form = (kind: string) => ({
      method: 'POST',
      url: '{{h}}/files',
      body: {
        mode: 'formdata',
        formdata: [
          { key: 'kind', value: kind },
          { key: 'file', type: 'file', src: '/a.txt' },
        ],
      },
    })
    const response = ['x', 'y'].map((kind) => example(kind, kind, form(kind)))
    const url = await serve(collection([{ name: 'Add', request: form('x'), response }]))
    const body = new FormData()
    body.set('kind', 'y')
    body.set('file', new Blob(['name="kind"\r\n--\r\n']), 'b.txt')
    expect(await (await fetch(`${url}/files`, { method: 'POST', body })).text()).toBe('y')
  })

  it('says that a request has no saved example, where nothing may be made up', async () => {
    const url = await serve(collection([{ name: 'Bare', request: raw('{{h}}/bare') }]), { strict: true })
    const miss = (await (await fetch(`${url}/bare`)).json()) as { message: string }
    expect(miss.message).toContain('GET /bare (Bare), but it has no saved example')
  })

  it('fills variables in what it answers', async () => {
    const url = await serve(
      collection(
        [{ name: 'V', request: raw('{{h}}/v'), response: [example('e', '{"city": "{{city}}"}')] }],
        [{ key: 'city', value: 'Lima' }],
      ),
    )
    const response = await fetch(`${url}/v`)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ city: 'Lima' })
  })

  it('sends an example in UTF-8, to every page, also where the real API did neither', async () => {
    const header = [
      { key: 'Content-Type', value: 'text/plain;charset=ISO-8859-1' },
      { key: 'Access-Control-Allow-Origin', value: 'https://shop.example' },
    ]
    const response = [{ ...example('a', 'Café'), header }]
    const url = await serve(collection([{ name: 'A', request: raw('{{h}}/a'), response }]))
    const answer = await fetch(`${url}/a`, { headers: { origin: 'http://localhost:3000' } })
    expect(answer.headers.get('content-type')).toBe('text/plain;charset=utf-8')
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect(await answer.text()).toBe('Café')
  })

  it('stays up through hostile requests', async () => {
    const url = await serve(
      collection([
        {
          name: 'A',
          request: raw('{{h}}/a'),
          response: [
            {
              ...example('e', 'a'),
              code: 999,
              header: [
                { key: 'bad name', value: 'x' },
                { key: 'X-Line', value: 'a\r\nb' },
              ],
            },
          ],
        },
      ]),
    )
    expect((await fetch(`${url}/%E0%A4%A/x`)).status).toBe(404)
    expect((await fetch(`${url}/a`)).status).toBe(200)
  })
})

it('says when the port is in use', async () => {
  const port = Number(new URL(petshop).port)
  const again = startMock({ collections: [], host: '127.0.0.1', port, latencyMs: 0, logger: silentLogger })
  await expect(again).rejects.toMatchObject({ code: 'port-in-use' })
})

it('logs requests without their queries, where keys may stand', async () => {
  const lines: unknown[] = []
  const logger = { ...silentLogger, debug: (...line: unknown[]) => lines.push(line) }
  const mock = await startMock({ collections: [], host: '127.0.0.1', port: 0, latencyMs: 0, logger })
  mocks.push(mock)
  await fetch(`${mock.url}/pets?api_key=secret`)
  expect(lines).toEqual([['mock: answered', { method: 'GET', path: '/pets', found: false }]])
})
