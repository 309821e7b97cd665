import { describe, expect, it } from 'vitest'
import { judge, patternsIn } from '../scripts/linear-patterns.mjs'
import { isBounded, partsOf } from '../scripts/pattern-parts.mjs'

describe('the regular expressions of a source file', () => {
  const cases: [name: string, text: string, want: string[]][] = [
    ['literals', "const a = /x+/gi; b('y'.match(/\\/z/))", ['/x+/gi', '/\\/z/']],
    ['new RegExp of constants', "const a = 'x'\nnew RegExp('^' + a + '+', 'u')", ['/^x+/u']],
    ['the source of a literal', 'const a = /x+/\nRegExp(a.source)', ['/x+/', '/x+/']],
    ['a joined list', "const a = ['x', 'y']\nnew RegExp(a.join('|'))", ['/x|y/']],
  ]
  it.each(cases)('%s', (_name, text, want) => {
    const { patterns, findings } = patternsIn('src/a.ts', text)
    expect(patterns.map(({ source, flags }) => `/${source}/${flags}`)).toEqual(want)
    expect(findings).toEqual([])
  })

  it('may not be made of what only a run knows', () => {
    expect(patternsIn('src/a.ts', 'const f = (a) => new RegExp(a)').findings).toMatchObject([{ line: 1 }])
  })
})

describe('a judgement', () => {
  const cases: [source: string, want: RegExp | undefined][] = [
    ['^(a+)+$', /exponential/],
    ['\\s+$', /polynomial/],
    ['a(?:b|c*)*d', /polynomial|exponential/],
    ['^\\s*\\S', undefined],
    ['x(?:ab|cd)+', undefined],
  ]
  it.each(cases)('/%s/', async (source, want) => {
    const problem = await judge({ source, flags: '' })
    if (want) expect(problem).toMatch(want)
    else expect(problem).toBeUndefined()
  })
})

describe('a bounded pattern', () => {
  const cases: [source: string, want: boolean][] = [
    ['^a{3}-[+*]?\\d{1,20}$', true],
    ['a\\+b\\{2,\\}', true],
    ['(?:a|b)?(?=c)', true],
    ['a*', false],
    ['a+?', false],
    ['a{2,}', false],
    ['(?:a{1,9}){1,9}', false],
    ['a{1,200}b', false],
    ['a?b?c?d?e?f?g?h?', false],
  ]
  it.each(cases)('%s: %s', (source, want) => expect(isBounded(source)).toBe(want))
})

describe('parts', () => {
  it('are the alternatives at the top', () => expect(partsOf('(?:a|b)|c')).toEqual(['a', 'b', 'c']))
  it('stay together where a reference ties them', () => expect(partsOf('(a|b)\\1|c')).toEqual(['(a|b)\\1|c']))
})
