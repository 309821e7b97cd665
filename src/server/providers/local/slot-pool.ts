import { ModelError } from '../../model/model-error.js'

export interface SequenceState {
  /** The tokens of the conversation that the model has processed and written, in order. */
  readonly contextTokens: readonly number[]
}

interface SequenceSlot<S extends SequenceState> {
  state: S
  isBusy: boolean
  /** The sequence number of the last use of this slot. One counter counts the uses of all slots. */
  lastUsed: number
}

interface WaitingRequest<S extends SequenceState> {
  tokens: readonly number[]
  give: (slot: SequenceSlot<S>) => void
}

/** Maximum number of requests that wait for a state. Beyond it, a request fails at once. */
export const MAX_WAITING = 32

/** A prompt continues a state's conversation if it begins with more than this share of the state's tokens. */
const SAME_CONVERSATION = 0.5

/**
 * The states of a model, which all sessions share. A state holds the tokens of one conversation, which the model need
 * not process again. Rules for a new prompt:
 * - It gets the free state whose conversation it continues (`SAME_CONVERSATION`). Of several, it gets the one with the
 *   longest common beginning.
 * - If there is none, it gets the least recently used free state.
 * - If no state is free, the request waits in a queue.
 */
export class SlotPool<S extends SequenceState> {
  readonly #slots: SequenceSlot<S>[]
  readonly #line: WaitingRequest<S>[] = []
  readonly #model: string
  #uses = 0

  constructor(states: readonly S[], { model }: { model: string }) {
    this.#slots = states.map((state) => ({ state, isBusy: false, lastUsed: 0 }))
    this.#model = model
  }

  get load(): { slots: number; busy: number; waiting: number } {
    const busy = this.#slots.filter(({ isBusy }) => isBusy).length
    return { slots: this.#slots.length, busy, waiting: this.#line.length }
  }

  /**
   * Runs `work` with a state. No other session uses the state meanwhile. Rejects with a `ModelError` `rate-limited` if
   * the queue is full, or with the abort reason of `signal`.
   */
  async use<T>(
    tokens: readonly number[],
    { signal, work }: { signal: AbortSignal; work: (state: S) => Promise<T> },
  ): Promise<T> {
    const slot = await this.#take(tokens, signal)
    try {
      return await work(slot.state)
    } finally {
      this.#free(slot)
    }
  }

  async #take(tokens: readonly number[], signal: AbortSignal): Promise<SequenceSlot<S>> {
    signal.throwIfAborted()
    const slot = this.#best(tokens)
    if (slot) return this.#occupy(slot)
    if (this.#line.length >= MAX_WAITING) {
      const message = `${MAX_WAITING} conversations wait already; this machine is too slow for so many`
      throw new ModelError('rate-limited', { model: this.#model, message })
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#line.splice(this.#line.indexOf(waiting), 1)
        reject(signal.reason)
      }
      const waiting: WaitingRequest<S> = {
        tokens,
        give: (given) => {
          signal.removeEventListener('abort', onAbort)
          resolve(given)
        },
      }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#line.push(waiting)
    })
  }

  #free(slot: SequenceSlot<S>): void {
    slot.isBusy = false
    const next = this.#line.shift()
    const best = next && this.#best(next.tokens)
    if (best) next.give(this.#occupy(best))
  }

  #occupy(slot: SequenceSlot<S>): SequenceSlot<S> {
    this.#uses += 1
    slot.isBusy = true
    slot.lastUsed = this.#uses
    return slot
  }

  #best(tokens: readonly number[]): SequenceSlot<S> | undefined {
    const free = this.#slots.filter(({ isBusy }) => !isBusy)
    const same = free
      .map((slot) => ({ slot, shared: sharedPrefix(slot.state.contextTokens, tokens) }))
      .filter(({ slot, shared }) => shared > SAME_CONVERSATION * slot.state.contextTokens.length)
      .sort((one, other) => other.shared - one.shared)
    return same[0]?.slot ?? free.sort((one, other) => one.lastUsed - other.lastUsed)[0]
  }
}

/** The number of tokens in the common beginning of two lists. */
export function sharedPrefix(one: readonly number[], other: readonly number[]): number {
  const most = Math.min(one.length, other.length)
  for (let at = 0; at < most; at += 1) if (one[at] !== other[at]) return at
  return most
}
