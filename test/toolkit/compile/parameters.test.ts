import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { compileCollection } from '../../../src/toolkit/compile/compile-collection.js'
import type { JsonSchema, JsonValue } from '../../../src/toolkit/model/json.js'
import type { ToolDefinition } from '../../../src/toolkit/model/tool.js'

interface Given {
  request: JsonValue
  item?: object
  variable?: JsonValue
  given?: string[]
}

/** The one tool of a collection with one request. */
function compile({ request, item = {}, variable = [], given = [] }: Given): ToolDefinition {
  const document = { info: { name: 'x' }, variable, item: [{ name: 'Do it', request, ...item }] }
  return compileCollection(parseCollection(document), { given }).definitions[0]!
}

const properties = (given: Given) => compile(given).parameters.properties ?? {}
const query = (...entries: object[]) =>
  ({ url: { host: ['x', 'com'], query: entries } }) as unknown as JsonValue
const body = (raw: string, rest: object = {}) =>
  ({
    method: 'POST',
    url: 'x.com',
    body: { mode: 'raw', raw, options: { raw: { language: 'json' } } },
    ...rest,
  }) as JsonValue

describe('a query parameter', () => {
  const cases: [entry: object, want: JsonSchema][] = [
    [
      { key: 'a', value: '5' },
      { type: 'integer', examples: [5] },
    ],
    [
      { key: 'a', value: '0.5' },
      { type: 'number', examples: [0.5] },
    ],
    [
      { key: 'a', value: 'true' },
      { type: 'boolean', examples: [true] },
    ],
    [
      { key: 'a', value: 'TRUE' },
      { type: 'string', examples: ['TRUE'] },
    ],
    [{ key: 'sort', value: 'sort_example' }, { type: 'string' }],
    [
      { key: 'a', value: '', description: 'Can be: `true` or `false`.' },
      { type: 'boolean', description: 'Can be: `true` or `false`.' },
    ],
    [
      { key: 'a', value: '007' },
      { type: 'string', examples: ['007'] },
    ],
    [
      { key: 'a', value: '2026-01-31' },
      { type: 'string', format: 'date', examples: ['2026-01-31'] },
    ],
    [{ key: 'a', value: '<integer>' }, { type: 'integer' }],
    [
      { key: 'a', value: '<dateTime>' },
      { type: 'string', format: 'date-time' },
    ],
    [{ key: 'limit', value: '' }, { type: 'integer' }],
    [{ key: 'a', value: null }, { type: 'string' }],
    [
      { key: 'a', value: 'x', description: 'integer' },
      { type: 'string', examples: ['x'] },
    ],
    [{ key: 'a', value: '', description: 'boolean' }, { type: 'boolean' }],
    [
      { key: 'a', value: 'b', description: '(Required) Which. (This can only be one of b,c)' },
      { type: 'string', enum: ['b', 'c'], description: 'Which.' },
    ],
    [
      { key: 'a', value: 'b', description: '`b`, or `c`. Sent as it is. Empty: all.' },
      { type: 'string', enum: ['b', 'c'], description: '`b`, or `c`. Sent as it is. Empty: all.' },
    ],
    [
      { key: 'a', value: 'b', description: 'Which one. Sent with each message; oneof=b c' },
      { type: 'string', enum: ['b', 'c'], description: 'Which one. Sent with each message; oneof=b c' },
    ],
    [
      { key: 'a', value: 'z', description: 'One of `b`, `c`' },
      { type: 'string', description: 'One of `b`, `c`', examples: ['z'] },
    ],
    [
      { key: 'limit', value: '10', description: 'Page size. Default: 20, max 100' },
      {
        type: 'integer',
        default: 20,
        maximum: 100,
        description: 'Page size. Default: 20, max 100',
        examples: [10],
      },
    ],
  ]
  it.each(cases)('%j', (entry, want) => {
    expect(Object.values(properties({ request: query(entry) }))[0]).toEqual(want)
  })

  it('is required by its description, kept when its value is filled, and a list when it stands twice', () => {
    const tool = compile({
      request: query(
        { key: 'must', value: '', description: 'Required. What' },
        { key: 'own', value: '{{own}}' },
        { key: 'tag', value: 'a' },
        { key: 'tag', value: 'b' },
        { key: 'off', value: '1', disabled: true },
        { key: 'api-version', value: '7' },
      ),
      variable: [{ key: 'own', value: '42' }],
    })
    expect(tool.parameters.required).toEqual(['must'])
    expect(tool.parameters.properties?.tag).toMatchObject({ type: 'array', items: { type: 'string' } })
    expect(tool.bindings).toEqual([
      { parameter: 'must', in: 'query', index: 0 },
      { parameter: 'own', in: 'query', index: 1, keep: true },
      { parameter: 'tag', in: 'query', index: 2 },
      { parameter: 'tag', in: 'query', index: 3 },
      { parameter: 'off', in: 'query', index: 4 },
      { parameter: 'api-version', in: 'query', index: 5, keep: true },
    ])
  })
})

