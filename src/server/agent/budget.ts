/** What may be used up. Absent means without a limit. */
export interface BudgetLimits {
  turns?: number
  tokens?: number
  toolCalls?: number
  /** Minutes of sound heard from users, silence included. */
  audioMinutes?: number
}

/** Who a budget is for. */
export type BudgetScope = 'user' | 'session' | 'app'

/** What a user, a session or an app may use, and how much of it is gone. */
export class Budget {
  readonly scope: BudgetScope
  readonly #limits: BudgetLimits
  /** Called when spending has used something up. */
  onEnd: ((scope: BudgetScope, what: keyof BudgetLimits) => void) | undefined
  #used: Required<BudgetLimits> = { turns: 0, tokens: 0, toolCalls: 0, audioMinutes: 0 }

  constructor(scope: BudgetScope, limits: BudgetLimits) {
    this.scope = scope
    this.#limits = limits
  }

  /** What is used up, if anything is. */
  get exhausted(): keyof BudgetLimits | undefined {
    const names = ['audioMinutes', 'turns', 'tokens', 'toolCalls'] as const
    return names.find((name) => this.#used[name] >= (this.#limits[name] ?? Number.POSITIVE_INFINITY))
  }

  /** How much is gone, for a session that moves to another server. */
  get used(): BudgetLimits {
    return { ...this.#used }
  }

  spend(amounts: BudgetLimits): void {
    const before = this.exhausted
    for (const [name, amount] of Object.entries(amounts))
      this.#used[name as keyof BudgetLimits] += amount ?? 0
    const { exhausted } = this
    if (exhausted && !before) this.onEnd?.(this.scope, exhausted)
  }

  /** What is gone in all, where others spend of it, too. */
  protected know(used: Required<BudgetLimits>): void {
    this.#used = { ...used }
  }
}
