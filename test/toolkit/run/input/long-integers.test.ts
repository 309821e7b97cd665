import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../../../src/toolkit/collection/parse-collection.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../../../src/toolkit/model/json.js'
import type { DryRun } from '../../../../src/toolkit/model/tool.js'
import { RESTAPIToolkit } from '../../../../src/toolkit/rest-api-toolkit.js'
import { isLongInteger, longIntegersOf, writeJson } from '../../../../src/toolkit/run/input/long-integers.js'

const LONG = '9007199254740993'

it.each<[value: JsonValue, want: boolean]>([
  [LONG, true],
  [`-${LONG}`, true],
  ['9007199254740991', false],
  ['09007199254740993', false],
  ['9007199254740993.5', false],
  ['a9007199254740993', false],
  [9007199254740994, false],
  [null, false],
])('isLongInteger(%j) is %j', (value, want) => expect(isLongInteger(value)).toBe(want))

describe('a value with long integers', () => {
  const integer: JsonSchema = { type: 'integer' }
  const text: JsonSchema = { type: 'string' }
  const either: JsonSchema = { anyOf: [integer, text] }
  const object = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties })
  it.each<[name: string, schema: JsonSchema | undefined, value: JsonValue, want: string]>([
    ['is a number where it must be one', integer, LONG, LONG],
    ['is a number where it may be null', { type: ['number', 'null'] }, LONG, LONG],
    ['is a text where texts are taken', text, LONG, `"${LONG}"`],
    ['is a text where both are taken', either, LONG, `"${LONG}"`],
    ['is a text without a schema', undefined, LONG, `"${LONG}"`],
    ['has numbers in lists', { type: 'array', items: integer }, [1, LONG], `[1,${LONG}]`],
    [
      'has numbers in objects',
      object({ 'a/b': object({ id: integer }) }),
      { 'a/b': { id: LONG, c: LONG } },
      `{"a/b":{"id":${LONG},"c":"${LONG}"}}`,
    ],
    [
      'has numbers in open members',
      { type: 'object', additionalProperties: integer },
      { a: LONG },
      `{"a":${LONG}}`,
    ],
    [
      'has numbers in alternatives',
      { anyOf: [text, object({ id: integer })] },
      { id: LONG },
      `{"id":${LONG}}`,
    ],
  ])('%s', (_name, schema, value, want) => expect(writeJson(value, longIntegersOf(value, schema))).toBe(want))
})

describe('a call', () => {
  const callOf = (body: object, input: JsonObject, variables = {}, inputs = {}) => {
    const request = { method: 'POST', url: 'http://127.0.0.1/things', body }
    const collection = { info: { name: 'long' }, item: [{ name: 'Add part', request }] }
    const [tool] = new RESTAPIToolkit(parseCollection(collection), { variables, inputs }).getFunctions()
    return tool!.dryRun!(input) as DryRun
  }
  const raw = (text: string) => ({ mode: 'raw', raw: text, options: { raw: { language: 'json' } } })

  it.each<[name: string, body: object, given: JsonObject, want: string]>([
    [
      'keeps all digits in JSON',
      raw('{"amount":7,"note":"x"}'),
      { amount: LONG, note: LONG },
      `{"amount":${LONG},"note":"${LONG}"}`,
    ],
    ['keeps all digits in lists', raw('{"amounts":[7]}'), { amounts: [1, LONG] }, `{"amounts":[1,${LONG}]}`],
    [
      'keeps all digits in forms',
      { mode: 'urlencoded', urlencoded: [{ key: 'amount', value: '7' }] },
      { amount: LONG },
      `amount=${LONG}`,
    ],
    [
      'keeps all digits in GraphQL variables',
      { mode: 'graphql', graphql: { query: 'mutation($n: Int){ a(n: $n) }', variables: '{"n":1}' } },
      { n: LONG },
      `{"query":"mutation($n: Int){ a(n: $n) }","variables":{"n":${LONG}}}`,
    ],
  ])('%s', (_name, body, given, want) => expect(callOf(body, { body: given }).body).toBe(want))

  it('keeps all digits of a variable that has no quotes', () => {
    const body = raw('{"chat":{{chat}},"note":"x"}')
    const given = { body: { note: 'y' } }
    expect(callOf(body, given, { chat: LONG }).body).toBe(`{"note":"y","chat":${LONG}}`)
  })

  it.each<[name: string, body: object, want: string]>([
    [
      'JSON',
      raw(`{"note":"${LONG}","part":{"id":-${LONG}, // 1" wide\n"ids":["${LONG}",${LONG}]}}`),
      `{"note":"y","part":{"id":-${LONG},"ids":["${LONG}",${LONG}]}}`,
    ],
    [
      'GraphQL variables',
      { mode: 'graphql', graphql: { query: 'mutation M', variables: `{"note":"x","part":${LONG}}` } },
      `{"query":"mutation M","variables":{"note":"y","part":${LONG}}}`,
    ],
  ])('keeps all digits of a fixed member of %s', (_name, body, want) => {
    expect(callOf(body, { body: { note: 'y' } }, {}, { 'body.part': 'fixed' }).body).toBe(want)
  })

  it('has no example that lost digits', () => {
    const request = { method: 'POST', url: 'http://127.0.0.1/things', body: raw(`{"amount":${LONG}}`) }
    const collection = { info: { name: 'long' }, item: [{ name: 'Add part', request }] }
    const [tool] = new RESTAPIToolkit(parseCollection(collection)).getFunctions()
    expect(tool!.parameters.properties?.body?.properties?.amount).toEqual({ type: 'integer' })
  })

  it('refuses a number that has lost digits, and says what to give', () => {
    expect(callOf(raw('{"stock":7}'), { body: { stock: 9007199254740992 } })).toMatchObject({
      reason: 'invalid-input',
      content: expect.stringContaining(
        '"body.stock" is 9007199254740992: numbers of more than 15 digits are rounded. Give it as a text of all its digits.',
      ),
    })
  })
})
