import { describe, expect, it } from 'vitest'
import type { BodyTemplate, RequestTemplate } from '../../../../src/toolkit/model/request-template.js'
import { resolveRequest } from '../../../../src/toolkit/run/request/resolve-request.js'
import { fillDeep } from '../../../../src/toolkit/template/fill.js'
import { createScope } from '../../../../src/toolkit/template/scope.js'

const scope = createScope([
  [
    { key: 'a', value: '1' },
    { key: 'host', value: 'http://h:81/base' },
    { key: 'file', value: 'dir/cat.png' },
    { key: 'type', value: 'x/y' },
  ],
])
const files: Record<string, string> = { 'dir/cat.png': 'PNG', 'dog.txt': 'TXT', plain: 'P' }
const readFile = (path: string) => (files[path] === undefined ? undefined : Buffer.from(files[path]))

const template = (more: Partial<RequestTemplate>): RequestTemplate => ({
  ...{ method: 'POST', headers: [], profile: {} },
  url: { host: ['h'], path: [], query: [], variables: [] },
  ...more,
})
const resolve = (more: Partial<RequestTemplate>) => resolveRequest(template(more), { scope, readFile })
const bodyOf = (body: BodyTemplate) => resolve({ body }).draft.body
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('a request whose variables are filled', () => {
  it('has its address cut again', () => {
    const { draft } = resolve({
      method: 'P{{a}}',
      url: {
        host: ['{{host}}'],
        path: ['x', ':id'],
        query: [{ key: 'q', value: '{{a}}' }],
        variables: [{ key: 'id', value: '{{a}}' }],
      },
      profile: { strictSSL: false },
    })
    expect(draft).toMatchObject({ method: 'P1', profile: { strictSSL: false } })
    expect(draft.url).toMatchObject({ protocol: 'http', host: ['h'], port: '81', path: ['base', 'x', '1'] })
    expect(draft.url.query).toEqual([{ key: 'q', value: '1' }])
    expect(draft).not.toHaveProperty('body')
  })

  it('has the headers that are switched on and named', () => {
    const { draft } = resolve({
      headers: [
        { key: 'X-{{a}}', value: '{{a}}' },
        { key: 'Off', value: '1', disabled: true },
        { key: '', value: '1' },
        { key: null, value: '1' },
        { key: 'Number', value: 7 },
        { key: 'None' },
      ],
    })
    expect(draft.headers).toEqual([
      { key: 'X-1', value: '1' },
      { key: 'Number', value: '7' },
      { key: 'None', value: '' },
    ])
  })

  it('names what nothing fills, once, and files that are missing', () => {
    const { unresolved, missingFiles } = resolve({
      method: '{{m}}',
      headers: [{ key: 'A', value: '{{m}}{{n}}' }],
      body: { mode: 'file', src: 'none-{{a}}' },
    })
    expect({ unresolved, missingFiles }).toEqual({ unresolved: ['m', 'n'], missingFiles: ['none-1'] })
  })
})

describe('a body', () => {
  it.each<[name: string, body: BodyTemplate, want: unknown]>([
    ['of text', { mode: 'raw', text: '{{a}}' }, { mode: 'raw', text: '1' }],
    [
      'of text with a language',
      { mode: 'raw', text: '', language: 'j{{a}}' },
      { mode: 'raw', text: '', language: 'j1' },
    ],
    [
      'of fields',
      {
        mode: 'urlencoded',
        entries: [
          { key: 'k{{a}}', value: 'v{{a}}' },
          { key: 'off', value: '1', disabled: true },
          { key: null, value: 7 },
          { key: 'b', value: false },
          { key: 'c', value: null },
          { key: 'd', value: { x: 1 } },
        ],
      },
      {
        mode: 'urlencoded',
        fields: [
          { key: 'k1', value: 'v1' },
          { key: '', value: '7' },
          { key: 'b', value: 'false' },
          { key: 'c', value: '' },
          { key: 'd', value: '' },
        ],
      },
    ],
    [
      'of fields that are all off',
      { mode: 'urlencoded', entries: [{ key: 'a', disabled: true }] },
      undefined,
    ],
    ['of base64', { mode: 'file', content: base64('DATA') }, { mode: 'file', bytes: Buffer.from('DATA') }],
    ['of nothing', { mode: 'file' }, undefined],
    ['of a missing file', { mode: 'file', src: 'none' }, undefined],
    [
      'of a file',
      { mode: 'file', src: '{{file}}' },
      { mode: 'file', bytes: Buffer.from('PNG'), contentType: 'image/png' },
    ],
    [
      'of a file without a type',
      { mode: 'file', src: 'plain' },
      { mode: 'file', bytes: Buffer.from('P'), contentType: 'application/octet-stream' },
    ],
    ['of GraphQL', { mode: 'graphql', query: '{x{{a}}}' }, { mode: 'graphql', query: '{x1}' }],
    [
      'of GraphQL without anything',
      { mode: 'graphql', query: '', operationName: null, variables: '' },
      { mode: 'graphql' },
    ],
    [
      'of GraphQL with variables as text',
      { mode: 'graphql', query: 'q', operationName: 'op', variables: '{"a":{{a}}}' },
      { mode: 'graphql', query: 'q', operationName: '"op"', variables: '{"a":1}' },
    ],
    [
      'of GraphQL with variables',
      { mode: 'graphql', query: 'q', variables: { a: ['{{a}}'] } },
      { mode: 'graphql', query: 'q', variables: '{"a":["1"]}' },
    ],
  ])('%s', (_name, body, want) => expect(bodyOf(body)).toEqual(want))
})

