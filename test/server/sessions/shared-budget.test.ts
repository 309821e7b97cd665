import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SharedBudget } from '../../../src/server/sessions/shared-budget.js'
import type { SharedCounts, SumChange, Sums } from '../../../src/server/sessions/shared-counts.js'
import { settle, VirtualClock } from '../../../src/testing/virtual-clock.js'

/** A store that answers when it is told to, and can be away. */
class SlowStore implements Pick<SharedCounts, 'add'> {
  sums: Record<string, number> = {}
  isAway = false
  readonly told: Sums[] = []
  #waiting: (() => void)[] = []

  async add(_name: string, { add, atLeast }: SumChange): Promise<Sums> {
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
    if (this.isAway) throw new Error('away')
    this.told.push(add)
    for (const [field, amount] of Object.entries(add))
      this.sums[field] = Math.max(this.sums[field] ?? 0, atLeast[field] ?? 0) + amount
    return { ...this.sums }
  }

  async answer(): Promise<void> {
    for (const go of this.#waiting.splice(0)) go()
    await settle()
  }
}

function start(limits = { turns: 100 }) {
  const store = new SlowStore()
  const clock = new VirtualClock(0)
  const counts = store as unknown as SharedCounts
  const make = () => new SharedBudget('user', limits, { name: 'user u', counts, clock })
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

  it('tells sound once a second', async () => {
    const { store, clock, make } = start()
    const budget = make()
    for (let frame = 0; frame < 60; frame += 1) {
      budget.spend({ audioMinutes: 0.01 })
      await clock.advance(20)
      await store.answer()
    }
    expect(store.told).toHaveLength(1)
    expect(budget.used.audioMinutes).toBeCloseTo(0.6)
  })

  it('begins afresh when the store has forgotten it', async () => {
    const { store, make } = start({ turns: 1 })
    const budget = make()
    budget.spend({ turns: 1 })
    await store.answer()
    expect(budget.exhausted).toBe('turns')
    store.sums = {}
    budget.tell()
    await store.answer()
    expect(budget.exhausted).toBeUndefined()
  })

  it('loses and doubles nothing, whatever happens to the store', async () => {
    const spending = fc.record({ at: fc.nat(1), turns: fc.integer({ min: 1, max: 3 }) })
    const deed = fc.oneof(spending, fc.constantFrom('away' as const, 'emptied' as const, 'answer' as const))
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 30 }), async (deeds) => {
        const { store, make } = start()
        const servers = [make(), make()]
        let spent = 0
        const back = async () => {
          store.isAway = false
          for (const server of servers) server.tellAgain()
          for (let times = 0; times < 4; times += 1) await store.answer()
        }
        for (const one of deeds) {
          if (one === 'answer') await store.answer()
          else if (one === 'away') store.isAway = true
          else if (one === 'emptied') {
            await back()
            store.sums = {}
            await back()
          } else {
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
