import { describe, expect, it } from 'vitest'
import { memoized } from '../../src/text/memoized.js'

describe('memoized', () => {
  const calls = (texts: string[], maxChars?: number) => {
    const computed: string[] = []
    const compute = (text: string) => {
      computed.push(text)
      return text === '' ? undefined : text.length
    }
    const known = memoized(compute, maxChars)
    return { results: texts.map(known), computed }
  }

  it('computes each text once, also one without a result', () => {
    const { results, computed } = calls(['a', '', 'bc', 'a', ''])
    expect(results).toEqual([1, undefined, 2, 1, undefined])
    expect(computed).toEqual(['a', '', 'bc'])
  })

  it.each([
    [undefined, 80],
    [500, 500],
  ])('stores no result for a text that is too long: limit %s', (limit, most) => {
    const [short, long] = ['x'.repeat(most), 'x'.repeat(most + 1)]
    const { results, computed } = calls([short, long, short, long], limit)
    expect(results).toEqual([most, most + 1, most, most + 1])
    expect(computed).toEqual([short, long, long])
  })

  it('computes a text again that has not been in use for long', () => {
    const others = Array.from({ length: 20_000 }, (_, index) => `${index}`)
    expect(calls(['a', ...others, 'a']).computed.filter((text) => text === 'a')).toHaveLength(2)
  })
})
