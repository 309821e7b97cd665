import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../../src/toolkit/model/json.js'
import type { BodyTemplate } from '../../../../src/toolkit/model/request-template.js'
import type { BodyBinding } from '../../../../src/toolkit/model/tool.js'
import { applyBody } from '../../../../src/toolkit/run/input/apply-body.js'
import { nameOf, Placeholders } from '../../../../src/toolkit/run/input/placeholders.js'
import { createScope } from '../../../../src/toolkit/template/scope.js'

const scope = createScope([
  [
    { key: 'account', value: 'A7' },
    { key: 'count', value: 3 },
  ],
])

/** What becomes of a body, each placeholder written as `<value, how, place>`. */
function applied(template: BodyTemplate | undefined, binding: BodyBinding, value?: JsonValue) {
  const marks = new Placeholders()
  const readUpload = (path: string) => Buffer.from(`content of ${path}`)
  const { body, values, unresolved } = applyBody(template, {
    ...{ binding, value, marks, scope, readUpload },
    schema: undefined,
  })
  const show = (text: string) =>
    marks.replace(
      text,
      (marked) => `<${[JSON.stringify(marked.value), marked.as, nameOf(marked)].filter(Boolean).join(' ')}>`,
    )
  const shown = (part: unknown) =>
    JSON.parse(JSON.stringify(part), (_key, one) => (typeof one === 'string' ? show(one) : one))
  return {
    ...(body ? { body: shown(body) } : {}),
    ...(values.size > 0 ? { values: shown(Object.fromEntries(values)) } : {}),
    ...(unresolved.length > 0 ? { unresolved } : {}),
  }
}
const raw = (text: string): BodyTemplate => ({ mode: 'raw', text, language: 'json' })
const json = (text: string) => ({ body: { mode: 'raw', text: `<${text} json body>`, language: 'json' } })

describe('a JSON body', () => {
  type Fixed = Omit<BodyBinding & { kind: 'json' }, 'kind'>
  it.each<[name: string, text: string, fixed: Fixed, value: JsonValue | undefined, want: object]>([
    ['is the value', '{"a":1}', { fixed: [] }, { b: 2 }, json('{"b":2}')],
    ['is not sent without a value', '{"a":1}', { fixed: [] }, undefined, {}],
    ['has fixed members without a value', '{"a":1,"b":2}', { fixed: ['/a'] }, undefined, json('{"a":1}')],
    [
      'has locked members without a value',
      '{"a":1,"b":2}',
      { fixed: [], locked: ['/b'] },
      undefined,
      json('{"b":2}'),
    ],
    ['keeps a fixed member', '{"a":1,"b":2}', { fixed: ['/a'] }, { b: 3 }, json('{"b":3,"a":1}')],
    ['lets a value replace a fixed member', '{"a":1}', { fixed: ['/a'] }, { a: 9 }, json('{"a":9}')],
    [
      'lets no value replace a locked one',
      '{"a":1}',
      { fixed: [], locked: ['/a'] },
      { a: 9 },
      json('{"a":1}'),
    ],
    [
      'has no member that the text lacks',
      '{"a":1}',
      { fixed: ['/x'], locked: ['/y'] },
      { b: 2 },
      json('{"b":2}'),
    ],
    ['has no member of a text that is no JSON', 'a=1', { fixed: ['/a'] }, { b: 2 }, json('{"b":2}')],
    ['fills a text', '{"a":"{{account}}!"}', { fixed: ['/a'] }, {}, json('{"a":"A7!"}')],
    ['fills a bare variable with its JSON', '{"a":{{count}}}', { fixed: ['/a'] }, {}, json('{"a":3}')],
    ['fills a bare variable that is no JSON', '{"a":{{account}}}', { fixed: ['/a'] }, {}, json('{"a":"A7"}')],
    ['keeps digits in quotes a text', '{"a":"{{count}}"}', { fixed: ['/a'] }, {}, json('{"a":"3"}')],
    [
      'fills lists and objects',
      '{"a":[{"b":"{{account}}"},null,{{count}},true]}',
      { fixed: ['/a'] },
      {},
      json('{"a":[{"b":"A7"},null,3,true]}'),
    ],
    [
      'makes the objects around a member',
      '{"o":{"a":1}}',
      { fixed: [], locked: ['/o/a'] },
      {},
      json('{"o":{"a":1}}'),
    ],
    [
      'keeps a fixed member out of a text',
      '{"o":{"a":1}}',
      { fixed: ['/o/a'] },
      { o: 'x' },
      json('{"o":"x"}'),
    ],
    [
      'names what has no value, once',
      '{"a":"{{gone}}","b":["{{gone}}"]}',
      { fixed: ['/a', '/b'] },
      {},
      { ...json('{"a":"{{gone}}","b":["{{gone}}"]}'), unresolved: ['gone'] },
    ],
  ])('%s', (_name, text, fixed, value, want) =>
    expect(applied(raw(text), { kind: 'json', ...fixed }, value)).toEqual(want),
  )

  it.each<[value: JsonValue, pointer: string, message: string]>([
    ['text', '/a', '"body" must be an object: fixed members belong into it.'],
    [[1], '/a', '"body" must be an object'],
    [{ o: 'text' }, '/o/a', '"body.o" must be an object'],
    [{ o: { p: 1 } }, '/o/p/a', '"body.o.p" must be an object'],
  ])('%j leaves no place for a locked member at %s', (value, pointer, message) => {
    const locked = { kind: 'json' as const, fixed: [], locked: [pointer] }
    const text = raw('{"a":1,"o":{"a":1,"p":{"a":1}}}')
    expect(() => applied(text, locked, value)).toThrow(message)
  })

  it.each<BodyTemplate | undefined>([undefined, { mode: 'urlencoded', entries: [] }])(
    'needs a raw text: %j',
    (body) => expect(applied(body, { kind: 'json', fixed: ['/a'] }, { a: 1 })).toEqual({}),
  )
})

