import type { Clock } from '../../ports.js'
import { Budget, type BudgetLimits, type BudgetScope } from '../agent/budget.js'
import type { SharedCounts, Sums } from './shared-counts.js'

/** Sound is spent with every frame; it is told once in this time. */
const SOUND_MS = 1_000

/** What a budget of several servers is given. */
export interface SharedBudgetOptions {
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
 * States: quiet ⇄ sending; spending while sending waits for the next time.
 */
export class SharedBudget extends Budget {
  readonly #options: SharedBudgetOptions
  #untold = amounts()
  #sending = false
  #mayBeLost = false
  #cancel: (() => void) | undefined

  constructor(scope: BudgetScope, limits: BudgetLimits, options: SharedBudgetOptions) {
    super(scope, limits)
    this.#options = options
  }

  override spend(spent: BudgetLimits): void {
    super.spend(spent)
    this.#untold = plus(this.#untold, spent)
    const isSoundOnly = Object.keys(spent).every((name) => name === 'audioMinutes')
    if (!isSoundOnly) this.tell()
    else this.#cancel ??= this.#options.clock.schedule(() => this.tell(), SOUND_MS)
  }

  /** Tells what was spent here, and learns what others have spent. */
  tell(): void {
    this.#cancel?.()
    this.#cancel = undefined
    if (!this.#sending) void this.#exchange()
  }

  /** The store is back, and may have lost what it was told before. */
  tellAgain(): void {
    this.#mayBeLost = true
    this.tell()
  }

  /** Another server has spent: never less is gone than is known of here. */
  hear(sums: Sums): void {
    const known = this.used
    const told = plus(this.#untold, sums)
    this.know(amounts((name) => Math.max(known[name] ?? 0, told[name])))
  }

  async #exchange(): Promise<void> {
    const { name, counts } = this.#options
    const told = this.#untold
    const atLeast = this.#mayBeLost ? plus(this.used, told, -1) : amounts()
    this.#untold = amounts()
    this.#sending = true
    try {
      const sums = await counts.add(name, { add: { ...told }, atLeast: { ...atLeast } })
      this.#mayBeLost = false
      this.know(plus(this.#untold, sums))
    } catch {
      // The store is away: told with the next time.
      this.#untold = plus(this.#untold, told)
      return
    } finally {
      this.#sending = false
    }
    if (Object.values(this.#untold).some((amount) => amount > 0)) this.tell()
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
