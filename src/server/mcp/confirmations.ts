import { randomUUID } from 'node:crypto'
import type { Clock } from '../../ports.js'
import type { PreparedCall } from '../agent/tool-calls.js'

export const CONFIRMATION_MS = 300_000

/** Maximum number of calls of one client that wait at the same time. The oldest is dropped first. */
const MAX_WAITING = 100

/**
 * Calls of one client that wait for approval by the tool `confirm_call`. Each has a code that cannot be guessed and works
 * only once, and only for this client.
 */
export class Confirmations {
  readonly #waiting = new Map<string, { call: PreparedCall; deadline: number }>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(call: PreparedCall): string {
    const code = randomUUID()
    this.#waiting.set(code, { call, deadline: this.#clock.now() + CONFIRMATION_MS })
    const [oldest] = this.#waiting.keys()
    if (this.#waiting.size > MAX_WAITING && oldest !== undefined) this.#waiting.delete(oldest)
    return code
  }

  /** The call for a code, which works once. `undefined` if this client has no such code, or if it is used or expired. */
  take(code: string): PreparedCall | undefined {
    const found = this.#waiting.get(code)
    this.#waiting.delete(code)
    return found && this.#clock.now() < found.deadline ? found.call : undefined
  }
}
