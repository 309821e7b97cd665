import { randomUUID } from 'node:crypto'
import type { Clock } from '../../ports.js'
import type { PreparedCall } from '../agent/tool-calls.js'

/** How long a confirmation is valid. */
export const CONFIRMATION_MS = 300_000

/** Calls that wait at the same time; the oldest is dropped first. */
const MAX_WAITING = 1_000

/** Calls that wait for approval by the tool `confirm_call`, each under a code that cannot be guessed and is valid once. */
export class Confirmations {
  readonly #waiting = new Map<string, { call: PreparedCall; deadline: number }>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Keeps a call. Returns its code. */
  add(call: PreparedCall): string {
    const code = randomUUID()
    this.#waiting.set(code, { call, deadline: this.#clock.now() + CONFIRMATION_MS })
    const [oldest] = this.#waiting.keys()
    if (this.#waiting.size > MAX_WAITING && oldest !== undefined) this.#waiting.delete(oldest)
    return code
  }

  /** The call of a code, once; `undefined` when the code is unknown, used or expired. */
  take(code: string): PreparedCall | undefined {
    const found = this.#waiting.get(code)
    this.#waiting.delete(code)
    return found && this.#clock.now() < found.deadline ? found.call : undefined
  }
}