describe('variables', () => {
  it('become parameters where nothing fills them, in path, query and headers', () => {
    const request = {
      url: {
        raw: '{{base}}/people({{id}})/:pet?q=name:{{who}}&page={{page}}',
        host: ['{{base}}'],
        path: ['people({{id}})', ':pet'],
        query: [
          { key: 'q', value: 'name:{{who}}' },
          { key: 'page', value: '{{page}}' },
        ],
        variable: [{ key: 'pet', value: '' }],
      },
      header: [{ key: 'X-Trace', value: '{{trace}}' }],
    }
    const tool = compile({ request })
    expect(Object.keys(tool.parameters.properties ?? {})).toEqual(['pet', 'id', 'who', 'page', 'X-Trace'])
    expect(tool.parameters.required).toEqual(['pet', 'id', 'who'])
    expect(tool.path).toBe('/people({id})/{pet}')
    expect(tool.settings).toEqual([])
  })

  it('are settings where they sound like credentials, or stand in auth or address', () => {
    const request = {
      url: 'https://{{region}}.x.com/a/{{api_key}}?token={{t}}&key=:k',
      auth: {
        type: 'basic',
        basic: [
          { key: 'username', value: '{{user}}' },
          { key: 'password', value: '{{pw}}' },
        ],
      },
      header: [{ key: 'Authorization', value: 'Bearer {{jwt}}' }],
    }
    const tool = compile({ request })
    expect(tool.settings).toEqual(['api_key', 'jwt', 'pw', 'region', 't', 'user'])
    expect(Object.keys(tool.parameters.properties ?? {})).toEqual(['key'])
  })

  it('that the program fills are neither seen nor moved', () => {
    const request = body('{"tenant":"{{tenant}}","name":"Rex","own":"{{own}}","pw":"{{password}}"}', {
      url: 'x.com/{{tenant}}?t={{tenant}}',
    })
    const tool = compile({ request, variable: [{ key: 'own', value: '1' }], given: ['tenant'] })
    expect(tool.parameters.properties).toEqual({
      body: {
        type: 'object',
        properties: { name: { type: 'string', examples: ['Rex'] }, own: { type: 'string' } },
      },
    })
    expect(tool.bindings).toEqual([
      { parameter: 'body', in: 'body', body: { kind: 'json', fixed: ['/own'], locked: ['/tenant', '/pw'] } },
    ])
    expect(tool.settings).toEqual(['password'])
  })
})

