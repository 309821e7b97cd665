import { describe, expect, it } from 'vitest'
import { importOpenApi } from '../../../../src/toolkit/import/openapi.js'
import type { JsonObject, JsonValue } from '../../../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../../../src/toolkit/rest-api-toolkit.js'
import { validateText } from '../../../../src/toolkit/validate/validate.js'

const text = { type: 'string' }
const list = { type: 'array', items: text }
const point = { type: 'object', properties: { x: { type: 'integer' }, y: { type: 'integer' } } }

/** A document with one operation. */
function document(path: string, item: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title: 'Shelf', version: '1' },
    servers: [{ url: 'https://shelf.test/v1' }],
    paths: { [path]: item },
    ...more,
  }
}

const get = (...parameters: JsonObject[]) => ({ get: { summary: 'Find books', parameters, responses: {} } })
const post = (content: JsonObject, more: JsonObject = {}) => ({
  post: { summary: 'Add a book', requestBody: { required: true, content }, responses: {}, ...more },
})
const query = (name: string, more: JsonObject) => ({ name, in: 'query', ...more })

async function toolOf(root: JsonObject) {
  const { document: collection } = await importOpenApi(root)
  const errors = validateText(JSON.stringify(collection)).filter(({ severity }) => severity === 'error')
  expect(errors).toEqual([])
  expect(validateText(JSON.stringify(collection), { profile: 'official' })).toEqual([])
  const toolkit = await RESTAPIToolkit.fromApiCollection({ collection: collection as JsonObject })
  return toolkit.getFunctions()[0]!
}

/** The request that a call would send. */
async function sent(root: JsonObject, input: JsonObject) {
  const dry = (await toolOf(root)).dryRun!(input)
  if (!('url' in dry)) throw new Error(JSON.stringify(dry))
  const type = dry.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return { url: dry.url.replace('https://shelf.test/v1', ''), body: dry.body, type, headers: dry.headers }
}

describe('a parameter is sent as its style says', () => {
  it.each<[string, JsonObject, JsonValue, string]>([
    ['a list by default', { schema: list }, ['a', 'b'], 'q=a&q=b'],
    ['form without explode', { schema: list, explode: false }, ['a', 'b,c'], 'q=a,b%2Cc'],
    ['pipeDelimited', { schema: list, style: 'pipeDelimited' }, ['a', 'b'], 'q=a|b'],
    ['spaceDelimited', { schema: list, style: 'spaceDelimited' }, ['a', 'b'], 'q=a%20b'],
    ['deepObject', { schema: point, style: 'deepObject' }, { x: 1, y: 2 }, 'q[x]=1&q[y]=2'],
    [
      'deepObject in itself',
      { schema: { type: 'object', additionalProperties: point }, style: 'deepObject' },
      { a: { x: 1 } },
      'q[a][x]=1',
    ],
    ['deepObject of a list', { schema: list, style: 'deepObject' }, ['a', 'b'], 'q[0]=a&q[1]=b'],
    ['JSON', { content: { 'application/json': { schema: point } } }, { x: 1 }, 'q=%7B%22x%22%3A1%7D'],
    ['a list of JSON', { content: { 'application/json': { schema: list } } }, ['a'], 'q=%5B%22a%22%5D'],
  ])('%s', async (_title, more, value, want) => {
    const { url } = await sent(document('/books', get(query('q', more))), { q: value })
    expect(decodeBrackets(url)).toBe(`/books?${want}`)
  })

  it('an object of a form parameter is one parameter for each member', async () => {
    const tool = await toolOf(
      document('/books', get(query('at', { schema: { ...point, required: ['x'] }, required: true }))),
    )
    expect(tool.parameters).toMatchObject({
      properties: { x: { type: 'integer' }, y: { type: 'integer' } },
      required: ['x'],
    })
  })

  it('in a path and a header, a list is joined', async () => {
    const parameters: JsonObject[] = [
      { name: 'ids', in: 'path', required: true, schema: list },
      { name: 'X-Tags', in: 'header', schema: list },
    ]
    const { url, headers } = await sent(document('/books/{ids}', get(...parameters)), {
      ids: ['a', 'b/c'],
      'X-Tags': ['d', 'e'],
    })
    expect(url).toBe('/books/a,b%2Fc')
    expect(
      headers
        .filter(([name]) => name === 'X-Tags')
        .map(([, value]) => value)
        .join(),
    ).toBe('d,e')
  })

  it('in the midst of a segment it has its place', async () => {
    const parameters = ['name', 'size'].map((name) => ({ name, in: 'path', required: true, schema: text }))
    const { url } = await sent(document('/covers/{name}-{size}.png', get(...parameters)), {
      name: 'a b',
      size: 'xl',
    })
    expect(url).toBe('/covers/a%20b-xl.png')
  })
})

