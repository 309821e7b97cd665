import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../src/toolkit/collection/parse-collection.js'
import { parseEnvironment } from '../../../src/toolkit/collection/parse-environment.js'
import { walkItems } from '../../../src/toolkit/collection/walk.js'
import type { Item } from '../../../src/toolkit/model/collection.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'
import { realCollection, realCollectionNames } from '../../support/corpus.js'
import { hasShared } from '../../support/shared.js'

const parsed = (item: JsonValue[], rest: object = {}) =>
  parseCollection({ info: { name: 'x' }, item, ...rest })
const items = (item: JsonValue[], rest?: object): Item[] =>
  [...walkItems(parsed(item, rest))].map((one) => one.item)
const only = (request: JsonValue, rest?: object): Item => items([{ name: 'a', request }], rest)[0]!

describe('parseCollection', () => {
  const refused: [name: string, document: unknown, want: RegExp][] = [
    ['v1', { id: '1', requests: [] }, /format v1/],
    [
      'v2.0',
      { info: { schema: 'https://schema.getpostman.com/json/collection/v2.0.0/collection.json' }, item: [] },
      /v2\.0/,
    ],
    ['OpenAPI', { openapi: '3.0.0' }, /OpenAPI.*voice import/],
    ['an environment', { values: [] }, /--env/],
    ['a list', [], /^This is a JSON list, not a Postman collection/],
    ['null', null, /^This is a JSON value, not a Postman collection/],
    ['something else', { items: [] }, /no list named "item"/],
  ]
  it.each(refused)('refuses %s by name', (_name, document, want) => {
    expect(() => parseCollection(document)).toThrow(
      expect.objectContaining({ code: 'not-a-collection', message: expect.stringMatching(want) }),
    )
  })

  it('reads what the Postman API wraps, with pointers into the file', () => {
    const collection = parseCollection({
      collection: { info: { name: 'w' }, item: [{ name: 'a', request: 'x.com' }] },
    })
    expect(collection.items[0]).toMatchObject({ kind: 'item', pointer: '/collection/item/0' })
  })

  it('gives folders, pointers and names in the order of the file', () => {
    const collection = parsed([
      { name: 'F', item: [{ name: 'b', request: 'x.com' }, null, { name: 'neither' }] },
      { name: 'c', request: {} },
    ])
    expect(
      [...walkItems(collection)].map(({ item, folders }) => [
        item.pointer,
        item.name,
        folders.map(({ name }) => name),
      ]),
    ).toEqual([
      ['/item/0/item/0', 'b', ['F']],
      ['/item/1', 'c', []],
    ])
  })

  const requests: [name: string, request: JsonValue, want: object][] = [
    ['a text', 'https://x.com/a', { method: 'GET', url: { protocol: 'https', path: ['a'] } }],
    ['nothing', null, { method: 'GET', url: { host: [] } }],
    ['an empty method', { method: '   ', url: 'x' }, { method: 'GET' }],
    ['a small method', { method: 'post', url: 'x' }, { method: 'POST' }],
    [
      'headers as text',
      { url: 'x', header: 'A: 1\r\nB: 2' },
      {
        headers: [
          { key: 'A', value: '1' },
          { key: 'B', value: '2' },
        ],
      },
    ],
    [
      'null headers',
      { url: 'x', header: [null, { key: '', value: 'x' }, { key: 'A', value: null }] },
      { headers: [{ key: 'A', value: null }] },
    ],
    [
      'a disabled header',
      { url: 'x', header: [{ key: 'A', value: '1', disabled: true }] },
      { headers: [{ key: 'A', value: '1', disabled: true }] },
    ],
  ]
  it.each(requests)('reads a request that is %s', (_name, request, want) => {
    expect(only(request).request).toMatchObject(want)
  })

  const bodies: [name: string, body: JsonValue, want: object | undefined][] = [
    ['null', null, undefined],
    ['empty', {}, undefined],
    ['disabled', { mode: 'raw', raw: 'x', disabled: true }, undefined],
    ['a mode without payload', { mode: 'urlencoded' }, undefined],
    ['a text', 'hello', { mode: 'raw', text: 'hello' }],
    ['an unknown mode', { mode: 'RAWish', raw: 'x' }, { mode: 'raw', text: 'x' }],
    ['raw as an object', { mode: 'raw', raw: { a: 1 } }, { mode: 'raw', text: '{"a":1}' }],
    [
      'raw with a language',
      { mode: 'raw', raw: 'x', options: { raw: { language: 'xml' } } },
      { mode: 'raw', text: 'x', language: 'xml' },
    ],
    [
      'urlencoded as text',
      { mode: 'urlencoded', urlencoded: 'a=1' },
      { mode: 'urlencoded', entries: [{ key: 'a', value: '1' }] },
    ],
    ['a file by path', { mode: 'file', file: 'a.txt' }, { mode: 'file', src: 'a.txt' }],
    [
      'a form with files',
      {
        mode: 'formdata',
        formdata: [
          { key: 'f', type: 'file', src: ['a', 'b'] },
          { key: 't', value: 1 },
        ],
      },
      {
        mode: 'formdata',
        entries: [
          { key: 'f', value: undefined, type: 'file', src: ['a', 'b'] },
          { key: 't', value: 1, type: 'text' },
        ],
      },
    ],
    [
      'graphql with text variables',
      { mode: 'graphql', graphql: { query: '{a}', variables: '' } },
      { mode: 'graphql', query: '{a}', variables: '' },
    ],
  ]
  it.each(bodies)('reads a body that is %s', (_name, body, want) => {
    expect(only({ url: 'x', body }).request.body).toEqual(want)
  })

  const bearer = (token: string) => ({ type: 'bearer', bearer: [{ key: 'token', value: token }] })
  const auths: [name: string, own: JsonValue | undefined, want: object | undefined][] = [
    ['inherits where it says nothing', undefined, { type: 'bearer', params: { token: 'outer' } }],
    ['inherits through null', null, { type: 'bearer', params: { token: 'outer' } }],
    ['stops at noauth', { type: 'noauth' }, undefined],
    ['stops at a kind without parameters', { type: 'basic' }, { type: 'basic', params: {} }],
    ['takes the nearest', bearer('own'), { type: 'bearer', params: { token: 'own' } }],
    [
      'reads parameters as an object',
      { type: 'bearer', bearer: { token: 'o' } },
      { type: 'bearer', params: { token: 'o' } },
    ],
  ]
  it.each(auths)('auth: %s', (_name, auth, want) => {
    expect(
      only({ url: 'x', ...(auth === undefined ? {} : { auth }) }, { auth: bearer('outer') }).request.auth,
    ).toEqual(want)
  })

  it('merges protocol profiles key by key', () => {
    const [item] = items(
      [
        {
          name: 'f',
          protocolProfileBehavior: { b: 2, c: 2 },
          item: [{ name: 'a', protocolProfileBehavior: { c: 3 }, request: 'x' }],
        },
      ],
      { protocolProfileBehavior: { a: 1, b: 1, c: 1 } },
    )
    expect(item!.request.profile).toEqual({ a: 1, b: 2, c: 3 })
  })

  it('keeps test scripts, not disabled or empty ones', () => {
    const event: JsonValue = [
      { listen: 'test', script: { exec: ['a', 'b'] } },
      { listen: 'prerequest', script: { exec: 'c\nd' } },
      { listen: 'test', disabled: true, script: { exec: ['x'] } },
      { listen: 'test', script: { exec: ['', ' '] } },
    ]
    expect(items([{ name: 'a', event, request: 'x' }])[0]!.scripts).toEqual([
      { when: 'test', lines: ['a', 'b'] },
      { when: 'prerequest', lines: ['c', 'd'] },
    ])
  })

  it.skipIf(!hasShared)('reads every real collection', () => {
    for (const name of realCollectionNames()) {
      expect(() => parseCollection(realCollection(name).document), name).not.toThrow()
    }
  })
})

describe('parseEnvironment', () => {
  it('reads values, off and disabled ones marked', () => {
    const values = [
      { key: 'a', value: '1', enabled: false },
      { key: 'b', value: 2, disabled: true },
      { key: 'c', value: 's', type: 'secret' },
      { value: 'nameless' },
      null,
    ]
    expect(parseEnvironment({ values })).toEqual([
      { key: 'a', value: '1', off: true },
      { key: 'b', value: 2, disabled: true },
      { key: 'c', value: 's', secret: true },
    ])
  })

  it('refuses anything else', () => {
    expect(() => parseEnvironment({ item: [] })).toThrow(
      expect.objectContaining({ code: 'not-an-environment' }),
    )
  })
})