describe('a GraphQL body', () => {
  const operation: BodyTemplate = {
    mode: 'graphql',
    query: 'query Q',
    operationName: 'Q',
    variables: '{"id":"{{account}}","a/b~c":1}',
  }
  const sent = (variables?: string) => ({
    body: {
      mode: 'graphql',
      query: 'query Q',
      operationName: 'Q',
      ...(variables ? { variables: `<${variables} json body>` } : {}),
    },
  })
  type Fixed = Omit<BodyBinding & { kind: 'graphql' }, 'kind'>
  it.each<[name: string, fixed: Fixed, value: JsonValue | undefined, want: object]>([
    ['has no variables without a value', {}, undefined, sent()],
    ['has the variables of the value', {}, { n: 1 }, sent('{"n":1}')],
    ['keeps fixed variables', { fixed: ['id'] }, { n: 1 }, sent('{"n":1,"id":"A7"}')],
    ['keeps fixed variables without a value', { fixed: ['id'] }, undefined, sent('{"id":"A7"}')],
    ['lets a value replace a fixed one', { fixed: ['id'] }, { id: 'B' }, sent('{"id":"B"}')],
    ['lets no value replace a locked one', { locked: ['id'] }, { id: 'B' }, sent('{"id":"A7"}')],
    ['finds names with a slash and a tilde', { fixed: ['a~1b~0c'] }, {}, sent('{"a/b~c":1}')],
  ])('%s', (_name, fixed, value, want) =>
    expect(applied(operation, { kind: 'graphql', ...fixed }, value)).toEqual(want),
  )

  it('reads variables that are JSON already, and names what has no value', () =>
    expect(
      applied(
        { mode: 'graphql', query: 'q', variables: { a: '{{gone}}' } },
        { kind: 'graphql', fixed: ['a'] },
      ),
    ).toEqual({
      body: { mode: 'graphql', query: 'q', variables: '<{"a":"{{gone}}"} json body>' },
      unresolved: ['gone'],
    }))

  it.each<BodyTemplate | undefined>([undefined, raw('{}')])('needs an operation: %j', (body) =>
    expect(applied(body, { kind: 'graphql' }, { a: 1 })).toEqual({}),
  )

  it('leaves no place for a locked variable in a text', () =>
    expect(() => applied(operation, { kind: 'graphql', locked: ['id'] }, 'text')).toThrow(
      '"body" must be an object',
    ))
})

describe('fields', () => {
  const entries = [
    { key: 'a', value: 'written' },
    { key: 'b', value: 'off', disabled: true },
    { key: 'a', value: 'again' },
    { key: null, value: 'nameless' },
  ]
  const form = (sent: object[]) => ({ body: { mode: 'urlencoded', entries: sent } })
  type Fixed = Omit<BodyBinding & { kind: 'fields' }, 'kind'>
  it.each<[name: string, fixed: Fixed, value: JsonValue | undefined, want: object]>([
    ['are not sent without a value', { fixed: [] }, undefined, {}],
    ['are not sent for null', { fixed: [] }, { a: null }, {}],
    ['are sent once a key', { fixed: [] }, { a: 1 }, form([{ key: 'a', value: '<1 body.a>' }])],
    ['are sent where they were off', { fixed: [] }, { b: 'x' }, form([{ key: 'b', value: '<"x" body.b>' }])],
    [
      'are repeated for a list',
      { fixed: [] },
      { a: [1, 2] },
      form([
        { key: 'a', value: '<1 body.a>' },
        { key: 'a', value: '<2 body.a>' },
      ]),
    ],
    ['are kept when fixed', { fixed: ['a'] }, undefined, form([entries[0]!, entries[2]!])],
    ['are kept when fixed and null is given', { fixed: ['b'] }, { b: null }, form([entries[1]!])],
    ['are replaced when fixed', { fixed: ['b'] }, { b: 1 }, form([{ key: 'b', value: '<1 body.b>' }])],
    ['are never replaced when locked', { fixed: [], locked: ['b'] }, { b: 1 }, form([entries[1]!])],
    ['without a name are the empty key', { fixed: [] }, { '': 1 }, form([{ key: '', value: '<1 body.>' }])],
    ['are nothing of a prototype', { fixed: [] }, 'text', {}],
  ])('%s', (_name, fixed, value, want) =>
    expect(applied({ mode: 'urlencoded', entries }, { kind: 'fields', ...fixed }, value)).toEqual(want),
  )

  it('named like a member of every object are not sent by themselves', () =>
    expect(
      applied(
        { mode: 'urlencoded', entries: [{ key: 'toString', value: '' }] },
        { kind: 'fields', fixed: [] },
        {},
      ),
    ).toEqual({}))

  it('need a form', () => expect(applied(raw('a=1'), { kind: 'fields', fixed: ['a'] }, { a: 1 })).toEqual({}))
})

