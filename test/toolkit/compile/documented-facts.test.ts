import { describe, expect, it } from 'vitest'
import { readDocumented } from '../../../src/toolkit/compile/documented.js'
import { parseDocumentedFacts } from '../../../src/toolkit/compile/documented-facts.js'

describe('limits in a description', () => {
  it.each([
    ['Rows per page. Maximum 1,000.', { maximum: 1000 }],
    ['Between 1 and 10,000', { minimum: 1, maximum: 10_000 }],
    ['Between 0 and 0.5', { minimum: 0, maximum: 0.5 }],
    ['max 50, default 10', { maximum: 50, default: '10' }],
    ['Default is 1,000', { default: '1000' }],
    ['default 0.5', { default: '0.5' }],
    ['The default value is **false.**', { default: 'false' }],
  ])('are whole numbers: %s', (text, facts) => {
    expect(parseDocumentedFacts(text)).toEqual({ ...facts, text })
  })

  it.each([
    'Max 1.000',
    'max 1 000',
    'max 100k',
    'between 2020 and 2021-05',
    'Default: 1,5',
    'Defaults to null, to not filter',
    'default: `null`',
  ])('are absent where the number is not certain: %s', (text) => {
    expect(parseDocumentedFacts(text)).toEqual({ text })
  })
})

it('takes a type in brackets for the type, but not the type of the elements of a list', () => {
  expect(parseDocumentedFacts('Tags (string)').type).toEqual({ type: 'string' })
  expect(parseDocumentedFacts('array[integer]').type).toBeUndefined()
})

describe('a table of parameters', () => {
  const rows = (...lines: string[]) => Object.fromEntries(readDocumented(lines.join('\n')))

  it('may have a column that says what is optional', () => {
    const facts = rows(
      '| Name | Optional | Description |',
      '|---|---|---|',
      '| a | yes | x |',
      '| b | No | y |',
    )
    expect(facts).toMatchObject({ a: { required: false }, b: { required: true } })
  })

  it('may have bars in its cells', () => {
    const facts = rows(
      '| Name | Values | Description |',
      '|---|---|---|',
      '| sort | asc \\| desc | up \\| down |',
    )
    expect(facts).toMatchObject({ sort: { values: ['asc', 'desc'], text: 'up | down' } })
  })
})
