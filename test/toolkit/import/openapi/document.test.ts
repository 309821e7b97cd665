import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { importOpenApi } from '../../../../src/toolkit/import/openapi.js'
import type { JsonObject } from '../../../../src/toolkit/model/json.js'
import { validateText } from '../../../../src/toolkit/validate/validate.js'
import { runHere } from '../../../support/in-process.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-openapi-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const operation = { summary: 'Find books', responses: {} }
const shelf = (more: JsonObject = {}, own: JsonObject = {}): JsonObject => ({
  openapi: '3.0.3',
  info: { title: 'Shelf', version: '1' },
  servers: [{ url: 'https://shelf.test/v1/' }],
  paths: { '/books': { get: { ...operation, ...own } } },
  ...more,
})
const imported = async (root: JsonObject) =>
  (await importOpenApi(root)) as unknown as { document: Collection; remarks: string[] }

interface Collection {
  auth?: JsonObject
  variable: { key: string; value: string; description?: string }[]
  item: {
    name: string
    item?: unknown[]
    request: { auth?: JsonObject; url: { raw: string; query?: JsonObject[] }; header: JsonObject[] }
    response: JsonObject[]
  }[]
}

describe('servers', () => {
  it.each<[string, JsonObject, object[]]>([
    ['the first', {}, [{ key: 'base_url', value: 'https://shelf.test/v1' }]],
    ['none', { servers: [] }, [{ key: 'base_url', value: '' }]],
    ['only a scheme', { servers: [{ url: 'https://' }] }, [{ key: 'base_url', value: '' }]],
    ['a path', { servers: [{ url: '/api' }] }, [{ key: 'base_url', value: 'http://localhost:35814/api' }]],
    [
      'with variables',
      {
        servers: [
          {
            url: 'https://{region}.shelf.test',
            variables: { region: { default: 'eu', enum: ['eu', 'us'] } },
          },
        ],
      },
      [
        { key: 'base_url', value: 'https://{{region}}.shelf.test' },
        { key: 'region', value: 'eu', description: 'One of: eu, us.' },
      ],
    ],
    [
      'with a variable that has the name of our own',
      { servers: [{ url: '{base_url}/v1', variables: { base_url: { default: 'https://shelf.test' } } }] },
      [
        { key: 'base_url', value: '{{base_url_2}}/v1' },
        { key: 'base_url_2', value: 'https://shelf.test' },
      ],
    ],
  ])('%s', async (_title, more, want) => {
    expect((await imported(shelf(more))).document.variable).toMatchObject(want)
  })

  it('of a path and of an operation have variables of their own', async () => {
    const paths = {
      '/a': {
        servers: [{ url: 'https://a.test' }],
        get: operation,
        put: { ...operation, servers: [{ url: 'https://b.test' }] },
      },
      '/b': { get: operation },
    }
    const { document } = await imported(shelf({ paths }))
    expect(document.item.map(({ request }) => request.url.raw)).toEqual([
      '{{base_url_2}}/a',
      '{{base_url_3}}/a',
      '{{base_url}}/b',
    ])
  })

  it('keep their own value of a variable that several servers have', async () => {
    const server = (host: string, region: string) => ({
      url: `https://{region}.${host}.test`,
      variables: { region: { default: region } },
    })
    const { document } = await imported(
      shelf({ servers: [server('a', 'eu')] }, { servers: [server('b', 'us')] }),
    )
    expect(document.variable.map(({ key, value }) => [key, value])).toEqual([
      ['base_url', 'https://{{region}}.a.test'],
      ['region', 'eu'],
      ['base_url_2', 'https://{{region_2}}.b.test'],
      ['region_2', 'us'],
    ])
  })

  it('of a path or an operation: the remark names those that are left out', async () => {
    const servers = (...hosts: string[]) => hosts.map((host) => ({ url: `https://${host}.shelf.test` }))
    const paths = {
      '/a': {
        servers: servers('one', 'two'),
        get: operation,
        put: { ...operation, servers: servers('three', 'four', 'five') },
        post: { ...operation, servers: servers('three', 'four') },
      },
    }
    const { remarks } = await imported(shelf({ paths }))
    expect(remarks).toContain(
      'Of the servers of a path or an operation, the first was taken; others are given with --base-url VARIABLE=URL: https://two.shelf.test, https://four.shelf.test, https://five.shelf.test.',
    )
  })
})

