import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonOrText, parseExact, tryParseExact } from '../../src/protocol/parse-exact.js'

describe('parseExact', () => {
  it.each<[text: string, want: unknown]>([
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', '9007199254740993'],
    ['{"id":-9007199254740993,"n":1}', { id: '-9007199254740993', n: 1 }],
    [
      '[12345678901234567890, 0.12345678901234567890, 1e400]',
      ['12345678901234567890', 0.12345678901234568, Infinity],
    ],
    ['12345678901234567890e1', 1.2345678901234568e20],
    ['{"a 9007199254740993":"\\"9007199254740993,"}', { 'a 9007199254740993': '"9007199254740993,' }],
  ])('reads %s', (text, want) => expect(parseExact(text)).toEqual(want))

  it('gives what JSON.parse gives where no integer is too large for a number', () => {
    const members = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.maxSafeInteger(), fc.boolean()))
    const text = members.map((all) => `[${JSON.stringify(all)},"1234567890123456789",1.2345678901234567]`)
    fc.assert(
      fc.property(text, (json) => {
        expect(parseExact(json)).toEqual(JSON.parse(json))
      }),
    )
  })

  it('refuses what is no JSON', () => {
    expect(() => parseExact('{"id":9007199254740993')).toThrow(SyntaxError)
    expect(tryParseExact('9007199254740993 x')).toBeUndefined()
  })
})

it.each<[text: string, want: unknown]>([
  ['{"id":9007199254740993}', { id: '9007199254740993' }],
  ['null', null],
  ['no JSON', 'no JSON'],
])('jsonOrText reads %s', (text, want) => expect(jsonOrText(text)).toEqual(want))
