import { describe, expect, it } from 'vitest'
import { VoiceError } from '../../../../src/errors.js'
import { settle, VirtualClock } from '../../../../src/testing/virtual-clock.js'
import { Deadline } from '../../../../src/toolkit/run/send/deadline.js'
import { retryAfterMs, withRetries } from '../../../../src/toolkit/run/send/retry.js'
import type { Exchanged } from '../../../../src/toolkit/run/send/transport.js'

const START = Date.parse('2026-01-01T00:00:00Z')

const answer = (status: number, retryAfter?: string): Exchanged => ({
  response: {
    status,
    headers: retryAfter === undefined ? [] : [{ key: 'retry-after', value: retryAfter }],
    body: Buffer.alloc(0),
  },
  wire: {} as Exchanged['wire'],
})
const unreachable = new VoiceError('unreachable', 'cut')

interface Trial {
  method?: string
  random?: number
  /** The outcomes of the attempts; the last one repeats. */
  outcomes: (Exchanged | Error)[]
  timeoutMs?: number
}

/** Runs the attempts on a virtual clock: when each began (milliseconds), and what came of it. */
async function attempts({ method = 'GET', random = 0, outcomes, timeoutMs = 60_000 }: Trial) {
  const clock = new VirtualClock(START)
  const deadline = new Deadline({ clock, timeoutMs })
  const times: number[] = []
  let outcome: unknown
  const attempt = async () => {
    times.push(clock.now() - START)
    const next = outcomes[Math.min(times.length, outcomes.length) - 1]!
    if (next instanceof Error) throw next
    return next
  }
  withRetries(attempt, { method, clock, random: () => random, deadline }).then(
    (exchanged) => {
      outcome = exchanged.response.status
    },
    (error: VoiceError) => {
      outcome = error.code
    },
  )
  await settle()
  for (let step = 0; step < 100 && outcome === undefined; step += 1) await clock.advance(1_000)
  deadline.end()
  return { times, outcome, pending: clock.pending }
}

describe('a request whose connection broke', () => {
  it.each(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])(
    'with %s is sent three times',
    async (method) => {
      expect(await attempts({ method, outcomes: [unreachable] })).toEqual({
        times: [0, 250, 1_250],
        outcome: 'unreachable',
        pending: 0,
      })
    },
  )

  it.each(['POST', 'PATCH', 'get', 'PURGE'])('with %s is sent once', async (method) => {
    expect(await attempts({ method, outcomes: [unreachable, answer(200)] })).toMatchObject({
      times: [0],
      outcome: 'unreachable',
    })
  })

  it('is answered by the attempt that gets through', async () => {
    expect(await attempts({ outcomes: [unreachable, answer(200)] })).toMatchObject({
      times: [0, 250],
      outcome: 200,
    })
  })

  it('waits up to half as long again, by chance', async () => {
    expect((await attempts({ random: 1, outcomes: [unreachable] })).times).toEqual([0, 375, 1_875])
  })

  it.each(['timeout', 'bad-answer', 'untrusted', 'aborted'] as const)(
    'is not sent again after %s',
    async (code) => {
      const outcomes = [new VoiceError(code, ''), answer(200)]
      expect(await attempts({ outcomes })).toMatchObject({ times: [0], outcome: code })
    },
  )

  it('is not sent again for an error of the program', async () => {
    expect((await attempts({ outcomes: [new TypeError('x'), answer(200)] })).times).toEqual([0])
  })

  it('is not sent again when its time ends in the pause', async () => {
    expect(await attempts({ outcomes: [unreachable, answer(200)], timeoutMs: 100 })).toEqual({
      times: [0],
      outcome: 'timeout',
      pending: 0,
    })
  })
})

describe('an answer', () => {
  it.each<[name: string, trial: Trial, times: number[], status: number]>([
    ['429 without a time', { outcomes: [answer(429), answer(200)] }, [0, 250], 200],
    ['503 without a time', { outcomes: [answer(503)] }, [0, 250, 1_250], 503],
    ['429 with seconds', { outcomes: [answer(429, '3'), answer(200)] }, [0, 3_000], 200],
    ['503 with zero seconds', { outcomes: [answer(503, '0'), answer(200)] }, [0, 0], 200],
    [
      '429 with a date',
      { outcomes: [answer(429, 'Thu, 01 Jan 2026 00:00:07 GMT'), answer(200)] },
      [0, 7_000],
      200,
    ],
    ['429 with the longest wait', { outcomes: [answer(429, '10'), answer(200)] }, [0, 10_000], 200],
    ['429 with a longer wait', { outcomes: [answer(429, '10.1'), answer(200)] }, [0], 429],
    ['429 with no time that can be read', { outcomes: [answer(429, 'soon'), answer(200)] }, [0, 250], 200],
    ['429 to a POST without a time', { method: 'POST', outcomes: [answer(429), answer(200)] }, [0], 429],
    [
      '429 to a POST with a time',
      { method: 'POST', outcomes: [answer(429, '2'), answer(200)] },
      [0, 2_000],
      200,
    ],
    ['429 again and again', { method: 'POST', outcomes: [answer(429, '1')] }, [0, 1_000, 2_000], 429],
    ['500', { outcomes: [answer(500), answer(200)] }, [0], 500],
    ['500 with a time', { outcomes: [answer(500, '1'), answer(200)] }, [0], 500],
    ['200 with a time', { outcomes: [answer(200, '1')] }, [0], 200],
  ])('of %s', async (_name, trial, times, status) => {
    expect(await attempts(trial)).toEqual({ times, outcome: status, pending: 0 })
  })
})

describe('Retry-After', () => {
  it.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['2', 2_000],
    [' 1.5 ', 1_500],
    ['-1', 0],
    ['1 second', undefined],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['tomorrow', undefined],
  ])('%j', (value, want) => expect(retryAfterMs(value, START)).toBe(want))
})