describe('security', () => {
  const schemes = {
    key: { type: 'apiKey', in: 'query', name: 'key' },
    app: { type: 'apiKey', in: 'header', name: 'X-App-Token' },
    visitor: { type: 'apiKey', in: 'cookie', name: 'sid' },
    token: { type: 'http', scheme: 'bearer' },
    login: { type: 'http', scheme: 'basic' },
    web: {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: 'https://shelf.test/token', scopes: {} } },
    },
  }
  const entries = (type: string, values: Record<string, string>) => ({
    type,
    [type]: Object.entries(values).map(([key, value]) => ({ key, value })),
  })
  it.each<[string, JsonObject[], object]>([
    ['bearer', [{ token: [] }], entries('bearer', { token: '{{access_token}}' })],
    ['basic', [{ login: [] }], entries('basic', { username: '{{username}}', password: '{{password}}' })],
    ['an API key', [{ key: [] }], entries('apikey', { key: 'key', value: '{{key_api_key}}', in: 'query' })],
    ['a token after an API key', [{ app: [], visitor: [], token: [] }], { type: 'bearer' }],
    ['the first of alternatives', [{ token: [] }, { login: [] }], { type: 'bearer' }],
    ['none', [], { type: 'noauth' }],
    ['what may be left out', [{ token: [] }, {}], { type: 'noauth' }],
    [
      'a token that is fetched',
      [{ web: ['read'] }],
      {
        type: 'oauth2',
        oauth2: expect.arrayContaining([
          { key: 'accessTokenUrl', value: 'https://shelf.test/token', type: 'string' },
        ]),
      },
    ],
  ])('%s', async (_title, security, want) => {
    const { document } = await imported(shelf({ components: { securitySchemes: schemes } }, { security }))
    expect(document.item[0]?.request.auth).toMatchObject(want)
  })

  it('that is nowhere in the document says that the API is open, so the import has no finding of its own', async () => {
    const { document } = await imported(
      shelf({}, { description: 'Finds books.', responses: { 202: { description: 'Taken' } } }),
    )
    expect(document.auth).toEqual({ type: 'noauth' })
    expect(validateText(JSON.stringify(document))).toEqual([])
    const known = await imported(shelf({ components: { securitySchemes: schemes } }))
    expect(known.document.auth).toBeUndefined()
  })

  it('of the document is that of the collection, and keys beside it are entries', async () => {
    const { document } = await imported(
      shelf({ components: { securitySchemes: schemes }, security: [{ token: [], app: [], visitor: [] }] }),
    )
    expect(document.auth).toMatchObject({ type: 'bearer' })
    expect(document.item[0]?.request.header).toEqual([
      { key: 'X-App-Token', value: '{{x_app_token}}' },
      { key: 'Cookie', value: 'sid={{sid_api_key}}' },
    ])
    expect(document.variable.slice(1).map(({ key, value }) => [key, value])).toEqual([
      ['access_token', ''],
      ['x_app_token', ''],
      ['sid_api_key', ''],
    ])
  })
})

describe('the good answer', () => {
  const schema = {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      at: { type: 'string', format: 'date-time' },
      secret: { type: 'string', writeOnly: true },
    },
  }
  it.each<[string, JsonObject, object]>([
    [
      'an example',
      { 200: { description: 'All.', content: { 'application/json': { example: { id: 7 } } } } },
      { name: 'All.', code: 200, body: '{\n  "id": 7\n}' },
    ],
    [
      'its shape',
      {
        201: { description: 'Made.', content: { 'application/json': { schema } } },
        404: { description: 'No.' },
      },
      { code: 201, body: '{\n  "id": "<integer>",\n  "at": "<dateTime>"\n}' },
    ],
    ['nothing', { 204: { description: 'Gone.' } }, { code: 204, body: '', header: [] }],
    [
      'the one for all',
      { default: { description: 'x', content: { 'text/plain': { example: 'hi' } } } },
      { code: 200, body: 'hi' },
    ],
  ])('%s', async (_title, responses, want) => {
    expect((await imported(shelf({}, { responses }))).document.item[0]?.response).toMatchObject([want])
  })
})

it('folders are the tags in their order, and say what the document says', async () => {
  const tagged = (tag: string) => ({ get: { ...operation, tags: [tag] } })
  const paths = { '/b': tagged('B'), '/a': tagged('A'), '/c': { get: operation } }
  const { document } = await imported(shelf({ paths, tags: [{ name: 'A', description: 'First.' }] }))
  expect(document.item).toMatchObject([
    { name: 'A', description: 'First.' },
    { name: 'B' },
    { name: 'Find books' },
  ])
})

