import { describe, expect, it } from 'vitest'
import { durationText, readTotals, statusOf, type Totals } from '../../../../src/cli/ui/status/show-status.js'
import { Metrics } from '../../../../src/server/telemetry/metrics.js'

const NOTHING: Totals = { sessions: 0, turns: 0, calls: 0, failedCalls: 0, errors: 0, stages: new Map() }
const stage = (count: number, seconds: number) => new Map([['llm', { count, seconds }]])

describe('the status of a server', () => {
  it('is read from what it counts', () => {
    const metrics = new Metrics()
    metrics.count('voice_replies_total', { status: 'completed' }, 3)
    metrics.count('voice_replies_total', { status: 'failed' })
    metrics.count('voice_tool_calls_total', { outcome: 'completed' }, 2)
    metrics.count('voice_tool_calls_total', { outcome: 'failed' })
    metrics.count('voice_errors_total', { code: 'x' }, 2)
    metrics.observe('voice_stage_seconds', 0.2, { stage: 'llm' })
    metrics.observe('voice_stage_seconds', 0.4, { stage: 'llm' })
    expect(readTotals({ metrics, sessions: () => 7, url: 'ws://x' })).toEqual({
      sessions: 7,
      turns: 4,
      calls: 3,
      failedCalls: 1,
      errors: 3,
      stages: new Map([['llm', { count: 2, seconds: expect.closeTo(0.6) }]]),
    })
  })

  it('says what failed', () => {
    const { counts } = statusOf({ ...NOTHING, sessions: 2, turns: 5, calls: 4, failedCalls: 1 }, NOTHING)
    expect(counts.map(({ label, value, isBad }) => `${label} ${value}${isBad ? ' !' : ''}`)).toEqual([
      'sessions 2',
      'turns 5',
      'tool calls 4 (1 failed) !',
      'errors 0',
    ])
  })

  it.each<[title: string, before: Totals['stages'], now: Totals['stages'], want: string | undefined]>([
    ['of the last while', stage(10, 10), stage(12, 11), '500 ms'],
    ['since the start where nothing happened lately', stage(4, 8), stage(4, 8), '2.0 s'],
    ['absent where it never happened', new Map(), new Map(), undefined],
  ])('has the mean time of a stage, %s', (_, before, now, want) => {
    const { stages } = statusOf({ ...NOTHING, stages: now }, { ...NOTHING, stages: before })
    expect(stages.find(({ label }) => label === 'model')?.value).toBe(want)
  })

  it.each([
    [0.4, '0 ms'],
    [999, '999 ms'],
    [1_234, '1.2 s'],
  ])('%d', (ms, want) => {
    expect(durationText(ms)).toBe(want)
  })
})
