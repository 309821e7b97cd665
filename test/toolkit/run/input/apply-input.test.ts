import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../../src/toolkit/collection/parse-collection.js'
import type { JsonObject, JsonValue } from '../../../../src/toolkit/model/json.js'
import type { BodyTemplate, Entry, RequestTemplate } from '../../../../src/toolkit/model/request-template.js'
import type { Binding, DryRun } from '../../../../src/toolkit/model/tool.js'
import { RESTAPIToolkit } from '../../../../src/toolkit/rest-api-toolkit.js'
import { applyInput } from '../../../../src/toolkit/run/input/apply-input.js'
import { nameOf, Placeholders } from '../../../../src/toolkit/run/input/placeholders.js'
import { createScope } from '../../../../src/toolkit/template/scope.js'
import { sketchTool } from '../../../support/tool.js'

/** What becomes of a request, each placeholder written as `<value place>`. */
function applied(bindings: Binding[], input: JsonObject, request: Partial<RequestTemplate> = {}) {
  const marks = new Placeholders()
  const definition = sketchTool({ request: 'http://h/p', bindings })
  const { template, values, unresolved } = applyInput(
    { ...definition, request: { ...definition.request, ...request } },
    input,
    { marks, scope: createScope([[{ key: 'known', value: '' }]]), readUpload: () => Buffer.from('') },
  )
  const show = (text: string) =>
    marks.replace(text, (marked) => `<${JSON.stringify(marked.value)} ${nameOf(marked)}>`)
  const shown = (part: object) =>
    JSON.parse(JSON.stringify(part), (_key, one) => (typeof one === 'string' ? show(one) : one))
  return { request: shown(template), values: shown(Object.fromEntries(values)), unresolved }
}

describe('a parameter of the path', () => {
  const url = {
    ...{ host: ['h'], path: [':id', ':other'], query: [] },
    variables: [
      { key: 'id', value: 'old' },
      { key: 'other', value: 'kept' },
    ],
  }
  const id: Binding = { parameter: 'petId', in: 'path', key: 'id' }

  it('fills its segment alone', () =>
    expect(applied([id], { petId: 7 }, { url }).request.url).toEqual({
      ...url,
      variables: [
        { key: 'other', value: 'kept' },
        { key: 'id', value: '<7 petId>' },
      ],
    }))

  it.each<JsonObject>([{}, { petId: null }])('is required: %j', (input) =>
    expect(() => applied([id], input, { url })).toThrow('"petId" is required: it is part of the path.'),
  )

  it('stays as written where it may', () =>
    expect(applied([{ ...id, keep: true }], {}, { url }).request.url).toEqual(url))

  it('is never taken from the prototype of the input', () =>
    expect(() => applied([{ parameter: 'toString', in: 'path', key: 'id' }], {}, { url })).toThrow(
      'is required',
    ))
})

describe.each(['query', 'header'] as const)('a parameter of the %s', (place) => {
  const entries: Entry[] = [
    { key: 'a', value: 'one' },
    { key: 'b', value: 'two', disabled: true, description: 'text' },
    { key: 'b', value: 'three' },
  ]
  const at = (parameter: string, index: number, keep?: true): Binding => ({
    ...{ parameter, in: place, index },
    ...(keep ? { keep } : {}),
  })
  const sent = (bindings: Binding[], input: JsonObject) => {
    const url = { host: ['h'], path: [], variables: [], query: place === 'query' ? entries : [] }
    const { request } = applied(bindings, input, { url, headers: place === 'header' ? entries : [] })
    return place === 'query' ? request.url.query : request.headers
  }

  it.each<[name: string, bindings: Binding[], input: JsonObject, want: Entry[]]>([
    ['that is not given is left out', [at('a', 0)], {}, entries.slice(1)],
    ['that is null is left out', [at('a', 0)], { a: null }, entries.slice(1)],
    ['that is kept goes as written', [at('a', 0, true)], {}, entries],
    [
      'that is given replaces its entry',
      [at('a', 0)],
      { a: '' },
      [{ key: 'a', value: '<"" a>' }, ...entries.slice(1)],
    ],
    [
      'that is given turns its entry on',
      [at('x', 1)],
      { x: false },
      [entries[0]!, { key: 'b', value: '<false x>' }, entries[2]!],
    ],
    [
      'becomes one entry for each member of a list, at the place of the first',
      [at('b', 1), at('b', 2)],
      { b: [1, 2] },
      [entries[0]!, { key: 'b', value: '<1 b>' }, { key: 'b', value: '<2 b>' }],
    ],
    ['is nothing for an empty list', [at('a', 0)], { a: [] }, entries.slice(1)],
    ['leaves the others as they are', [], { a: 1 }, entries],
  ])('%s', (_name, bindings, input, want) => expect(sent(bindings, input)).toEqual(want))
})

