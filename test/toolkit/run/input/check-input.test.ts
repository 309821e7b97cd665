import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonSchema, JsonValue } from '../../../../src/toolkit/model/json.js'
import { checkInput, checkToolInput } from '../../../../src/toolkit/run/input/check-input.js'
import { sketchTool } from '../../../support/tool.js'

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
      properties: {
        owner: {
          type: 'object',
          properties: { id: { type: 'integer' } },
          required: ['id'],
          additionalProperties: true,
        },
      },
    },
  },
  required: ['id'],
}

describe('checkInput takes', () => {
  const cases: [input: JsonValue, want: JsonValue][] = [
    [{ id: 1 }, { id: 1 }],
    [{ id: '7' }, { id: 7 }],
    [{ id: '9007199254740991' }, { id: 9007199254740991 }],
    [{ id: '9007199254740993' }, { id: '9007199254740993' }],
    [
      { id: 1, any: '9007199254740993', price: '12345678901234567890' },
      { id: 1, any: '9007199254740993', price: '12345678901234567890' },
    ],
    [
      { id: 1, price: 1e20 },
      { id: 1, price: 1e20 },
    ],
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
    [{ id: '-9007199254740993' }, /at least 1/],
    [
      { id: 2 ** 53 },
      /^"id" is 9007199254740992: numbers of more than 15 digits are rounded\. Give it as a text/,
    ],
    [{ id: 1, name: 1e21 }, /"name" is 1e\+21: .* are rounded/],
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

const member = (schema: JsonSchema, value: unknown) => {
  const checked = checkInput({ m: value } as JsonValue, { type: 'object', properties: { m: schema } })
  return 'problems' in checked ? checked.problems.join('\n') : checked.input.m
}

describe('a member', () => {
  it.each<[schema: JsonSchema, value: JsonValue, want: JsonValue]>([
    [{}, 'x', 'x'],
    [{}, [1, { a: '1' }], [1, { a: '1' }]],
    [{ type: 'integer' }, '-12', -12],
    [{ type: 'integer' }, '123456789012345', 123456789012345],
    [{ type: 'number' }, '1.25', 1.25],
    [{ type: 'boolean' }, 'true', true],
    [{ type: 'boolean' }, 'false', false],
    [{ type: 'string' }, 1.5, '1.5'],
    [{ type: 'string' }, false, 'false'],
    [{ type: ['integer', 'null'] }, '5', 5],
    [{ type: ['integer', 'null'] }, null, null],
    [{ type: ['string', 'number'] }, '5', '5'],
    [{ type: ['array', 'null'], items: { type: 'integer' } }, '5', [5]],
    [{ type: 'array' }, 'a', ['a']],
    [{ type: 'array' }, 7, [7]],
    [{ type: 'array' }, true, [true]],
    [{ type: 'array' }, [], []],
    [{ type: 'array' }, ['1', 2], ['1', 2]],
    [{ type: 'array', items: { type: 'string' }, maxItems: 2 }, [1], ['1']],
    [{ type: 'array', maxItems: 2 }, [1, 2], [1, 2]],
    [{ type: 'string', minLength: 2, maxLength: 2 }, 'ab', 'ab'],
    [{ type: 'string', minLength: 2, maxLength: 2 }, '\u{1f600}!', '\u{1f600}!'],
    [{ type: 'string', pattern: '^.$' }, '\u{1f600}', '\u{1f600}'],
    [{ type: 'number', minimum: 1, maximum: 2 }, 1, 1],
    [{ type: 'number', minimum: 1, maximum: 2 }, 2, 2],
    [{ const: 'a' }, 'a', 'a'],
    [{ const: { a: 1 } }, { a: 1 }, { a: 1 }],
    [{ enum: [[1], 'b'] }, [1], [1]],
    [{ type: 'object', properties: {} }, { free: 1 }, { free: 1 }],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, { free: '1' }, { free: 1 }],
    [{ type: 'object', properties: { a: {} } }, { a: null }, { a: null }],
    [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, 'x', 'x'],
    [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, '5', 5],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 5, 5],
    [{ anyOf: [{ type: 'string' }, { type: 'boolean' }] }, true, true],
    [{ anyOf: [{ type: 'string' }, { type: 'boolean' }] }, 5, '5'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, '5', '5'],
    [{ anyOf: [] }, 'x', 'x'],
    [{ type: 'integer' }, '1234567890123456', 1234567890123456],
  ])('of %j takes %j', (schema, value, want) => expect(member(schema, value)).toEqual(want))

  it.each<[schema: JsonSchema, value: unknown, want: string]>([
    [
      { type: 'integer' },
      '1234567890123456.5',
      '"m" must be an integer, but "1234567890123456.5" was given.',
    ],
    [{ type: 'integer' }, 'a1', '"m" must be an integer, but "a1" was given.'],
    [{ type: 'number' }, '1.x', '"m" must be a number, but "1.x" was given.'],
    [{ type: 'number' }, '1.', '"m" must be a number, but "1." was given.'],
    [{ type: 'number' }, true, '"m" must be a number, but true was given.'],
    [{ type: 'boolean' }, 'untrue', '"m" must be a boolean, but "untrue" was given.'],
    [{ type: 'boolean' }, 'truest', '"m" must be a boolean, but "truest" was given.'],
    [{ type: 'boolean' }, '1', '"m" must be a boolean, but "1" was given.'],
    [{ type: 'string' }, {}, '"m" must be a string, but {} was given.'],
    [{ type: 'array' }, {}, '"m" must be an array, but {} was given.'],
    [{ type: 'object' }, [], '"m" must be an object, but [] was given.'],
    [{ type: 'object' }, 'x', '"m" must be an object, but "x" was given.'],
    [{ type: ['object', 'null'] }, 1, '"m" must be an object or null, but 1 was given.'],
    [{ type: ['integer', 'boolean'] }, 'x', '"m" must be an integer or a boolean, but "x" was given.'],
    [{ type: 'integer' }, 'x'.repeat(58), `"m" must be an integer, but "${'x'.repeat(58)}" was given.`],
    [{ type: 'integer' }, 'x'.repeat(59), `"m" must be an integer, but "${'x'.repeat(59)}… was given.`],
    [{ type: 'string', minLength: 2 }, 'a', '"m" must have at least 2 characters.'],
    [{ type: 'string', maxLength: 2 }, 'abc', '"m" must have at most 2 characters.'],
    [{ type: 'string', minLength: 2 }, '\u{1f600}', '"m" must have at least 2 characters.'],
    [{ type: 'number', maximum: 2 }, 2.5, '"m" must be at most 2.'],
    [{ type: 'number', minimum: 2 }, 1.5, '"m" must be at least 2.'],
    [{ const: 'a' }, 'b', '"m" must be "a".'],
    [{ const: { a: 1 } }, { a: 2 }, '"m" must be {"a":1}.'],
    [{ enum: [[1]] }, [2], '"m" must be one of [1], but [2] was given.'],
    [{ enum: ['1'] }, 1, '"m" must be one of "1", but 1 was given.'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'x', '"m" must be an integer, but "x" was given.'],
    [{ type: 'object', required: ['toString'] }, {}, '"m.toString" is required.'],
    [{ type: 'object', required: ['a'] }, { a: undefined }, '"m.a" is required.'],
    [
      { type: 'object', properties: { a: { type: ['integer', 'string'] } }, required: ['a'] },
      {},
      '"m.a" is required (an integer or a string).',
    ],
    [
      { type: 'object', additionalProperties: false },
      { a: 1 },
      'There is no parameter "m.a"; this tool takes none here.',
    ],
    [
      { type: 'object', additionalProperties: { type: 'integer' } },
      { a: 'x' },
      '"m.a" must be an integer, but "x" was given.',
    ],
    [
      { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } } },
      [{}, { a: 'x' }],
      '"m[1].a" must be an integer, but "x" was given.',
    ],
  ])('of %j refuses %j', (schema, value, want) => expect(member(schema, value)).toBe(want))
})