it('two imports are the same bytes', async () => {
  const root = shelf(
    {},
    {
      responses: {
        200: { description: '', content: { 'application/json': { schema: { type: 'number' } } } },
      },
    },
  )
  expect(JSON.stringify(await imported(root))).toBe(JSON.stringify(await imported(root)))
})

describe('what cannot be converted', () => {
  it.each<[string, JsonObject, RegExp]>([
    ['another version', { openapi: '4.0' }, /version 4\.0; 2\.0 and 3\.x are read/],
    ['an odd version', { swagger: {} }, /version \{\}/],
    ['no operation', shelf({ paths: {} }), /no operation below "paths"/],
    ['paths that are a list', shelf({ paths: [] }), /no operation/],
  ])('%s is said', async (_title, root, message) => {
    await expect(importOpenApi(root)).rejects.toMatchObject({
      code: 'import-failed',
      message: expect.stringMatching(message),
    })
  })

  it.each<[string, JsonObject]>([
    [
      'members of other types',
      shelf(
        { servers: 5, tags: 'x', components: [], security: 7 },
        { parameters: [1, {}, { name: 5 }], requestBody: [], responses: 3, tags: {} },
      ),
    ],
    ['references in a circle', shelf({ paths: { '/a': { $ref: '#/paths/~1a' }, '/b': { get: operation } } })],
    [
      'schemas that are none',
      shelf({}, { requestBody: { content: { 'application/json': { schema: [1] } } } }),
    ],
  ])('%s are left out', async (_title, root) => {
    expect((await imported(root)).document.item).toHaveLength(1)
  })
})

describe('files of one document', () => {
  const write = (name: string, value: unknown) =>
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value))
  mkdirSync(join(folder, 'parts'))
  write('parts/book.yaml', 'type: object\nproperties:\n  shelf: { $ref: "shelf.json#/Shelf" }\n')
  write('parts/shelf.json', { Shelf: { type: 'string', enum: ['A', 'B'] } })
  const referring = (file: string) =>
    shelf({}, {
      requestBody: undefined,
      parameters: [{ name: 'q', in: 'query', content: { 'application/json': { schema: { $ref: file } } } }],
    } as never)

  it('below its folder are read, from one another', async () => {
    write('api.json', referring('parts/book.yaml'))
    const { code, stdout } = await runHere('import', join(folder, 'api.json'))
    expect([code, stdout]).toEqual([0, expect.stringContaining('\\"enum\\"')])
  })

  it.each([
    ['../outside.json', /outside of/],
    ['link.json', /outside of/],
    ['missing.json', /cannot be read.*missing\.json/],
  ])('%s is refused', async (file, message) => {
    mkdirSync(join(folder, 'deep'), { recursive: true })
    writeFileSync(join(folder, 'outside.json'), '{}')
    if (file === 'link.json') symlinkSync(join(folder, 'outside.json'), join(folder, 'deep/link.json'))
    write('deep/api.json', referring(file))
    const { code, stderr } = await runHere('import', join(folder, 'deep/api.json'))
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)])
  })

  it('of other servers are named and not fetched', async () => {
    write('remote.json', referring('https://shelf.test/schemas.json#/Book'))
    const { code, stderr } = await runHere('import', join(folder, 'remote.json'))
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/other servers and were not followed: https:\/\/shelf\.test\/schemas/),
    ])
  })
})

describe('path items that refer to others', () => {
  it('keep their own operations', async () => {
    const paths = {
      '/books': { get: operation, $ref: '#/paths/~1all' },
      '/all': { get: { summary: 'Find all' }, post: { summary: 'Add book' } },
    }
    const { document } = await imported(shelf({ paths }))
    expect(document.item.map(({ name }) => name)).toEqual(['Find books', 'Add book', 'Find all', 'Add book'])
  })

  it('are named if they lead to themselves', async () => {
    const paths = {
      '/books': { get: operation, $ref: '#/paths/~1books' },
      '/loop': { $ref: '#/paths/~1loop' },
    }
    const { document, remarks } = await imported(shelf({ paths }))
    expect(document.item.map(({ name }) => name)).toEqual(['Find books'])
    expect(remarks).toEqual([
      'These references lead to themselves, and what they stand for is left open: #/paths/~1books, #/paths/~1loop.',
    ])
  })
})
