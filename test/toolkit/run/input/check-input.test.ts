import { describe, expect, it } from 'vitest'
import type { JsonSchema, JsonValue } from '../../../../src/toolkit/model/json.js'
import { checkInput } from '../../../../src/toolkit/run/input/check-input.js'

const schema: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer', minimum: 1 },
    name: { type: 'string', minLength: 2, maxLength: 5, pattern: '^\\w+$' },
    status: { type: 'string', enum: ['available', 'sold'] },
    price: { type: ['number', 'null'] },
    on: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
    any: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] },
    body: {
      type: 'object',
      properties: { owner: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } },
      additionalProperties: false,
    },
  },
  required: ['id'],
}

describe('checkInput takes', () => {
  const cases: [input: JsonValue, want: JsonValue][] = [
    [{ id: 1 }, { id: 1 }],
    [{ id: '7' }, { id: 7 }],
    [
      { id: 1, name: 123 },
      { id: 1, name: '123' },
    ],
    [
      { id: 1, on: 'true', price: null, status: 'sold' },
      { id: 1, on: true, price: null, status: 'sold' },
    ],
    [{ id: 1, status: null, tags: null }, { id: 1 }],
    [
      { id: 1, tags: 'a' },
      { id: 1, tags: ['a'] },
    ],
    [
      { id: 1, any: true },
      { id: 1, any: true },
    ],
    [
      { id: 1, body: { owner: { id: '2', more: 1 } } },
      { id: 1, body: { owner: { id: 2, more: 1 } } },
    ],
  ]
  it.each(cases)('%j', (input, want) => expect(checkInput(input, schema)).toEqual({ input: want }))
})

describe('checkInput refuses', () => {
  const cases: [input: unknown, want: RegExp][] = [
    [null, /must be a JSON object/],
    [[], /must be a JSON object/],
    [{}, /^"id" is required \(an integer\)\.$/],
    [{ id: null }, /"id" is required/],
    [{ id: 'seven' }, /"id" must be an integer, but "seven" was given/],
    [{ id: 1.5 }, /must be an integer/],
    [{ id: 0 }, /at least 1/],
    [{ id: 1, name: 'a b c d' }, /at most 5.*must match/s],
    [{ id: 1, status: 'gone' }, /must be one of "available", "sold", but "gone" was given/],
    [{ id: 1, tags: ['a', 'b', 'c'] }, /at most 2/],
    [{ id: 1, tags: ['a', {}] }, /"tags\[1\]" must be a string/],
    [{ id: 1, any: 'x' }, /"any" must be an integer/],
    [{ id: 1, body: { owner: {} } }, /"body\.owner\.id" is required/],
    [{ id: 1, body: { onwer: {} } }, /no parameter "body\.onwer"\. Known here: owner/],
    [{ id: 1, petid: 2 }, /no parameter "petid"\. Known here: id, name/],
    [{ id: 1, price: Number.POSITIVE_INFINITY }, /finite/],
    [{ id: 1, name: 'x'.repeat(2_000_000) }, /too large/],
    [JSON.parse(`{"id":1,"body":${'['.repeat(100)}${']'.repeat(100)}}`), /too large or too deeply nested/],
    [JSON.parse('{"id":1,"__proto__":{"admin":true}}'), /no parameter "__proto__"/],
    [{ id: 1, constructor: 1 }, /no parameter "constructor"/],
  ]
  it.each(cases)('%j', (input, want) => {
    const checked = checkInput(input, schema)
    expect('problems' in checked ? checked.problems.join('\n') : checked).toMatch(want)
  })

  it('never changes a prototype', () => {
    const open = { type: 'object', properties: { body: { type: 'object', additionalProperties: true } } }
    const checked = checkInput(JSON.parse('{"body":{"__proto__":{"admin":true}}}'), open)
    expect('input' in checked && Object.hasOwn(checked.input.body as object, '__proto__')).toBe(true)
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})

describe('a pattern of the collection', () => {
  const withPattern = (pattern: string): JsonSchema => ({
    type: 'object',
    properties: { id: { type: 'string', pattern } },
  })
  const hostile = `${'a'.repeat(40)}!`

  it('that would not come to an end lets the API judge', () =>
    expect(checkInput({ id: hostile }, withPattern('^(a+)+$'))).toEqual({ input: { id: hostile } }))

  it('that is none lets the API judge', () =>
    expect(checkInput({ id: 'x' }, withPattern('('))).toEqual({ input: { id: 'x' } }))

  it('that ends in time refuses', () =>
    expect(checkInput({ id: 'b!' }, withPattern('^(a+)+$'))).toMatchObject({
      problems: [expect.any(String)],
    }))
})
