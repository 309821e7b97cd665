import { ModelError } from '../../model/model-error.js'

/** What a model has read of one conversation. */
export interface State {
  /** The tokens it has read and written, in order. */
  readonly contextTokens: readonly number[]
}

interface Slot<S extends State> {
  state: S
  isBusy: boolean
  /** Rises with every use. */
  lastUsed: number
}

interface Waiting<S extends State> {
  tokens: readonly number[]
  give: (slot: Slot<S>) => void
}

/** Sessions that wait their turn; a model that cannot keep up with more says so at once. */
export const MAX_WAITING = 32

/** From this share of a state on, a prompt is taken for the same conversation. */
const SAME_CONVERSATION = 0.5

/**
 * The few states of a model that all sessions share. A session gets the one that has read most of its conversation already, so that only what is new
 * is read; else the one that was not used for longest. Whoever finds none free waits in line: as a session asks for one step at a time, everybody
 * gets one step per round.
 */
export class SlotPool<S extends State> {
  readonly #slots: Slot<S>[]
  readonly #line: Waiting<S>[] = []
  readonly #model: string
  #uses = 0

  constructor(states: readonly S[], { model }: { model: string }) {
    this.#slots = states.map((state) => ({ state, isBusy: false, lastUsed: 0 }))
    this.#model = model
  }

  /** How many there are, how many are in use, and who waits. */
  get load(): { slots: number; busy: number; waiting: number } {
    const busy = this.#slots.filter(({ isBusy }) => isBusy).length
    return { slots: this.#slots.length, busy, waiting: this.#line.length }
  }

  /** Works with a state of one's own. Rejects with a `ModelError` `rate-limited` when the line is full, or with the reason of the signal. */
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

  async #take(tokens: readonly number[], signal: AbortSignal): Promise<Slot<S>> {
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
      const waiting: Waiting<S> = {
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

  #free(slot: Slot<S>): void {
    slot.isBusy = false
    const next = this.#line.shift()
    const best = next && this.#best(next.tokens)
    if (best) next.give(this.#occupy(best))
  }

  #occupy(slot: Slot<S>): Slot<S> {
    this.#uses += 1
    slot.isBusy = true
    slot.lastUsed = this.#uses
    return slot
  }

  #best(tokens: readonly number[]): Slot<S> | undefined {
    const free = this.#slots.filter(({ isBusy }) => !isBusy)
    const same = free
      .map((slot) => ({ slot, shared: sharedPrefix(slot.state.contextTokens, tokens) }))
      .filter(({ slot, shared }) => shared > SAME_CONVERSATION * slot.state.contextTokens.length)
      .sort((one, other) => other.shared - one.shared)
    return same[0]?.slot ?? free.sort((one, other) => one.lastUsed - other.lastUsed)[0]
  }
}

/** How many tokens two lists have in common at their beginning. */
export function sharedPrefix(one: readonly number[], other: readonly number[]): number {
  const most = Math.min(one.length, other.length)
  for (let at = 0; at < most; at += 1) if (one[at] !== other[at]) return at
  return most
}
