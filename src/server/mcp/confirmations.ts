import { randomUUID } from 'node:crypto'
import type { Clock } from '../../ports.js'
import type { PreparedCall } from '../agent/tool-calls.js'

export const CONFIRMATION_MS = 300_000

/** Maximum number of calls that wait at the same time. The oldest is dropped first. */
const MAX_WAITING = 1_000

/** Calls that wait for approval by the tool `confirm_call`. Each has a code that cannot be guessed and works only once. */
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

  /** The call for a code, which works once. `undefined` if the code is unknown, used or expired. */
  take(code: string): PreparedCall | undefined {
    const found = this.#waiting.get(code)
    this.#waiting.delete(code)
    return found && this.#clock.now() < found.deadline ? found.call : undefined
  }
}
