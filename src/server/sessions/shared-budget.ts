import { randomUUID } from 'node:crypto'
import type { Clock } from '../../ports.js'
import { Budget, type BudgetLimits, type BudgetScope } from '../agent/budget.js'
import type { Counters, Sums } from './store.js'

/** Usage is exchanged with the store at once, but at most once in this interval. */
const EXCHANGE_MS = 1_000

export interface SharedBudgetOptions {
  scope: BudgetScope
  limits: BudgetLimits
  name: string
  counters: Counters
  clock: Clock
}

type Amounts = Required<BudgetLimits>

/**
 * A budget of several servers. Each counts by itself and exchanges usage, so together they can start a second of work
 * too much. A change without a reply is sent again with its id, so that it counts once.
 */
export class SharedBudget extends Budget {
  readonly #options: SharedBudgetOptions
  #unsent = amounts()
  /** The change that was sent and has no reply yet. */
  #change: { id: string; add: Amounts } | undefined
  #sending = false
  #exchangedAt = Number.NEGATIVE_INFINITY
  #mayBeLost = false
  #cancel: (() => void) | undefined

  constructor(options: SharedBudgetOptions) {
    super(options.scope, options.limits)
    this.#options = options
  }

  override spend(spent: BudgetLimits): void {
    super.spend(spent)
    this.#unsent = plus(this.#unsent, spent)
    const { clock } = this.#options
    const waitMs = this.#exchangedAt + EXCHANGE_MS - clock.now()
    if (waitMs <= 0) void this.exchange()
    else this.#cancel ??= clock.schedule(() => void this.exchange(), waitMs)
  }

  /** Exchanges usage with the other servers. Never rejects; what cannot be sent is sent with the next call. */
  async exchange(): Promise<void> {
    this.#stopTimer()
    this.#exchangedAt = this.#options.clock.now()
    if (this.#sending) return
    this.#sending = true
    while ((await this.#sendOne()) && this.#hasMore);
    this.#sending = false
  }

  /** Call it when the store may have lost earlier usage. The next change then includes the earlier usage. */
  assumeLoss(): void {
    this.#mayBeLost = true
  }

  /** Applies sums that may lack earlier usage. They never lower the usage that is known here. */
  #applySums(sums: Sums): void {
    const known = this.used
    const all = plus(this.#unsent, sums)
    this.know(amounts((name) => Math.max(known[name] ?? 0, all[name])))
  }

  get #hasMore(): boolean {
    return this.#mayBeLost || Object.values(this.#unsent).some((amount) => amount > 0)
  }

  /** Sends one change. Returns whether the store has replied. */
  async #sendOne(): Promise<boolean> {
    const { name, counters } = this.#options
    const change = this.#nextChange()
    const wasLost = this.#mayBeLost
    const atLeast = wasLost ? plus(plus(this.used, this.#unsent, -1), change.add, -1) : amounts()
    this.#mayBeLost = false
    try {
      const sums = await counters.add(name, { ...change, add: { ...change.add }, atLeast: { ...atLeast } })
      this.#change = undefined
      if (this.#mayBeLost) this.#applySums(sums)
      else this.know(plus(this.#unsent, sums))
      return true
    } catch {
      this.#mayBeLost ||= wasLost
      return false
    }
  }

  /** The next change to send. If the store did not reply to the previous change, returns this change again. */
  #nextChange(): { id: string; add: Amounts } {
    this.#change ??= { id: randomUUID(), add: this.#takeUnsent() }
    return this.#change
  }

  #takeUnsent(): Amounts {
    this.#stopTimer()
    const unsent = this.#unsent
    this.#unsent = amounts()
    return unsent
  }

  #stopTimer(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }
}

function amounts(of: (name: keyof Amounts) => number = () => 0): Amounts {
  return {
    turns: of('turns'),
    tokens: of('tokens'),
    toolCalls: of('toolCalls'),
    audioMinutes: of('audioMinutes'),
  }
}

function plus(one: BudgetLimits, other: BudgetLimits | Sums, times = 1): Amounts {
  const added = other as BudgetLimits
  return amounts((name) => (one[name] ?? 0) + times * (added[name] ?? 0))
}
