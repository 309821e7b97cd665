import { randomUUID } from 'node:crypto'
import type { Clock } from '../../ports.js'
import type { PreparedCall } from '../agent/tool-calls.js'

export const CONFIRMATION_MS = 300_000

/** Maximum number of calls or questions of one client that wait at the same time. The oldest is dropped first. */
const MAX_WAITING = 100

/**
 * What of one client waits for approval: calls, by the tool `confirm_call`, or questions of MCP 2026-07-28. Each has a code
 * that cannot be guessed and works only once, and only for this client.
 */
export class Confirmations<T = PreparedCall> {
  readonly #waiting = new Map<string, { waiting: T; deadline: number }>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(waiting: T): string {
    const code = randomUUID()
    this.#waiting.set(code, { waiting, deadline: this.#clock.now() + CONFIRMATION_MS })
    const [oldest] = this.#waiting.keys()
    if (this.#waiting.size > MAX_WAITING && oldest !== undefined) this.#waiting.delete(oldest)
    return code
  }

  /** What waits for a code, which works once. `undefined` if this client has no such code, or if it is used or expired. */
  take(code: string): T | undefined {
    const found = this.#waiting.get(code)
    this.#waiting.delete(code)
    return found && this.#clock.now() < found.deadline ? found.waiting : undefined
  }
}
