import { expect, it } from 'vitest'
import { isPlaceholderList, schemaOfPlaceholder } from '../../../src/toolkit/compile/placeholders.js'

// Model providers refuse a list without the member `items`.
it.each(['<array>', '<list>'])('gives elements to the list %s', (text) => {
  expect(schemaOfPlaceholder(text)).toEqual({ type: 'array', items: {} })
})

it.each([
  ['<string>|<string>', true],
  ['<integer>, <integer>', true],
  ['<string>', false],
  ['<b>a</b>', false],
])('tells a list of placeholders: %s', (text, want) => expect(isPlaceholderList(text)).toBe(want))
