import { describe, expect, it } from 'vitest'
import { parseArguments } from '../../../src/server/agent/tool-calls.js'

describe('the arguments of a call', () => {
  const cases: [text: string, want: object][] = [
    ['', { input: {} }],
    ['{"a":[1]}', { input: { a: [1] } }],
    ['{"id":9007199254740993}', { input: { id: '9007199254740993' } }],
    ['[1]', { problem: expect.stringContaining('found an array') }],
    ['"a"', { problem: expect.stringContaining('found string') }],
    ['{"a":', { problem: expect.stringContaining('not valid JSON') }],
    [`{"a":"${'x'.repeat(999_992)}"}`, { input: { a: 'x'.repeat(999_992) } }],
  ]
  it.each(cases)('%.20s', (text, want) => expect(parseArguments(text)).toEqual(want))

  it('are not read when they have more than a million characters', () => {
    expect(parseArguments(`{"a":"${'x'.repeat(999_993)}"}`)).toEqual({
      problem:
        'The arguments have 1000001 characters; at most 1000000 are read. Call the tool again with less.',
    })
  })
})