describe('the limits of checkInput', () => {
  const open: JsonSchema = { type: 'object', additionalProperties: true }
  const nested = (depth: number): JsonValue => (depth === 0 ? 1 : { a: nested(depth - 1) })
  const isTaken = (input: unknown) => 'input' in checkInput(input, open)

  it('allow 1,000,000 characters', () => {
    expect(isTaken({ a: 'x'.repeat(999_997) })).toBe(true)
    expect(isTaken({ a: 'x'.repeat(999_998) })).toBe(false)
    expect(isTaken({ ['x'.repeat(999_999)]: 1 })).toBe(false)
  })

  it('count numbers, null and empty lists too', () => {
    expect(isTaken({ list: Array.from({ length: 200_000 }, () => 1) })).toBe(false)
    expect(isTaken({ list: Array.from({ length: 200_000 }, () => null) })).toBe(false)
    expect(isTaken({ list: Array.from({ length: 500_000 }, () => []) })).toBe(false)
  })

  it('allow 65 levels below the input', () => {
    expect(isTaken(nested(65))).toBe(true)
    expect(isTaken(nested(66))).toBe(false)
  })

  it('tell eight faults', () => {
    const of = (count: number) => {
      const names = Array.from({ length: count }, (_one, index) => `n${index}`)
      const checked = checkInput({}, { type: 'object', required: names })
      return 'problems' in checked ? checked.problems.length : 0
    }
    expect([7, 8, 9].map(of)).toEqual([7, 8, 8])
  })

  it('name twenty parameters of many', () => {
    const properties = Object.fromEntries(Array.from({ length: 21 }, (_one, index) => [`n${index}`, {}]))
    const checked = checkInput({ x: 1 }, { type: 'object', properties })
    expect(checked).toEqual({
      problems: [expect.stringMatching(/^There is no parameter "x"\. .* n18, n19\.$/)],
    })
  })

  it('keep what an open input has beyond its parameters, and drop what is undefined', () =>
    expect(checkInput({ x: { y: '1' }, z: undefined }, open)).toEqual({ input: { x: { y: '1' } } }))

  it('name the whole input', () =>
    expect(checkInput({}, { type: 'integer' })).toEqual({
      problems: ['The input must be an integer, but {} was given.'],
    }))

  it.each(['text', 7, undefined])('refuse %j', (input) =>
    expect(checkInput(input, open)).toEqual({
      problems: ['The input must be a JSON object with the parameters as members.'],
    }),
  )
})

