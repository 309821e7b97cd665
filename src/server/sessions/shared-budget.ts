import { randomUUID } from 'node:crypto'
import type { Clock } from '../../ports.js'
import { Budget, type BudgetLimits, type BudgetScope } from '../agent/budget.js'
import type { SharedCounts, Sums } from './shared-counts.js'

/** Sound is spent with every frame; it is told once in this time. */
const SOUND_MS = 1_000

/** What a budget of several servers is given. */
export interface SharedBudgetOptions {
  scope: BudgetScope
  limits: BudgetLimits
  /** The same on all servers. */
  name: string
  counts: SharedCounts
  clock: Clock
}

type Amounts = Required<BudgetLimits>

/**
 * A budget that several servers spend of. What is spent here counts at once; what others spend is known as soon as they tell. While the store is
 * away each server counts for itself, and tells what it has spent when the store is back.
 *
 * States: quiet ⇄ sending; spending while sending waits for the next time. What was sent without an answer is sent again as the same change, so that
 * it counts once.
 */
export class SharedBudget extends Budget {
  readonly #options: SharedBudgetOptions
  #untold = amounts()
  /** What was sent and not answered. */
  #change: { id: string; add: Amounts } | undefined
  #sending = false
  #mayBeLost = false
  #cancel: (() => void) | undefined

  constructor(options: SharedBudgetOptions) {
    super(options.scope, options.limits)
    this.#options = options
  }

  override spend(spent: BudgetLimits): void {
    super.spend(spent)
    this.#untold = plus(this.#untold, spent)
    const isSoundOnly = Object.keys(spent).every((name) => name === 'audioMinutes')
    if (!isSoundOnly) void this.tell()
    else this.#cancel ??= this.#options.clock.schedule(() => void this.tell(), SOUND_MS)
  }

  /** Tells what was spent here, and learns what others have spent. Never rejects: what could not be told is told with the next time. */
  async tell(): Promise<void> {
    this.#stopTimer()
    if (this.#sending) return
    this.#sending = true
    while ((await this.#exchange()) && this.#hasMore);
    this.#sending = false
  }

  /** The store may have lost what it was told before: it is told with the next time. */
  doubt(): void {
    this.#mayBeLost = true
  }

  /** Another server has spent: never less is gone than is known of here. */
  hear(sums: Sums): void {
    const known = this.used
    const told = plus(this.#untold, sums)
    this.know(amounts((name) => Math.max(known[name] ?? 0, told[name])))
  }

  get #hasMore(): boolean {
    return this.#mayBeLost || Object.values(this.#untold).some((amount) => amount > 0)
  }

  /** Whether the store has answered. */
  async #exchange(): Promise<boolean> {
    const { name, counts } = this.#options
    const change = this.#nextChange()
    const inDoubt = this.#mayBeLost
    const atLeast = inDoubt ? plus(plus(this.used, this.#untold, -1), change.add, -1) : amounts()
    this.#mayBeLost = false
    try {
      const sums = await counts.add(name, { ...change, add: { ...change.add }, atLeast: { ...atLeast } })
      this.#change = undefined
      if (this.#mayBeLost) this.hear(sums)
      else this.know(plus(this.#untold, sums))
      return true
    } catch {
      this.#mayBeLost ||= inDoubt
      return false
    }
  }

  /** What was not answered comes first, as it was. */
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
