import type { Clock } from '../../ports.js'
import { Budget, type BudgetLimits, type BudgetScope } from '../agent/budget.js'
import { forEachConcurrent } from './for-each-concurrent.js'
import { SharedBudget } from './shared-budget.js'
import type { Counters } from './store.js'

/** The usage limits of a server for each scope: session, user and app. */
export type BudgetOptions = Partial<Record<BudgetScope, BudgetLimits>>

/** The usage limits of an app. */
export type AppBudgets = BudgetOptions & {
  /** Name under which usage is counted, if several app ids belong to the same app. @default the app id of the client */
  countedAs?: string
}

/** Maximum number of budgets that are kept. The one that was used longest ago is removed first. */
const MOST_OWNERS = 100_000

export interface BudgetLedgerOptions {
  clock: Clock
  counters?: Counters | undefined
  onEnd?: Budget['onEnd']
}

/**
 * The budgets of users and apps, which their sessions share. Two apps with the same `user` limits (equal values in the
 * same order) share the budget of a user.
 */
export class BudgetLedger {
  readonly #limitsOf: (appId: string | undefined) => AppBudgets
  readonly #options: BudgetLedgerOptions
  readonly #shared = new Map<string, Budget>()

  constructor(
    budgets: BudgetOptions | ((appId: string | undefined) => AppBudgets),
    options: BudgetLedgerOptions,
  ) {
    this.#options = options
    this.#limitsOf = typeof budgets === 'function' ? budgets : () => budgets
    options.counters?.onUp(() => void this.#exchangeAgain())
  }

  open(owner: { userId: string | undefined; appId: string | undefined }): Budget[] {
    const { userId, appId } = owner
    const { session, user, app, countedAs = appId ?? '' } = this.#limitsOf(appId)
    return [
      ...(session ? [this.#watched(new Budget('session', session))] : []),
      ...(user && userId !== undefined ? [this.#share('user', userId, user)] : []),
      ...(app ? [this.#share('app', countedAs, app)] : []),
    ]
  }

  #share(scope: BudgetScope, id: string, limits: BudgetLimits): Budget {
    const name = `${scope} ${JSON.stringify(limits)} ${id}`
    const budget = this.#shared.get(name) ?? this.#watched(this.#make(scope, { limits, name }))
    this.#shared.delete(name)
    this.#shared.set(name, budget)
    if (this.#shared.size > MOST_OWNERS) this.#shared.delete(this.#shared.keys().next().value!)
    // Starts to load the usage on other servers, before the first turn needs it.
    void sharedOne(budget)?.exchange()
    return budget
  }

  /** Sends the usage of all used budgets again, because the store may have lost it. */
  async #exchangeAgain(): Promise<void> {
    const used = [...this.#shared.values()].flatMap((budget) => sharedOne(budget) ?? []).filter(isUsed)
    // Calls `assumeLoss` for all budgets before one of them is sent. Otherwise, new usage could send a budget before `assumeLoss`
    // was called for it.
    for (const budget of used) budget.assumeLoss()
    await forEachConcurrent(used, (budget) => budget.exchange())
  }

  #make(scope: BudgetScope, { limits, name }: { limits: BudgetLimits; name: string }): Budget {
    const { counters, clock } = this.#options
    return counters ? new SharedBudget({ scope, limits, name, counters, clock }) : new Budget(scope, limits)
  }

  #watched(budget: Budget): Budget {
    budget.onEnd = this.#options.onEnd
    return budget
  }
}

const sharedOne = (budget: Budget | undefined) => (budget instanceof SharedBudget ? budget : undefined)

const isUsed = ({ used }: Budget) => Object.values(used).some((amount) => amount > 0)