describe('what models write by habit', () => {
  const tool = (parameters: JsonSchema, method = 'PATCH') => ({
    ...sketchTool({ request: 'http://h', parameters }),
    method,
  })
  const body: JsonSchema = {
    type: 'object',
    properties: {
      email: { type: 'string' },
      by: { type: 'string', enum: ['sms', 'email'] },
      age: { type: 'integer' },
      insurance: { type: 'object', properties: { kind: { type: 'string' }, number: { type: 'string' } } },
    },
  }
  const properties = { id: { type: 'integer' }, by: { type: 'string', enum: ['a', 'A', 'b'] }, body }
  const parameters: JsonSchema = { type: 'object', properties, required: ['id'], additionalProperties: false }

  it.each<[habit: string, input: JsonObject, want: JsonObject]>([
    ['a body as a text', { id: 1, body: '{"email":"a@b"}' }, { id: 1, body: { email: 'a@b' } }],
    ['members beside the body', { id: 1, email: 'a@b' }, { id: 1, body: { email: 'a@b' } }],
    [
      'members beside a body',
      { id: 1, body: '{"by":"sms"}', email: 'a@b' },
      { id: 1, body: { by: 'sms', email: 'a@b' } },
    ],
    ['another case', { id: 1, body: { by: 'SMS' } }, { id: 1, body: { by: 'sms' } }],
    ['"" for a list', { id: 1, by: '', body: { by: '', email: '' } }, { id: 1, body: { email: '' } }],
    ['"" for a number', { id: 1, body: { age: '', email: 'x' } }, { id: 1, body: { email: 'x' } }],
  ])('%s is understood', (_habit, input, want) => {
    expect(checkToolInput(tool(parameters), input)).toMatchObject({ input: want })
    expect((checkToolInput(tool(parameters), input) as { input: JsonObject }).input).toEqual(want)
  })

  it.each<[why: string, input: JsonObject, want: RegExp]>([
    ['two values fit', { id: 1, by: ' a ' }, /"by" must be one of/],
    ['a text is no JSON', { id: 1, body: '{"email":' }, /"body" must be an object/],
    ['the body has the member too', { id: 1, email: 'a', body: { email: 'b' } }, /no parameter "email"/],
    ['nothing knows the member', { id: 1, mail: 'a' }, /no parameter "mail"/],
    ['a member is required', { id: '' }, /"id" must be an integer/],
  ])('nothing is guessed if %s', (_why, input, want) => {
    expect(checkToolInput(tool(parameters), input)).toMatchObject({ problems: [expect.stringMatching(want)] })
  })

  it('takes null for an optional id of two types', () => {
    const ids = { anyOf: [{ type: 'integer' }, { type: 'string' }] }
    const given = { type: 'object', properties: { patient_id: ids } }
    expect(checkToolInput(tool(given), { patient_id: null })).toEqual({ input: {} })
  })

  it('names the members of a body that are left out', () => {
    const input = { id: 1, body: { email: null, age: '', insurance: { kind: 'none', number: null } } }
    expect(checkToolInput(tool(parameters), input)).toEqual({
      input: { id: 1, body: { insurance: { kind: 'none' } } },
      leftOut: ['email', 'age', 'insurance.number'],
    })
  })
})
