import { Budget, type BudgetLimits, type BudgetScope } from '../agent/budget.js'

/** The limits of a server, by whose they are. */
export type BudgetOptions = Partial<Record<BudgetScope, BudgetLimits>>

/** The budgets of all users and apps, so that several sessions of one share theirs. They start afresh with the server. */
export class BudgetBook {
  readonly #options: BudgetOptions
  readonly #shared = new Map<string, Budget>()

  constructor(options: BudgetOptions) {
    this.#options = options
  }

  /** What one new session may use: its own budget, its user's, its app's. */
  open(owner: { userId: string | undefined; appId: string | undefined }): Budget[] {
    const { session, user, app } = this.#options
    const { userId, appId = '' } = owner
    return [
      ...(session ? [new Budget('session', session)] : []),
      ...(user && userId !== undefined ? [this.#share('user', userId, user)] : []),
      ...(app ? [this.#share('app', appId, app)] : []),
    ]
  }

  #share(scope: BudgetScope, id: string, limits: BudgetLimits): Budget {
    const name = `${scope} ${id}`
    const budget = this.#shared.get(name) ?? new Budget(scope, limits)
    this.#shared.set(name, budget)
    return budget
  }
}
