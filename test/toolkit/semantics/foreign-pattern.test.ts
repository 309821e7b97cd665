import { describe, expect, it } from 'vitest'
import { testForeign } from '../../../src/toolkit/semantics/foreign-pattern.js'

describe('testForeign', () => {
  it.each<[text: string, source: string, flags: string, want: boolean]>([
    ['abc', '^a', '', true],
    ['abc', '^b', '', false],
    ['ABC', '^a', '', false],
    ['ABC', '^a', 'i', true],
    ['\u{1f600}', '^.$', 'u', true],
    ['\u{1f600}', '^.$', '', false],
  ])('%j by /%s/%s: %s', (text, source, flags, want) =>
    expect(testForeign(text, { source, flags }, 10_000)).toBe(want),
  )

  it('gives up on a pattern that takes without end', () =>
    expect(testForeign(`${'a'.repeat(40)}!`, { source: '^(a+)+$', flags: '' })).toBeUndefined())

  it.each([
    ['(', ''],
    ['a', 'q'],
  ])('cannot read /%s/%s', (source, flags) =>
    expect(() => testForeign('a', { source, flags }, 10_000)).toThrow(SyntaxError),
  )
})
