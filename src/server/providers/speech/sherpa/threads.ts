import { availableParallelism } from 'node:os'

/**
 * Number of threads of one engine: half of the processors, at most four. More threads do not speed up models that are
 * small enough for a conversation.
 */
export function engineThreads(): number {
  return Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))
}