describe('a JSON body', () => {
  const example = (raw: string, code = 200) => ({
    code,
    originalRequest: { method: 'POST', url: 'x.com', body: { mode: 'raw', raw } },
  })

  it('merges its own values and those of its examples; what every different one has is required', () => {
    const tool = compile({
      request: body('{"name":"a","age":1,"tags":["x"],"extra":null}'),
      item: { response: [example('{"name":"b","age":1.5}'), example('{"age":1}', 400)] },
    })
    expect(tool.parameters.properties?.body).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', examples: ['a'] },
        age: { type: 'number', examples: [1] },
        tags: { type: 'array', items: { type: 'string', examples: ['x'] } },
        extra: {},
      },
      required: ['name', 'age'],
    })
    expect(tool.parameters.required).toEqual(['body'])
  })

  it('reads placeholders, comments and unquoted holes', () => {
    expect(
      properties({
        request: body('{"id": {{id}}, "n": "<integer>", "t": "<dateTime>", /* c */ "b": {{b}},}'),
        variable: [{ key: 'b', value: 'true' }],
      }).body?.properties,
    ).toEqual({
      id: {},
      n: { type: 'integer' },
      t: { type: 'string', format: 'date-time' },
      b: { type: 'boolean' },
    })
  })

  it('takes what a table in the description says', () => {
    const description =
      '| Field | Type | Required | Description |\n|---|---|---|---|\n| name | string | yes | The name |\n| price | number | no | `1` or more |\n| kind | string | no | `cat` or `dog` |\n| owner.id | integer | yes | Who |'
    const tool = compile({
      request: body('{"name":"a","price":1,"kind":"cat","owner":{"id":"{{x}}"}}', { description }),
    })
    expect(tool.parameters.properties?.body).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', description: 'The name', examples: ['a'] },
        price: { type: 'number', description: '`1` or more', examples: [1] },
        kind: { type: 'string', enum: ['cat', 'dog'] },
        owner: {
          type: 'object',
          properties: { id: { type: 'integer', description: 'Who' } },
          required: ['id'],
        },
      },
      required: ['name'],
    })
  })
})

describe('other bodies', () => {
  const cases: [name: string, body: object, schema: object | undefined, binding: object | undefined][] = [
    [
      'XML with holes',
      { mode: 'raw', raw: '<a>{{x}}</a>', options: { raw: { language: 'xml' } } },
      { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] },
      { kind: 'template' },
    ],
    [
      'leaves of XML',
      {
        mode: 'raw',
        raw: '<!-- x --><s:a xmlns:s="urn:s"><s:note>any &amp; all</s:note><n>7</n><who>{{x}}</who><gap>?</gap></s:a>',
        options: { raw: { language: 'xml' } },
      },
      {
        type: 'object',
        properties: {
          note: { type: 'string', default: 'any & all' },
          n: { type: 'integer', default: 7 },
          gap: { type: 'string' },
          x: { type: 'string' },
        },
        required: ['gap', 'x'],
      },
      { kind: 'template', leaves: ['note', 'n', 'gap'] },
    ],
    ['plain text', { mode: 'raw', raw: 'hello' }, { type: 'string', examples: ['hello'] }, { kind: 'text' }],
    [
      'a form that is one text',
      { mode: 'raw', raw: 'user=ann&user%5Bpassword%5D=x' },
      { type: 'string', examples: ['user=ann&user%5Bpassword%5D='] },
      { kind: 'text' },
    ],
    [
      'one variable',
      { mode: 'raw', raw: '{{doc}}', options: { raw: { language: 'json' } } },
      {},
      { kind: 'json', fixed: [] },
    ],
    [
      'a file',
      { mode: 'file', file: { src: 'a.bin' } },
      expect.objectContaining({ type: 'object' }),
      { kind: 'file' },
    ],
    [
      'a form',
      {
        mode: 'urlencoded',
        urlencoded: [
          { key: 'a', value: '1' },
          { key: 'b', value: '', disabled: true },
          { key: 'password', value: 'p' },
        ],
      },
      {
        type: 'object',
        properties: { a: { type: 'integer', examples: [1] }, b: { type: 'string' } },
      },
      { kind: 'fields', fixed: [], locked: ['password'] },
    ],
    [
      'GraphQL',
      {
        mode: 'graphql',
        graphql: {
          query: 'query Q($id: ID!, $n: Int = 3, $in: PetInput) { a }',
          variables: '{"id": "7", "in": {"name": "Rex"}}',
        },
      },
      {
        type: 'object',
        properties: {
          id: { type: 'string', examples: ['7'] },
          n: { type: 'integer', default: 3 },
          in: {
            type: 'object',
            description: 'PetInput',
            properties: { name: { type: 'string', examples: ['Rex'] } },
            additionalProperties: false,
          },
        },
        required: ['id'],
        additionalProperties: false,
      },
      { kind: 'graphql' },
    ],
    ['a body that is all secret', { mode: 'raw', raw: '{"password":"{{password}}"}' }, undefined, undefined],
  ]
  it.each(cases)('%s', (_name, given, schema, binding) => {
    const tool = compile({ request: { method: 'POST', url: 'x.com', body: given } as JsonValue })
    expect(tool.parameters.properties?.body).toEqual(schema)
    expect(tool.bindings.find((one) => one.in === 'body')).toEqual(
      binding && { parameter: 'body', in: 'body', body: binding },
    )
  })

  it('a GET has none', () => {
    expect(
      properties({ request: { method: 'GET', url: 'x.com', body: { mode: 'raw', raw: '{"a":1}' } } }),
    ).toEqual({})
  })
})

