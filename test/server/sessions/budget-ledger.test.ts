import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/ports.js'
import { Budget } from '../../../src/server/agent/budget.js'
import { BudgetLedger } from '../../../src/server/sessions/budget-ledger.js'
import type { Counters, SumChange } from '../../../src/server/sessions/store.js'
import { settle } from '../../../src/testing/virtual-clock.js'

describe('a budget', () => {
  it.each<[limits: ConstructorParameters<typeof Budget>[1], spent: object, want: string | undefined]>([
    [{}, { turns: 1_000 }, undefined],
    [{ turns: 2 }, { turns: 1 }, undefined],
    [{ turns: 2 }, { turns: 2 }, 'turns'],
    [{ tokens: 5 }, { tokens: 9 }, 'tokens'],
    [{ toolCalls: 1 }, { toolCalls: 1 }, 'toolCalls'],
    [{ audioMinutes: 0.5 }, { audioMinutes: 0.49 }, undefined],
    [{ audioMinutes: 0.5 }, { audioMinutes: 0.5 }, 'audioMinutes'],
    [{ turns: 0 }, {}, 'turns'],
  ])('%j after %j', (limits, spent, want) => {
    const budget = new Budget('user', limits)
    budget.spend(spent)
    expect(budget.exhausted).toBe(want)
  })
})

describe('the budgets of a server', () => {
  const scopes = (budgets: Budget[]) => budgets.map(({ scope }) => scope)

  it('are the session, its user and its app', () => {
    const book = new BudgetLedger(
      { session: { turns: 1 }, user: { turns: 1 }, app: { turns: 1 } },
      { clock: systemClock },
    )
    expect(scopes(book.open({ userId: 'u', appId: undefined }))).toEqual(['session', 'user', 'app'])
    expect(scopes(book.open({ userId: undefined, appId: 'a' }))).toEqual(['session', 'app'])
  })

  it('are shared by the sessions of a user, of an app, and by nobody else', () => {
    const book = new BudgetLedger(
      { session: { turns: 1 }, user: { turns: 1 }, app: { turns: 1 } },
      { clock: systemClock },
    )
    const [session, user, app] = book.open({ userId: 'u', appId: 'a' })
    expect(book.open({ userId: 'u', appId: 'b' })[1]).toBe(user)
    expect(book.open({ userId: 'v', appId: 'a' })[2]).toBe(app)
    expect(book.open({ userId: 'u', appId: 'a' })[0]).not.toBe(session)
    expect(book.open({ userId: 'v', appId: 'b' }).slice(1)).not.toContain(user)
  })

  it('may differ by app; ids that mean one app share its budget', () => {
    const book = new BudgetLedger(
      (appId) => (appId === 'shop' ? { app: { turns: 2 } } : { app: { turns: 1 }, countedAs: '' }),
      { clock: systemClock },
    )
    const [anybody] = book.open({ userId: undefined, appId: undefined })
    expect(book.open({ userId: undefined, appId: 'made-up' })[0]).toBe(anybody)
    const [shop] = book.open({ userId: undefined, appId: 'shop' })
    expect(shop).not.toBe(anybody)
    shop!.spend({ turns: 1 })
    expect(shop!.exhausted).toBeUndefined()
  })

  it('span the apps that say the same about users', () => {
    const book = new BudgetLedger((appId) => ({ user: { turns: appId === 'other' ? 9 : 1 } }), {
      clock: systemClock,
    })
    const [one] = book.open({ userId: 'u', appId: 'a' })
    expect(book.open({ userId: 'u', appId: 'b' })[0]).toBe(one)
    expect(book.open({ userId: 'u', appId: 'other' })[0]).not.toBe(one)
  })
})

describe('the budgets of several servers, when their store is back', () => {
  /** A store that is slow, and counts what waits for its answer. */
  function slowStore() {
    let onUp = () => {}
    let waiting: (() => void)[] = []
    const store = {
      most: 0,
      told: [] as { name: string; change: SumChange }[],
      up: () => onUp(),
      async answer() {
        const now = waiting
        waiting = []
        for (const go of now) go()
        await settle()
        return now.length > 0
      },
      counters: {
        onUp(listener: () => void) {
          onUp = listener
        },
        async add(name: string, change: SumChange) {
          store.told.push({ name, change })
          await new Promise<void>((resolve) => {
            store.most = Math.max(store.most, waiting.push(resolve))
          })
          return change.add
        },
      } as unknown as Counters,
    }
    return store
  }

  it('are told some at a time, and only those of which something was used', async () => {
    const store = slowStore()
    const book = new BudgetLedger({ user: { turns: 9 } }, { clock: systemClock, counters: store.counters })
    const users = Array.from({ length: 1_000 }, (_, at) => `user-${at}`)
    for (const [at, userId] of users.entries()) {
      const [budget] = book.open({ userId, appId: undefined })
      if (at % 2 === 0) budget!.spend({ turns: 1 })
    }
    while (await store.answer());
    store.told.length = 0
    store.most = 0
    store.up()
    while (await store.answer());
    expect(store.told.map(({ change }) => change.atLeast.turns)).toEqual(Array(500).fill(1))
    expect(store.most).toBeLessThanOrEqual(100)
  })
})
