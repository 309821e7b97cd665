import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import { contextOf, startApi, type TestApi, toolOf } from '../../support/tool.js'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const properties = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, {}])),
})

/** Requests of many forms; each is called with inputs in turn, so that what the first call worked out serves the others. */
const cases: [name: string, sketch: () => Parameters<typeof toolOf>[0], inputs: JsonObject[]][] = [
  [
    'path, query and header',
    () => ({
      request: {
        method: 'GET',
        url: {
          host: [api.url],
          path: ['a', ':id'],
          query: [
            { key: 'q', value: 'x', disabled: true },
            { key: 'k', value: 'kept' },
          ],
        },
        header: [
          { key: 'X-H', value: '' },
          { key: 'Cookie', value: 'c={{v}}' },
        ],
      },
      parameters: properties('id', 'q', 'h', 'v'),
      bindings: [
        { parameter: 'id', in: 'path', key: 'id' },
        { parameter: 'q', in: 'query', index: 0 },
        { parameter: 'h', in: 'header', index: 0 },
        { parameter: 'v', in: 'variable', name: 'v' },
      ],
    }),
    [
      { id: '1/2', q: 'a&b', h: 'h1', v: 'x;y=1' },
      { id: '..', q: 'é', h: 'h 2', v: 'v' },
      { id: '3' },
      { id: '4' },
      { id: '5', q: ['x', 'y'] },
      { id: '6', h: 'only' },
    ],
  ],
  [
    'a JSON body that keeps members',
    () => ({
      request: {
        method: 'POST',
        url: `${api.url}/j`,
        body: { mode: 'raw', raw: '{"kept":"{{own}}","a":1}', options: { raw: { language: 'json' } } },
      },
      parameters: properties('body'),
      bindings: [{ parameter: 'body', in: 'body', body: { kind: 'json', fixed: ['/kept'] } }],
    }),
    [{ body: { a: 2 } }, { body: { a: 3, kept: 'mine' } }, {}, {}, { body: { a: [1, { b: null }] } }],
  ],
  [
    'a form',
    () => ({
      request: {
        method: 'POST',
        url: `${api.url}/f`,
        body: {
          mode: 'urlencoded',
          urlencoded: [
            { key: 'a', value: '1' },
            { key: 'b', value: '{{own}}' },
            { key: 'c', value: '' },
          ],
        },
      },
      parameters: properties('body'),
      bindings: [{ parameter: 'body', in: 'body', body: { kind: 'fields', fixed: ['b'] } }],
    }),
    [{ body: { a: 'x y' } }, { body: { a: '&' } }, { body: { c: 'z' } }, {}, { body: { a: ['1', '2'] } }],
  ],
  [
    'a template',
    () => ({
      request: {
        method: 'POST',
        url: `${api.url}/t`,
        body: { mode: 'raw', raw: '<a b="{{x}}">{{own}}{{y}}</a>' },
        header: [{ key: 'Content-Type', value: 'text/xml' }],
      },
      parameters: properties('body'),
      bindings: [{ parameter: 'body', in: 'body', body: { kind: 'template' } }],
    }),
    [{ body: { x: '<', y: 1 } }, { body: { x: '"', y: true } }, { body: { x: '&', y: 'z' } }],
  ],
  [
    'a GraphQL operation',
    () => ({
      request: {
        method: 'POST',
        url: `${api.url}/g`,
        body: { mode: 'graphql', graphql: { query: '{x}', variables: '{"a":1,"k":"{{own}}"}' } },
      },
      parameters: properties('body'),
      bindings: [{ parameter: 'body', in: 'body', body: { kind: 'graphql' } }],
    }),
    [{ body: { a: 2 } }, { body: { a: 3 } }, {}, { body: { b: '"' } }],
  ],
]

const auths: [name: string, auth: unknown][] = [
  ['no auth', undefined],
  ['bearer', { type: 'bearer', bearer: [{ key: 'token', value: '{{own}}' }] }],
  [
    'apikey in the query',
    {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'k' },
        { key: 'value', value: 'a b&c' },
        { key: 'in', value: 'query' },
      ],
    },
  ],
  [
    'basic',
    {
      type: 'basic',
      basic: [
        { key: 'username', value: 'u' },
        { key: 'password', value: '{{own}}' },
      ],
    },
  ],
]

describe.each(auths)('with %s', (_name, auth) => {
  it.each(cases)('%s: a later call sends what a first call would', async (_case, sketch, inputs) => {
    const { request, ...rest } = sketch()
    const signed = { ...rest, request: { ...(request as JsonObject), ...(auth ? { auth } : {}) } }
    const context = () => contextOf({ own: 'author & co' })
    const warm = toolOf(signed, context())
    for (const input of [...inputs, ...inputs]) {
      api.seen.length = 0
      expect(await warm.call(input)).toMatchObject({ status: 200 })
      expect(await toolOf(signed, context()).call(input)).toMatchObject({ status: 200 })
      const [later, first] = api.seen
      expect(later).toEqual(first)
    }
  })
})
