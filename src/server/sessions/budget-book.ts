import { Budget, type BudgetLimits, type BudgetScope } from '../agent/budget.js'

/** The limits of a server, by whose they are. */
export type BudgetOptions = Partial<Record<BudgetScope, BudgetLimits>>

/** The limits of an app. */
export type AppBudgets = BudgetOptions & {
  /** The app that counts, where several ids mean the same one. @default the app id of the client */
  countedAs?: string
}

/** So many users and apps are remembered; the one that was not seen for longest is forgotten first. */
const MOST_OWNERS = 100_000

/**
 * The budgets of all users and apps, so that several sessions of one share theirs. They start afresh with the server. Apps may have
 * limits of their own; a user's budget spans the apps that say the same about users.
 */
export class BudgetBook {
  readonly #limitsOf: (appId: string | undefined) => AppBudgets
  readonly #shared = new Map<string, Budget>()
  readonly #onEnd: Budget['onEnd']

  /** `onEnd` hears of each budget that is used up. */
  constructor(options: BudgetOptions | ((appId: string | undefined) => AppBudgets), onEnd?: Budget['onEnd']) {
    this.#onEnd = onEnd
    this.#limitsOf = typeof options === 'function' ? options : () => options
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
    const budget = this.#shared.get(name) ?? this.#watched(new Budget(scope, limits))
    this.#shared.delete(name)
    this.#shared.set(name, budget)
    if (this.#shared.size > MOST_OWNERS) this.#shared.delete(this.#shared.keys().next().value!)
    return budget
  }

  #watched(budget: Budget): Budget {
    budget.onEnd = this.#onEnd
    return budget
  }
}
