/** Usage limits. An absent limit means unlimited. */
export interface BudgetLimits {
  turns?: number
  tokens?: number
  toolCalls?: number
  /** Minutes of user audio, including silence. */
  audioMinutes?: number
}

/** What a budget limits: one user, one session or one app. */
export type BudgetScope = 'user' | 'session' | 'app'

export class Budget {
  readonly scope: BudgetScope
  readonly #limits: BudgetLimits
  /** Called when the usage first reaches a limit. `what` is that limit. */
  onEnd: ((scope: BudgetScope, what: keyof BudgetLimits) => void) | undefined
  #used: Required<BudgetLimits> = { turns: 0, tokens: 0, toolCalls: 0, audioMinutes: 0 }

  constructor(scope: BudgetScope, limits: BudgetLimits) {
    this.scope = scope
    this.#limits = limits
  }

  get exhausted(): keyof BudgetLimits | undefined {
    const names = ['audioMinutes', 'turns', 'tokens', 'toolCalls'] as const
    return names.find((name) => this.isSpent(name))
  }

  isSpent(name: keyof BudgetLimits): boolean {
    return this.#used[name] >= (this.#limits[name] ?? Number.POSITIVE_INFINITY)
  }

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

  protected know(used: Required<BudgetLimits>): void {
    this.#used = { ...used }
  }
}
