import { describe, expect, it } from 'vitest'
import {
  isGraphqlText,
  operationSent,
  readGraphql,
} from '../../../../src/toolkit/semantics/effect/graphql-document.js'

describe('readGraphql', () => {
  const cases: [text: string, kinds: string[] | undefined][] = [
    ['{ pets { id } }', ['query']],
    ['query Pets($n: Int = 3) { pets(first: $n) { id } }', ['query']],
    ['query A { a } mutation B { b }', ['query', 'mutation']],
    ['fragment F on Pet { id } query A { pets { ...F } }', ['query']],
    ['subscription S { s }', ['subscription']],
    ['# mutation { no }\nquery A { a(text: "mutation { no }") }', ['query']],
    ['\ufeff,,, query A { a }', ['query']],
    ['query A { a(text: """ } mutation B { b } """) }', ['query']],
    ['query A { a(text: """ x """) } mutation B { b }', ['query', 'mutation']],
    ['query A { a', undefined],
    ['fragment F on Pet { id }', undefined],
    ['type Pet { id: ID } query A { a }', undefined],
    ['extend schema { mutation: M } query A { a }', undefined],
    ['', undefined],
    [`{ a${'{a'.repeat(300)}${'}'.repeat(300)} }`, undefined],
    [`{ ${'a '.repeat(60_000)} }`, undefined],
    [`{ a } #${'x'.repeat(300_000)}`, undefined],
  ]
  it.each(cases)('%s', (text, kinds) => expect(readGraphql(text)?.map(({ kind }) => kind)).toEqual(kinds))

  it('tells names, fields of two levels, variables and constants', () => {
    expect(
      readGraphql(
        'query A($id: ID!, $tags: [[String!]!], $n: Int! = 1) { pet(id: $id, kind: DOG) { id } all: pets }',
      ),
    ).toEqual([
      {
        kind: 'query',
        name: 'A',
        fields: ['pet', 'pets'],
        members: ['id'],
        variables: [
          { name: 'id', type: 'ID', lists: 0, isRequired: true },
          { name: 'tags', type: 'String', lists: 2, isRequired: false },
          { name: 'n', type: 'Int', lists: 0, isRequired: false, byDefault: 1 },
        ],
        values: [{ name: 'kind', value: 'DOG' }],
      },
    ])
  })

  it('skips a hundred thousand comments', () => {
    expect(readGraphql(`${'#\n'.repeat(90_000)}query A { a }`)).toHaveLength(1)
  })
})

describe('operationSent', () => {
  const two = readGraphql('query A { a } mutation B { b }')!
  const one = readGraphql('query A { a }')!
  const cases: [operations: typeof two, name: string | undefined, want: string | undefined][] = [
    [one, undefined, 'A'],
    [one, '', 'A'],
    [two, 'A', 'A'],
    [two, 'B', 'B'],
    [two, 'a', undefined],
    [two, undefined, undefined],
    [one, 'C', undefined],
  ]
  it.each(cases)('%#', (operations, name, want) => expect(operationSent(operations, name)?.name).toBe(want))
})

describe('isGraphqlText', () => {
  const cases: [text: string, isNamed: boolean, want: boolean][] = [
    ['query { a }', false, true],
    [' \ufeff# x\n,mutation { a }', false, true],
    ['{ a }', true, true],
    ['{ a }', false, false],
    ['{"a": 1}', true, false],
    ['{', true, true],
    ['query language', true, false],
    ['queryString {x}', false, false],
    ['shoes', true, false],
    ['#'.repeat(50_000), true, false],
  ]
  it.each(cases)('%s %s', (text, isNamed, want) => expect(isGraphqlText(text, isNamed)).toBe(want))
})
