import { expect, it } from 'vitest'
import { numberOf } from '../../src/languages/digits.js'

it.each([
  ['2,500', 2500, 2.5],
  ['2.500', 2.5, 2500],
  ['2.5', 2.5, 2.5],
  ['99,90', 99.9, 99.9],
  ['0.500', 0.5, 0.5],
  ['1,250,000', 1_250_000, 1_250_000],
  ['1.250.000', 1_250_000, 1_250_000],
  ['2,500.50', 2500.5, 2500.5],
  ['2.500,50', 2500.5, 2500.5],
  ['-17', -17, -17],
  ['9007199254740993', undefined, undefined],
])('reads %s with a point as %s, with a comma as %s', (text, point, comma) => {
  expect(numberOf(text, {})).toBe(point)
  expect(numberOf(text, { decimalMark: ',' })).toBe(comma)
})