describe('secrets of the collection', () => {
  const variable = [{ key: 'secret_token', value: 's3cr3t' }]

  it('stay variables in the path and in the description made of it', () => {
    const tool = compile({ request: { method: 'GET', url: 'x.com/hooks/{{secret_token}}' }, variable })
    expect(tool.path).toBe('/hooks/{secret_token}')
    expect(tool.description).not.toContain('s3cr3t')
  })

  it('are no examples of a JSON body, however deep', () => {
    const raw =
      '{"name":"a","password":"s3cr3t","auth":{"client_secret":"s3cr3t"},"api_keys":["s3cr3t",{"a":"s3cr3t"}]}'
    const schema = properties({ request: body(raw) }).body
    expect(schema?.properties?.name).toEqual({ type: 'string', examples: ['a'] })
    expect(schema?.properties?.password).toEqual({ type: 'string' })
    expect(JSON.stringify(schema)).not.toContain('s3cr3t')
  })

  it.each(['mutation ($password: String!, $input: Login!) { login }', 'mutation { login }'])(
    'are no examples of the GraphQL variables of %s',
    (query) => {
      const variables = '{"password":"s3cr3t","input":{"api_key":"s3cr3t","name":"a"}}'
      const request = {
        method: 'POST',
        url: 'x.com',
        body: { mode: 'graphql', graphql: { query, variables } },
      }
      const schema = JSON.stringify(properties({ request }))
      expect(schema).toContain('password')
      expect(schema).not.toContain('s3cr3t')
    },
  )
})

describe('the layout', () => {
  it('keeps the path its name where names meet, and makes odd names plain', () => {
    const request = {
      method: 'POST',
      url: {
        host: ['x'],
        path: [':id', '{other}'],
        variable: [{ key: 'id', value: '1' }],
        query: [
          { key: 'id', value: '1' },
          { key: 'page[size]', value: '1' },
          { key: 'body', value: 'b' },
        ],
      },
      header: [{ key: 'id', value: '' }],
    }
    expect(Object.keys(properties({ request }))).toEqual([
      'id',
      'other',
      'query_id',
      'page_size',
      'query_body',
      'header_id',
    ])
  })
})

it('the description of a tool leaves out the list of its parameters', () => {
  const description =
    'Makes a book.\n- name (string, required): The name.\n- pages (integer, optional): How many.\n- Answers 201.'
  const tool = compile({ request: body('{"name":"Walden","pages":3}', { description }) })
  expect(tool.description).toBe('Makes a book. - Answers 201.')
  expect(tool.parameters.properties?.body).toMatchObject({
    required: ['name'],
    properties: { name: { description: 'The name.' }, pages: { description: 'How many.' } },
  })
})

describe('names that every object inherits', () => {
  const parametersOf = (request: JsonValue) => compile({ request }).parameters

  it('are parameters like others', () => {
    const text = JSON.stringify({ constructor: 'a', toString: 'b' })
    const { body: schema } = parametersOf(body(text)).properties ?? {}
    expect(Object.keys(schema?.properties ?? {})).toEqual(['constructor', 'toString'])
  })

  it('are none where objects do not keep them: the value of the collection stays', () => {
    const { body: schema } = parametersOf(body('{"__proto__":"a","b":1}')).properties ?? {}
    expect(Object.keys(schema?.properties ?? {})).toEqual(['b'])
    expect(schema?.required ?? []).not.toContain('__proto__')
  })

  it('get another name in the path', () => {
    const url = { host: ['x', 'com'], path: [':__proto__'], variable: [{ key: '__proto__', value: '1' }] }
    const { properties: own, required } = parametersOf({ url } as unknown as JsonValue)
    expect([Object.keys(own ?? {}), required]).toEqual([['path___proto__'], ['path___proto__']])
  })
})
