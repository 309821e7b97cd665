import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../src/toolkit/model/json.js'
import { countStrings, measureJson } from '../../../src/toolkit/validate/measure.js'

const measure = (document: JsonValue) => measureJson(document, new Set(['a', 'b']))

describe('the number of strings', () => {
  it('is the same in a text and in its value, if no key is repeated', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(countStrings(text)).toBe(measure(JSON.parse(text)).strings)
      }),
    )
  })

  it.each([
    ['{"a": 1, "a": 1}', 2],
    ['{"a": "x", "b": {"a": 1, "\\u0061": 2}}', 5],
    ['["\\"", "\\\\", ":", ""]', 4],
    ['"a', 1],
  ])('counts a repeated key each time: %s', (text, want) => expect(countStrings(text)).toBe(want))
})

it('finds the objects and lists around a key that is not expected', () => {
  const inner = { c: 1 }
  const list = [inner]
  const document = { a: list, b: { a: 1 } }
  expect(measure(document).strange).toEqual(new Set<JsonValue>([inner, list, document]))
})
