import { randomUUID } from 'node:crypto'
import type { Clock } from '../../ports.js'
import { Budget, type BudgetLimits, type BudgetScope } from '../agent/budget.js'
import type { Counters, Sums } from './store.js'

/** Usage is exchanged with the store at once, but at most once in this interval. */
const EXCHANGE_MS = 1_000

export interface SharedBudgetOptions {
  scope: BudgetScope
  limits: BudgetLimits
  /** Name of the budget. It must be the same on all servers. */
  name: string
  counters: Counters
  clock: Clock
}

type Amounts = Required<BudgetLimits>

/**
 * A budget that several servers share. Each server counts by itself and exchanges its usage for that of all servers, so
 * they can together start a second more of work than the budget allows. While the store
 * is unreachable, each server counts alone and sends its usage later. If the reply to a change is lost, the server
 * sends the change again with the same id. The store then counts the change only once.
 */
export class SharedBudget extends Budget {
  readonly #options: SharedBudgetOptions
  #untold = amounts()
  /** The change that was sent and has no reply yet. */
  #change: { id: string; add: Amounts } | undefined
  #sending = false
  #toldAt = Number.NEGATIVE_INFINITY
  #mayBeLost = false
  #cancel: (() => void) | undefined

  constructor(options: SharedBudgetOptions) {
    super(options.scope, options.limits)
    this.#options = options
  }

  override spend(spent: BudgetLimits): void {
    super.spend(spent)
    this.#untold = plus(this.#untold, spent)
    const { clock } = this.#options
    const waitMs = this.#toldAt + EXCHANGE_MS - clock.now()
    if (waitMs <= 0) void this.tell()
    else this.#cancel ??= clock.schedule(() => void this.tell(), waitMs)
  }

  /**
   * Sends the usage of this server and receives the usage of the others. Never rejects. Usage that cannot be sent now
   * is sent with the next call.
   */
  async tell(): Promise<void> {
    this.#stopTimer()
    this.#toldAt = this.#options.clock.now()
    if (this.#sending) return
    this.#sending = true
    while ((await this.#exchange()) && this.#hasMore);
    this.#sending = false
  }

  /** Call it when the store may have lost earlier usage. The next change then includes the earlier usage. */
  doubt(): void {
    this.#mayBeLost = true
  }

  /** Applies sums that may lack earlier usage. They never lower the usage that is known here. */
  #applySums(sums: Sums): void {
    const known = this.used
    const told = plus(this.#untold, sums)
    this.know(amounts((name) => Math.max(known[name] ?? 0, told[name])))
  }

  get #hasMore(): boolean {
    return this.#mayBeLost || Object.values(this.#untold).some((amount) => amount > 0)
  }

  /** Sends one change. Returns whether the store has replied. */
  async #exchange(): Promise<boolean> {
    const { name, counters } = this.#options
    const change = this.#nextChange()
    const inDoubt = this.#mayBeLost
    const atLeast = inDoubt ? plus(plus(this.used, this.#untold, -1), change.add, -1) : amounts()
    this.#mayBeLost = false
    try {
      const sums = await counters.add(name, { ...change, add: { ...change.add }, atLeast: { ...atLeast } })
      this.#change = undefined
      if (this.#mayBeLost) this.#applySums(sums)
      else this.know(plus(this.#untold, sums))
      return true
    } catch {
      this.#mayBeLost ||= inDoubt
      return false
    }
  }

  /** The next change to send. If the store did not reply to the previous change, returns this change again. */
  #nextChange(): { id: string; add: Amounts } {
    this.#change ??= { id: randomUUID(), add: this.#takeUntold() }
    return this.#change
  }

  #takeUntold(): Amounts {
    this.#stopTimer()
    const untold = this.#untold
    this.#untold = amounts()
    return untold
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
