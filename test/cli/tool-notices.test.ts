import { expect, it } from 'vitest'
import { unusedEverywhere, unusedInputSentences } from '../../src/cli/tool-notices.js'

it('says what has no effect, and why', () => {
  expect(
    unusedInputSentences([
      { name: 'tenent', reason: 'unknown' },
      { name: 'id', reason: 'no-value' },
      { name: 'Cookie', reason: 'protected' },
    ]),
  ).toEqual([
    '"inputs" names "tenent" without effect: no tool has a parameter of this name; `voice tools --format json` lists them.',
    '"inputs" names "id" without effect: the collection has no value that could be sent.',
    '"inputs" names "Cookie" without effect: credentials and standard headers are never asked of a model.',
  ])
})

it('counts the collections of one entry as one', () => {
  const inputs = { a: 'fixed', b: 'fixed' } as const
  const unknown = (name: string) => ({ name, reason: 'unknown' as const })
  expect(
    unusedEverywhere([
      { inputs, unused: [unknown('a'), unknown('b')] },
      { inputs, unused: [unknown('b')] },
      { inputs: { c: 'input' }, unused: [unknown('c')] },
    ]),
  ).toEqual([unknown('b'), unknown('c')])
})
