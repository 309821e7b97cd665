import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SharedBudget } from '../../../src/server/sessions/shared-budget.js'
import type { Counters, SumChange, Sums } from '../../../src/server/sessions/store.js'
import { settle, VirtualClock } from '../../../src/testing/virtual-clock.js'

/** A store that answers when it is told to, can be away, and can lose its answers. */
class SlowStore {
  sums: Record<string, number> = {}
  isAway = false
  losesAnswers = false
  readonly told: Sums[] = []
  #last = new Map<object, string>()
  #waiting: (() => void)[] = []

  /** As one of its servers sees it. */
  forServer(): Counters {
    const server = {}
    const add: Counters['add'] = (_name, change) => this.#add(server, change)
    return { add } as Counters
  }

  async #add(server: object, { id, add, atLeast }: SumChange): Promise<Sums> {
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
    if (this.isAway) throw new Error('away')
    this.told.push(add)
    const isNew = this.#last.get(server) !== id
    this.#last.set(server, id)
    for (const [field, amount] of Object.entries(add))
      this.sums[field] = Math.max(this.sums[field] ?? 0, atLeast[field] ?? 0) + (isNew ? amount : 0)
    if (this.losesAnswers) throw new Error('no answer')
    return { ...this.sums }
  }

  forget(): void {
    this.sums = {}
    this.#last.clear()
  }

  async answer(): Promise<void> {
    for (const go of this.#waiting.splice(0)) go()
    await settle()
  }
}

function start(limits = { turns: 100 }) {
  const store = new SlowStore()
  const clock = new VirtualClock(0)
  const make = () =>
    new SharedBudget({ scope: 'user', limits, name: 'user u', counters: store.forServer(), clock })
  return { store, clock, make }
}

describe('a budget that several servers spend of', () => {
  it('tells what was spent while it was telling with the next time, and never twice', async () => {
    const { store, make } = start()
    const budget = make()
    budget.spend({ turns: 1 })
    budget.spend({ turns: 1 })
    budget.spend({ turns: 1, tokens: 5 })
    expect(budget.used.turns).toBe(3)
    await store.answer()
    await store.answer()
    expect(store.told.map(({ turns }) => turns)).toEqual([1, 2])
    expect(budget.used).toMatchObject({ turns: 3, tokens: 5 })
  })

  it('tells at once, and then once a second', async () => {
    const { store, clock, make } = start()
    const budget = make()
    for (let frame = 0; frame < 60; frame += 1) {
      budget.spend({ audioMinutes: 0.01 })
      await clock.advance(20)
      await store.answer()
    }
    expect(store.told).toHaveLength(2)
    expect(budget.used.audioMinutes).toBeCloseTo(0.6)
  })

  it('tells a second time what was not answered, and it counts once', async () => {
    const { store, clock, make } = start()
    const [here, there] = [make(), make()]
    here.spend({ turns: 3 })
    store.losesAnswers = true
    await store.answer()
    store.losesAnswers = false
    there.spend({ turns: 1 })
    await store.answer()
    here.spend({ turns: 1 })
    await clock.advance(1_000)
    await store.answer()
    await store.answer()
    expect(store.told.map(({ turns }) => turns)).toEqual([3, 1, 3, 1])
    expect(store.sums.turns).toBe(5)
    expect(here.used.turns).toBe(5)
  })

  it('begins afresh when the store has forgotten it', async () => {
    const { store, make } = start({ turns: 1 })
    const budget = make()
    budget.spend({ turns: 1 })
    await store.answer()
    expect(budget.exhausted).toBe('turns')
    store.forget()
    void budget.exchange()
    await store.answer()
    expect(budget.exhausted).toBeUndefined()
  })

  it('loses and doubles nothing, whatever happens to the store', async () => {
    const spending = fc.record({ at: fc.nat(1), turns: fc.integer({ min: 1, max: 3 }) })
    const deed = fc.oneof(spending, fc.constantFrom('away', 'deaf', 'emptied', 'answer'))
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 30 }), async (deeds) => {
        const { store, make } = start()
        const servers = [make(), make()]
        let spent = 0
        const back = async () => {
          store.isAway = false
          store.losesAnswers = false
          for (const server of servers) {
            server.assumeLoss()
            void server.exchange()
          }
          for (let times = 0; times < 4; times += 1) await store.answer()
        }
        for (const one of deeds) {
          if (one === 'answer') await store.answer()
          else if (one === 'away') store.isAway = true
          else if (one === 'deaf') store.losesAnswers = true
          else if (one === 'emptied') {
            await back()
            store.forget()
            await back()
          } else if (typeof one === 'object') {
            spent += one.turns
            servers[one.at]!.spend({ turns: one.turns })
          }
        }
        await back()
        await back()
        expect(store.sums.turns ?? 0).toBe(spent)
        expect(servers.map(({ used }) => used.turns)).toEqual([spent, spent])
      }),
      { seed: 7, numRuns: process.env.VOICE_TEST_FULL === '1' ? 2_000 : 100 },
    )
  })
})
