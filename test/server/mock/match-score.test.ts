import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareEntries,
  compareJson,
  compareText,
  matchPath,
  patternOf,
  segmentsOf,
  wildcard,
} from '../../../src/server/mock/path-pattern.js'
import { decodeUri } from '../../../src/text/decode-uri.js'
import { createScope } from '../../../src/toolkit/template/scope.js'

fc.configureGlobal({ seed: 20_261_121 })

describe('texts', () => {
  it.each([
    ['a', 'a', 'same'],
    ['a', 'b', 'different'],
    ['', 'b', 'open'],
    ['<string>', 'b', 'open'],
    ['{{x}}', 'b', 'open'],
    ['id-{{x}}', 'id-7', 'open'],
    ['id-{{x}}', 'no-7', 'different'],
    ['a.{{x}}', 'abc', 'different'],
  ] as const)('%j against %j: %s', (saved, sent, want) => {
    expect(compareText(saved, sent)).toBe(want)
  })

  it('without a variable match only themselves', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('{')),
        fc.string(),
        (saved, sent) => wildcard(saved)(sent) === (saved === sent),
      ),
    )
  })
})

describe('fits', () => {
  const entries = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.stringMatching(/^[a-z]{1,3}$/)), {
    maxLength: 5,
  })

  it('are exact for the same and lie between -1 and 1', () => {
    fc.assert(
      fc.property(entries, entries, (saved, sent) => {
        expect(compareEntries(saved, saved)).toEqual({ score: saved.length > 0 ? 1 : 0, exact: true })
        const { score } = compareEntries(saved, sent)
        expect(Math.abs(score)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('of JSON are exact for the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(compareJson(value as never, structuredClone(value) as never).exact).toBe(true)
      }),
    )
  })
})

describe('paths', () => {
  const segment = fc
    .string({ minLength: 1 })
    .filter((text) => !/[{}:/]/.test(text) && decodeUri(text) === text)

  it('match themselves, with any value in a parameter', () => {
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), segment, (path, value) => {
        const url = { host: ['h'], path: [...path, ':id'], query: [], variables: [] }
        const pattern = patternOf(url, { scope: createScope([]) })
        const sent = segmentsOf(`/${[...path, value].map(encodeURIComponent).join('/')}`)
        expect(matchPath(pattern, sent)).toEqual({ literals: path.length, values: [value] })
        expect(matchPath(pattern, [...sent, 'more'])).toBeUndefined()
      }),
    )
  })
})