describe('fields of a multipart form', () => {
  const field = (entry: object, value: JsonValue) => {
    const body = { mode: 'formdata', entries: [{ key: 'f', ...entry }] } as BodyTemplate
    const { body: sent } = applied(body, { kind: 'fields', fixed: [] }, { f: value })
    return sent.entries[0]
  }
  const file = { key: 'f', type: 'file', src: null }

  it('are texts', () =>
    expect(field({ type: 'text', value: '', contentType: 'text/csv' }, 7)).toEqual({
      ...{ key: 'f', type: 'text', contentType: 'text/csv' },
      value: '<7 body.f>',
    }))

  it.each<[given: JsonValue, want: object]>([
    [
      { base64: 'aGk=', name: 'x/y.csv' },
      { ...file, value: 'aGk=', fileName: '<"y.csv" body.f>', contentType: 'text/csv' },
    ],
    [{ base64: '' }, { ...file, value: '', fileName: '<"file" body.f>' }],
    [
      { base64: 'aGk', name: '' },
      { ...file, value: 'aGk', fileName: '<"file" body.f>' },
    ],
    [
      { path: 'in/a.json' },
      {
        ...file,
        value: Buffer.from('content of in/a.json').toString('base64'),
        fileName: '<"a.json" body.f>',
        contentType: 'application/json',
      },
    ],
    [
      { path: 'a', name: 'b' },
      { ...file, value: Buffer.from('content of a').toString('base64'), fileName: '<"b" body.f>' },
    ],
  ])('are files: %j', (given, want) => expect(field({ type: 'file', src: 'old' }, given)).toEqual(want))

  it('keep the type that the author wrote', () =>
    expect(field({ type: 'file', contentType: 'x/y' }, { base64: '', name: 'a.json' }).contentType).toBe(
      'x/y',
    ))

  it.each<[given: JsonValue, message: string]>([
    [{ base64: 'a b' }, '"base64" of a file is not base64 text.'],
    [{ base64: '!aGk=' }, 'not base64'],
    [{ base64: 'aGk===' }, 'not base64'],
    [{}, 'A file needs its content in "base64" and a "name".'],
    [{ path: '' }, 'A file needs its content'],
    [{ path: 1 }, 'A file needs its content'],
    ['aGk=', 'A file needs its content'],
    [['aGk='], 'A file needs its content'],
    [[null], 'A file needs its content'],
  ])('are no file: %j', (given, message) => expect(() => field({ type: 'file' }, given)).toThrow(message))
})

describe('other bodies', () => {
  it.each<
    [
      name: string,
      template: BodyTemplate | undefined,
      kind: BodyBinding['kind'],
      value: JsonValue | undefined,
      want: object,
    ]
  >([
    [
      'a text',
      raw('old'),
      'text',
      'new',
      { body: { mode: 'raw', text: '<"new" text body>', language: 'json' } },
    ],
    ['a text without a value', raw('old'), 'text', undefined, {}],
    ['a text in place of a form', { mode: 'urlencoded', entries: [] }, 'text', 'new', {}],
    ['a text in place of no body', undefined, 'text', 'new', {}],
    [
      'the holes of a template',
      raw('<a>{{x}}</a>'),
      'template',
      { x: 1, y: null },
      { body: raw('<a>{{x}}</a>'), values: { x: '<1 body.x>' } },
    ],
    ['a template without a value', raw('{{x}}'), 'template', undefined, {}],
    ['the holes of a text', raw('{{x}}'), 'template', 'new', { body: raw('{{x}}') }],
    ['the holes of a list', raw('{{x}}'), 'template', [1], { body: raw('{{x}}') }],
    ['the holes of no body', undefined, 'template', { x: 1 }, { values: { x: '<1 body.x>' } }],
    [
      'a file',
      { mode: 'file', src: 'old' },
      'file',
      { base64: 'aGk=' },
      { body: { mode: 'file', src: null, content: 'aGk=' } },
    ],
    ['a file without a value', { mode: 'file', src: 'old' }, 'file', undefined, {}],
  ])('%s', (_name, template, kind, value, want) =>
    expect(applied(template, { kind } as BodyBinding, value)).toEqual(want),
  )
})
