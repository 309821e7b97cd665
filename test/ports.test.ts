import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { systemClock } from '../src/ports.js'

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
