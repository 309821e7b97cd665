import type { MockCounts } from '../server/mock/routes.js'

/** The sources of a mock's answers in words: "examples for 18 of 65 requests, the rest is made up". */
export function mockSentence({ requests, withExample }: MockCounts, { strict }: { strict: boolean }): string {
  const rest = strict ? 'the rest answers 404' : 'the rest is made up'
  if (withExample === 0)
    return strict ? 'no saved examples, all answers are 404' : 'no saved examples, all answers are made up'
  if (withExample === requests) return `examples for all ${requests} requests`
  return `examples for ${withExample} of ${requests} requests, ${rest}`
}