describe('a multipart form', () => {
  const parts = (...entries: (BodyTemplate & { mode: 'formdata' })['entries']) => {
    const body = bodyOf({ mode: 'formdata', entries })
    return body?.mode === 'formdata' ? body.parts : undefined
  }
  const png = { value: '', bytes: Buffer.from('PNG'), fileName: 'cat.png', contentType: 'image/png' }

  it.each<[entry: Parameters<typeof parts>[0], want: unknown]>([
    [{ key: 'k{{a}}', type: 'text', value: 'v{{a}}' }, [{ key: 'k1', value: 'v1' }]],
    [{ key: null, type: 'text', value: 7 }, [{ key: '', value: '7' }]],
    [{ key: 'k', type: 'text', value: { x: '{{a}}' } }, [{ key: 'k', value: '{"x":"1"}' }]],
    [{ key: 'k', type: 'text', value: 0 }, [{ key: 'k', value: '' }]],
    [{ key: 'k', type: 'text' }, [{ key: 'k', value: '' }]],
    [
      { key: 'k', type: 'text', value: '', contentType: '{{type}}' },
      [{ key: 'k', value: '', contentType: 'x/y' }],
    ],
    [
      { key: 'k', type: 'text', value: '', fileName: 'd/{{a}}.txt' },
      [{ key: 'k', value: '', fileName: '1.txt', contentType: 'text/plain' }],
    ],
    [{ key: 'k', type: 'text', value: '', disabled: true }, undefined],
    [{ key: 'f', type: 'file', src: '{{file}}' }, [{ key: 'f', ...png }]],
    [
      { key: 'f', type: 'file', src: ['{{file}}', 'dog.txt', 'none'] },
      [
        { key: 'f', ...png },
        { key: 'f', value: '', bytes: Buffer.from('TXT'), fileName: 'dog.txt', contentType: 'text/plain' },
      ],
    ],
    [
      { key: 'f', type: 'file', src: '{{file}}', fileName: 'own.gif', contentType: '{{type}}' },
      [{ key: 'f', ...png, fileName: 'own.gif', contentType: 'x/y' }],
    ],
    [
      { key: 'f', type: 'file', src: 'plain', fileName: 'own.gif' },
      [{ key: 'f', value: '', bytes: Buffer.from('P'), fileName: 'own.gif', contentType: 'image/gif' }],
    ],
    [
      { key: 'f', type: 'file', value: base64('DATA') },
      [{ key: 'f', value: '', bytes: Buffer.from('DATA') }],
    ],
    [{ key: 'f', type: 'file' }, [{ key: 'f', value: '', fileName: '' }]],
    [
      { key: 'f', type: 'file', src: [], fileName: 'own.gif' },
      [{ key: 'f', value: '', fileName: 'own.gif', contentType: 'image/gif' }],
    ],
    [{ key: 'f', type: 'file', src: 'none' }, undefined],
  ])('%j', (entry, want) => expect(parts(entry)).toEqual(want))

  it('keeps an empty part for a missing file after a part with several, as newman does', () => {
    const missing = { key: 'm', type: 'file' as const, src: 'none' }
    const several = { key: 'f', type: 'file' as const, src: ['dog.txt'] }
    const keys = (...entries: Parameters<typeof parts>) => parts(...entries)?.map(({ key }) => key)
    expect(keys(several, missing)).toEqual(['f', 'm'])
    expect(keys(missing, several)).toEqual(['f'])
    expect(keys({ ...several, src: [] }, missing)).toEqual(['f'])
    expect(keys(several, { ...missing, src: ['none'] })).toEqual(['f'])
  })
})

it('texts are filled at any depth, and nothing else is touched', () => {
  const upper = (text: string) => text.toUpperCase()
  expect(fillDeep({ a: ['x', 1, null, { b: 'y' }], c: true }, upper)).toEqual({
    a: ['X', 1, null, { b: 'Y' }],
    c: true,
  })
})