const decodeBrackets = (url: string) =>
  url
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll('%7C', '|')
    .replace('q=[', 'q=%5B')
    .replace(/"?%22\]$/, '%22%5D')

describe('a body is sent in its type', () => {
  it.each<[string, JsonObject, JsonValue, RegExp, string | undefined]>([
    [
      'JSON before others',
      { 'text/xml': {}, 'application/json; charset=utf-8': { schema: point } },
      { x: 1 },
      /^\{"x":1\}$/,
      'application/json',
    ],
    [
      'a JSON type of its own',
      { 'application/merge-patch+json': { schema: point } },
      { x: 1 },
      /^\{"x":1\}$/,
      'application/merge-patch+json',
    ],
    [
      'a form',
      { 'application/x-www-form-urlencoded': { schema: { properties: { a: text, b: list } } } },
      { a: '1 2', b: ['x', 'y'] },
      /^a=1(?:\+|%20)2&b=x&b=y$/,
      'application/x-www-form-urlencoded',
    ],
    [
      'a form with deepObject',
      {
        'application/x-www-form-urlencoded': {
          schema: { properties: { card: point, tags: list } },
          encoding: { card: { style: 'deepObject' }, tags: { style: 'deepObject' } },
        },
      },
      { card: { x: 1 }, tags: ['a'] },
      /^card(?:\[|%5B)x(?:\]|%5D)=1&tags(?:\[|%5B)0(?:\]|%5D)=a$/,
      'application/x-www-form-urlencoded',
    ],
    ['text', { 'text/plain': { schema: text } }, 'Hello', /^Hello$/, 'text/plain'],
    ['CSV', { 'text/csv': { schema: text } }, 'a;b', /^a;b$/, 'text/csv'],
    [
      'bytes',
      { 'application/octet-stream': {} },
      { base64: 'aGk=', name: 'a' },
      /hi/,
      'application/octet-stream',
    ],
    [
      'a form with a file and an object',
      {
        'multipart/form-data': {
          schema: { properties: { photo: { type: 'string', format: 'binary' }, at: point } },
        },
      },
      { photo: { base64: 'aGk=', name: 'a.png' }, at: { x: 1 } },
      /filename="a\.png"[\s\S]*image\/png[\s\S]*application\/json[\s\S]*\{"x":1\}/,
      'multipart/form-data',
    ],
    [
      'a form with a list of objects',
      { 'multipart/form-data': { schema: { properties: { at: { type: 'array', items: point } } } } },
      { at: [{ x: 1 }, { x: 2 }] },
      /application\/json[\s\S]*\{"x":1\}[\s\S]*application\/json[\s\S]*\{"x":2\}/,
      'multipart/form-data',
    ],
    [
      'a form with a file as OpenAPI 3.1 describes it',
      {
        'multipart/form-data': {
          schema: { properties: { photo: { type: 'string', contentMediaType: 'image/png' } } },
        },
      },
      { photo: { base64: 'aGk=', name: 'a.png' } },
      /filename="a\.png"[\s\S]*image\/png[\s\S]*hi/,
      'multipart/form-data',
    ],
  ])('%s', async (_title, content, body, want, type) => {
    const found = await sent(document('/books', post(content)), { body })
    expect(found.body).toMatch(want)
    expect(found.type).toContain(type)
  })

  it('several files are several parts', async () => {
    const schema = {
      properties: { photos: { type: 'array', items: { type: 'string', format: 'binary' } } },
      required: ['photos'],
    }
    const tool = await toolOf(document('/books', post({ 'multipart/form-data': { schema } })))
    expect(tool.parameters.properties?.body).toMatchObject({
      properties: { photos: { type: 'array', items: { type: 'object' } } },
      required: ['photos'],
    })
    const { body } = await sent(document('/books', post({ 'multipart/form-data': { schema } })), {
      body: {
        photos: [
          { base64: 'YQ==', name: 'a' },
          { base64: 'Yg==', name: 'b' },
        ],
      },
    })
    expect(body?.match(/name="photos"/g)).toHaveLength(2)
  })

  it('a placeholder of a collection is never sent', async () => {
    const schema = {
      type: 'object',
      required: ['title'],
      properties: { title: text, year: { type: 'integer' } },
    }
    const { body } = await sent(document('/books', post({ 'application/json': { schema } })), {
      body: { title: 'A' },
    })
    expect(body).toBe('{"title":"A"}')
  })
})

it('parameters of an operation replace those of its path', async () => {
  const item = {
    ...get(query('limit', { schema: { type: 'integer', maximum: 50 }, required: true })),
    parameters: [query('limit', { schema: text }), query('page', { schema: { type: 'integer' } })],
  }
  expect((await toolOf(document('/books', item))).parameters).toMatchObject({
    properties: { page: { type: 'integer' }, limit: { type: 'integer', maximum: 50 } },
    required: ['limit'],
  })
})
