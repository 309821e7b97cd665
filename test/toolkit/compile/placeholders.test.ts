import { expect, it } from 'vitest'
import { schemaOfPlaceholder } from '../../../src/toolkit/compile/placeholders.js'

// Model providers refuse a list without the member `items`.
it.each(['<array>', '<list>'])('gives elements to the list %s', (text) => {
  expect(schemaOfPlaceholder(text)).toEqual({ type: 'array', items: {} })
})

it('takes several placeholders for one text, and other markup for a value', () => {
  expect(schemaOfPlaceholder('<string>|<string>')).toEqual({ type: 'string' })
  expect(schemaOfPlaceholder('<integer>,<integer>')).toEqual({ type: 'string' })
  expect(schemaOfPlaceholder('<b>a</b>')).toBeUndefined()
})
