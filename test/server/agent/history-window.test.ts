import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HistoryWindow } from '../../../src/server/agent/history-window.js'
import type { ModelMessage } from '../../../src/server/model/language-model.js'

const text = fc.string({ maxLength: 400 })

/** A turn: the user, any number of calls with their results, an answer. */
const turn: fc.Arbitrary<ModelMessage[]> = fc
  .record({ user: text, calls: fc.array(fc.string({ maxLength: 2_000 }), { maxLength: 4 }), answer: text })
  .map(({ user, calls, answer }) => [
    { role: 'user', text: user },
    ...calls.flatMap((output, at): ModelMessage[] => [
      { role: 'assistant', text: '', toolCalls: [{ callId: `${at}`, name: 'read', arguments: '{}' }] },
      { role: 'tool', callId: `${at}`, name: 'read', output, isError: false },
    ]),
    { role: 'assistant', text: answer, toolCalls: [] },
  ])

describe('HistoryWindow', () => {
  it('leaves a short history as it is', () => {
    const messages: ModelMessage[] = [{ role: 'user', text: 'hi' }]
    expect(new HistoryWindow(100).fit(messages)).toEqual(messages)
  })

  it('keeps the last turn whole but for old results, and never a result without its call', () => {
    fc.assert(
      fc.property(
        fc.array(turn, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 50, max: 3_000 }),
        (turns, limit) => {
          const window = new HistoryWindow(limit)
          for (let count = 1; count <= turns.length; count += 1) {
            const messages = turns.slice(0, count).flat()
            const [first, ...others] = window.fit(messages)
            const kept = first!.role === 'system' ? others : [first!, ...others]
            const start = kept.findIndex(({ role }) => role === 'user')
            if (first!.role === 'user') expect(start).toBe(0)
            // Behind the note, calls of dropped turns stay in pairs with their results.
            const pairs = kept.slice(0, start).map(({ role }) => role)
            expect(pairs).toEqual(pairs.map((_, at) => (at % 2 === 0 ? 'assistant' : 'tool')))
            expect(kept.slice(-turns[count - 1]!.length).map((message) => message.role)).toEqual(
              turns[count - 1]!.map((message) => message.role),
            )
            for (const [at, message] of kept.entries()) {
              if (message.role === 'tool') expect(kept[at - 1]?.role).toBe('assistant')
            }
          }
        },
      ),
      { seed: 7, numRuns: 300 },
    )
  })

  it('moves its start seldom, so that a provider can cache', () => {
    const window = new HistoryWindow(1_000)
    const messages: ModelMessage[] = []
    let starts = 0
    let last: ModelMessage | undefined
    for (let at = 0; at < 200; at += 1) {
      messages.push(
        { role: 'user', text: `${at} `.padEnd(100, 'x') },
        { role: 'assistant', text: 'y'.repeat(100), toolCalls: [] },
      )
      const first = window.fit(messages).find(({ role }) => role === 'user')
      if (first !== last) starts += 1
      last = first
    }
    expect(starts).toBeLessThan(40)
  })
})
