import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eachWithin, systemClock } from '../src/ports.js'

const DAY_MS = 24 * 3600 * 1000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('waits longer than one timer can', () => {
  const callback = vi.fn()
  systemClock.schedule(callback, 60 * DAY_MS)
  systemClock.schedule(callback, Number.POSITIVE_INFINITY)
  vi.advanceTimersByTime(60 * DAY_MS - 1)
  expect(callback).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(callback).toHaveBeenCalledTimes(1)
})

it('does not run a cancelled callback, even after the first of several timers', () => {
  const callback = vi.fn()
  const cancel = systemClock.schedule(callback, 60 * DAY_MS)
  vi.advanceTimersByTime(30 * DAY_MS)
  cancel()
  vi.advanceTimersByTime(60 * DAY_MS)
  expect(callback).not.toHaveBeenCalled()
})

async function* slowly(delays: readonly number[], onReturn = () => {}) {
  try {
    for (const [at, ms] of delays.entries()) {
      await new Promise<void>((resolve) => systemClock.schedule(resolve, ms))
      yield at
    }
  } finally {
    onReturn()
  }
}

const { signal } = new AbortController()
const limits = { clock: systemClock, ms: 100, late: () => new Error('late'), signal }

it('waits for each value of a stream, and not for what is done with it', async () => {
  const seen: number[] = []
  const reading = (async () => {
    for await (const value of eachWithin(slowly([90, 90, 90, 101]), limits)) {
      seen.push(value)
      await new Promise<void>((resolve) => systemClock.schedule(resolve, 500))
    }
  })()
  const failed = expect(reading).rejects.toThrow('late')
  await vi.advanceTimersByTimeAsync(3 * 590 + 99)
  expect(seen).toEqual([0, 1, 2])
  await vi.advanceTimersByTimeAsync(1)
  await failed
  expect(vi.getTimerCount()).toBe(1)
})

it('ends a stream when its signal aborts, and lets a stream that is left release its resources', async () => {
  const stop = new AbortController()
  const next = eachWithin(slowly([50, 50]), { ...limits, signal: stop.signal }).next()
  stop.abort(new Error('stopped'))
  await expect(next).rejects.toThrow('stopped')
  const onReturn = vi.fn()
  const values = eachWithin(slowly([0, 0], onReturn), limits)
  const first = values.next()
  await vi.advanceTimersByTimeAsync(0)
  await first
  await values.return(undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(onReturn).toHaveBeenCalledTimes(1)
})
