import { availableParallelism } from 'node:os'

/** Threads of one engine: half of the machine, for the rest of the work; more than four make no model faster that is small enough to talk. */
export function engineThreads(): number {
  return Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))
}
