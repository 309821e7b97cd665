import type { Clock } from '../../ports.js'
import { Budget, type BudgetLimits, type BudgetScope } from '../agent/budget.js'
import { SharedBudget } from './shared-budget.js'
import type { SharedCounts } from './shared-counts.js'
import { someAtATime } from './some-at-a-time.js'

/** The limits of a server, by whose they are. */
export type BudgetOptions = Partial<Record<BudgetScope, BudgetLimits>>

/** The limits of an app. */
export type AppBudgets = BudgetOptions & {
  /** The app that counts, where several ids mean the same one. @default the app id of the client */
  countedAs?: string
}

/** So many users and apps are remembered; the one that was not seen for longest is forgotten first. */
const MOST_OWNERS = 100_000

/** What the budgets of a server are given. */
export interface BudgetBookOptions {
  clock: Clock
  /** Where several servers count together; absent for a server that counts alone. */
  counts?: SharedCounts | undefined
  /** Hears of each budget that is used up. */
  onEnd?: Budget['onEnd']
}

/**
 * The budgets of all users and apps, so that several sessions of one share theirs. They start afresh with the server, or are those of all servers
 * with the same store. Apps may have limits of their own; a user's budget spans the apps that say the same about users.
 */
export class BudgetBook {
  readonly #limitsOf: (appId: string | undefined) => AppBudgets
  readonly #options: BudgetBookOptions
  readonly #shared = new Map<string, Budget>()

  constructor(
    budgets: BudgetOptions | ((appId: string | undefined) => AppBudgets),
    options: BudgetBookOptions,
  ) {
    this.#options = options
    this.#limitsOf = typeof budgets === 'function' ? budgets : () => budgets
    options.counts?.onSums((name, sums) => sharedOne(this.#shared.get(name))?.hear(sums))
    options.counts?.onUp(() => void this.#tellAgain())
  }

  /** What one new session may use: its own budget, its user's, its app's. */
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
    // What others have spent is known before the first turn comes.
    void sharedOne(budget)?.tell()
    return budget
  }

  /** The store is back. It is told of what was used; of the others there is nothing to say. */
  async #tellAgain(): Promise<void> {
    const used = [...this.#shared.values()].flatMap((budget) => sharedOne(budget) ?? []).filter(isUsed)
    // All at once, so that what is spent of the last one while the first are told is told rightly, too.
    for (const budget of used) budget.doubt()
    await someAtATime(used, (budget) => budget.tell())
  }

  #make(scope: BudgetScope, { limits, name }: { limits: BudgetLimits; name: string }): Budget {
    const { counts, clock } = this.#options
    return counts ? new SharedBudget({ scope, limits, name, counts, clock }) : new Budget(scope, limits)
  }

  #watched(budget: Budget): Budget {
    budget.onEnd = this.#options.onEnd
    return budget
  }
}

const sharedOne = (budget: Budget | undefined) => (budget instanceof SharedBudget ? budget : undefined)

const isUsed = ({ used }: Budget) => Object.values(used).some((amount) => amount > 0)