describe('a parameter that is a variable', () => {
  const variable = (name: string, value?: string): Binding => ({
    ...{ parameter: `p_${name}`, in: 'variable', name },
    ...(value === undefined ? {} : { value }),
  })
  const entries = [
    { key: 'x-{{gone}}', value: 1 },
    { key: 'b', value: '{{gone}}' },
    { key: 'c', value: '{{known}}' },
    { key: null },
  ]
  const kept = entries.slice(2)
  const url = { host: ['h'], path: [], query: entries, variables: [] }
  const form = (mode: 'urlencoded' | 'formdata', list: Entry[]) =>
    ({ mode, entries: list.map((entry) => ({ ...entry, type: 'text' })) }) as BodyTemplate

  it.each<[name: string, binding: Binding, input: JsonObject, want: object]>([
    ['given', variable('gone'), { p_gone: 1 }, { gone: '<1 p_gone>' }],
    ['given before its text', variable('gone', 'text'), { p_gone: 1 }, { gone: '<1 p_gone>' }],
    ['written as a text', variable('gone', 'text'), {}, { gone: 'text' }],
    ['written as an empty text', variable('gone', ''), {}, { gone: '' }],
    ['with a value elsewhere', variable('known'), {}, {}],
  ])('%s keeps what uses it', (_name, binding, input, want) => {
    const { request, values } = applied([binding], input, {
      url,
      headers: entries,
      body: form('urlencoded', entries),
    })
    expect(values).toEqual(want)
    expect(request).toMatchObject({ url, headers: entries, body: form('urlencoded', entries) })
  })

  it.each(['urlencoded', 'formdata'] as const)(
    'without a value drops what uses it, with a %s body',
    (mode) => {
      const { request } = applied(
        [variable('gone')],
        {},
        { url, headers: entries, body: form(mode, entries) },
      )
      expect(request).toMatchObject({ url: { ...url, query: kept }, headers: kept, body: form(mode, kept) })
    },
  )

  it('without a value leaves other bodies', () => {
    const body: BodyTemplate = { mode: 'raw', text: '{{gone}}' }
    expect(applied([variable('gone')], {}, { body }).request.body).toEqual(body)
  })
})

describe('a parameter that is the body', () => {
  const body: Binding = { parameter: 'body', in: 'body', body: { kind: 'template' } }
  const raw: BodyTemplate = { mode: 'raw', text: '{{x}}' }

  it('gives its values and its text', () =>
    expect(applied([body], { body: { x: 1 } }, { body: raw })).toMatchObject({
      request: { body: raw },
      values: { x: '<1 body.x>' },
      unresolved: [],
    }))

  it('is no body at all where none is given', () =>
    expect(applied([body], {}, { body: raw }).request).not.toHaveProperty('body'))

  it('names the variables that its members miss', () => {
    const json: Binding = { parameter: 'body', in: 'body', body: { kind: 'json', fixed: ['/a'] } }
    const text: BodyTemplate = { mode: 'raw', text: '{"a":"{{gone}}"}' }
    expect(applied([json], {}, { body: text }).unresolved).toEqual(['gone'])
  })

  it('that no binding names is sent as written', () =>
    expect(applied([], { body: { x: 1 } }, { body: raw })).toMatchObject({
      request: { body: raw },
      unresolved: [],
    }))
})

describe('a variable that is an input', () => {
  const variable = [{ key: 'user_id', value: '42' }]
  const sentFor = (body: object, input: JsonObject) => {
    const request = { method: 'PATCH', url: 'http://127.0.0.1/users/{{user_id}}', body }
    const collection = { info: { name: 'A' }, item: [{ name: 'Update user', request }], variable }
    const [tool] = new RESTAPIToolkit(parseCollection(collection)).getFunctions()
    const { url, body: text } = tool!.dryRun!(input) as DryRun
    return `${url.replace('http://127.0.0.1', '')} ${text}`
  }
  const raw = (text: string) => ({ mode: 'raw', raw: text, options: { raw: { language: 'json' } } })
  const graphql = {
    query: 'mutation M($id: ID, $n: String) { a }',
    variables: '{"id": "{{user_id}}", "n": "x"}',
  }

  it.each<[name: string, body: object, user: JsonValue, want: string]>([
    ['JSON', raw('{"id":"{{user_id}}","n":"x"}'), '5', '/users/5 {"n":"y","id":"5"}'],
    ['JSON without quotes', raw('{"id":{{user_id}},"n":"x"}'), '5', '/users/5 {"n":"y","id":5}'],
    [
      'GraphQL',
      { mode: 'graphql', graphql },
      '5',
      `/users/5 {"query":"${graphql.query}","variables":{"n":"y","id":"5"}}`,
    ],
    [
      'text that looks like a variable or JSON',
      raw('{"id":{{user_id}},"m":"{{user_id}}","n":"x"}'),
      '{"a":{{user_id}}}',
      '/users/%7B%22a%22%3A%7B%7Buser_id%7D%7D%7D {"n":"y","id":"{\\"a\\":{{user_id}}}","m":"{\\"a\\":{{user_id}}}"}',
    ],
  ])('has its value in the body too: %s', (_name, body, user, want) => {
    expect(sentFor(body, { user_id: user, body: { n: 'y' } })).toBe(want)
  })

  it.each<[name: string, body: object, want: string]>([
    ['JSON', raw('{"id":"{{user_id}}","n":"x"}'), '{"n":"y","id":"5"}'],
    [
      'a form',
      {
        mode: 'urlencoded',
        urlencoded: [
          { key: 'id', value: '{{user_id}}' },
          { key: 'n', value: 'x' },
        ],
      },
      'id=5&n=y',
    ],
    ['another variable', raw('{"status":"{{status}}","n":"x"}'), '{"n":"y","status":"open"}'],
  ])('that is the value of a path variable has its value in the body too: %s', (_name, body, want) => {
    const url = {
      ...{ protocol: 'http', host: ['127', '0', '0', '1'], path: ['users', ':id', ':state'] },
      variable: [
        { key: 'id', value: '{{user_id}}' },
        { key: 'state', value: '{{status}}' },
      ],
    }
    const collection = {
      info: { name: 'A' },
      item: [{ name: 'Update user', request: { method: 'PATCH', url, body } }],
      variable: [...variable, { key: 'status', value: 'open' }],
    }
    const [tool] = new RESTAPIToolkit(parseCollection(collection)).getFunctions()
    const sent = tool!.dryRun!({ id: 5, state: 'closed', body: { n: 'y' } }) as DryRun
    expect([sent.url, sent.body]).toEqual(['http://127.0.0.1/users/5/closed', want])
  })
})
