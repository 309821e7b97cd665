import type { Clock } from '../../ports.js'

/**
 * Runs work that no caller waits for, such as the callback of a timer or what follows a promise. If it throws or its
 * promise rejects, the error is reported and goes no further.
 */
export type Guard = (work: () => unknown) => void

/** A guard that passes errors to `report`. */
export function createGuard(report: (error: unknown) => void): Guard {
  return (work) => {
    try {
      const result = work()
      if (result instanceof Promise) result.catch(report)
    } catch (error) {
      report(error)
    }
  }
}

/** A clock whose timers run through a guard. */
export function guardedClock(clock: Clock, guard: Guard): Clock {
  return {
    now: () => clock.now(),
    schedule: (callback, delayMs) => clock.schedule(() => guard(callback), delayMs),
  }
}
