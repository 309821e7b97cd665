import { describe, expect, it } from 'vitest'
import { duration } from '../../../src/cli/commands/serve.js'

describe('--retain', () => {
  it.each([
    ['90s', 90_000],
    ['10m', 600_000],
    ['2h', 7_200_000],
    ['1500', 1500],
  ])('%s is %i ms', (text, want) => {
    expect(duration(text)).toBe(want)
  })

  it.each(['xx', '', '5d', '-1'])('names the forms it takes for "%s"', (text) => {
    expect(() => duration(text)).toThrow(/such as 90s, 10m or 2h; ".*" is none\.$/)
  })
})
