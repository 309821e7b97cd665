import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/ports.js'
import { Quota } from '../../../src/server/http/quota.js'
import type { Hold, SharedCounts } from '../../../src/server/sessions/shared-counts.js'
import { settle } from '../../../src/testing/virtual-clock.js'

/** Where two servers count places. It can be away, and what a server says can be under way until it is delivered. */
class Places {
  readonly held = new Map<string, Map<string, number>>()
  readonly told: string[] = []
  isAway = false
  isSlow = false
  most = 0
  #onUp: (() => void)[] = []
  #underWay: (() => void)[] = []

  for(server: string): SharedCounts {
    const hold = async (places: readonly Hold[]) => {
      if (this.isAway) throw new Error('away')
      for (const { name, own, limit } of places) {
        const others = [...this.#of(name)].filter(([whose]) => whose !== server)
        if (others.reduce((sum, [, count]) => sum + count, own) > limit) return name
      }
      for (const { name, own } of places) this.#of(name).set(server, own)
      return undefined
    }
    const keep = async (name: string, own: number) => {
      if (this.isAway) throw new Error('away')
      this.told.push(name)
      if (this.isSlow)
        await new Promise<void>((resolve) => {
          this.most = Math.max(this.most, this.#underWay.push(resolve))
        })
      this.#of(name).set(server, own)
    }
    return {
      hold,
      keep,
      onUp: (listener: () => void) => this.#onUp.push(listener),
    } as unknown as SharedCounts
  }

  /** What was sent last comes first, as it can when a script has to be sent again. */
  async deliver(): Promise<boolean> {
    const now = this.#underWay.splice(0).reverse()
    for (const go of now) go()
    await settle()
    return now.length > 0
  }

  async comeBack(): Promise<void> {
    this.isAway = false
    for (const listener of this.#onUp) listener()
    await settle()
  }

  #of(name: string): Map<string, number> {
    const known = this.held.get(name) ?? new Map<string, number>()
    this.held.set(name, known)
    return known
  }
}

function start(connectionsPerUser: number) {
  const places = new Places()
  const [first, second] = ['first', 'second'].map(
    (server) => new Quota({ connectionsPerUser }, { clock: systemClock, counts: places.for(server) }),
  )
  return { places, first: first!, second: second! }
}

const party = (userId: string) => ({ address: '127.0.0.1', keyId: 'key', userId })

async function take(quota: Quota, userId = 'ann'): Promise<() => void> {
  const taken = await quota.take(party(userId))
  if (typeof taken !== 'function') throw new Error(taken.message)
  return taken
}

describe('a quota of several servers', () => {
  it('has the places again that were given back while the store was away', async () => {
    const { places, first, second } = start(2)
    const releases = [await take(first), await take(first)]
    expect(await second.take(party('ann'))).toMatchObject({ status: 429 })
    places.isAway = true
    for (const release of releases) release()
    await settle()
    await places.comeBack()
    await take(second)
    await take(second)
    expect(await second.take(party('ann'))).toMatchObject({ status: 429 })
  })

  it('tells what is open now, not what was when it could not be told', async () => {
    const { places, first } = start(5)
    const release = await take(first)
    places.isAway = true
    release()
    await settle()
    places.isAway = false
    await take(first)
    await take(first)
    await places.comeBack()
    expect(places.held.get('user ann')?.get('first')).toBe(2)
  })

  it('ends with what is true, whatever overtakes what', async () => {
    const { places, first } = start(5)
    const releases = [await take(first), await take(first), await take(first)]
    places.isSlow = true
    for (const release of releases) release()
    while (await places.deliver());
    expect(places.held.get('user ann')?.get('first')).toBe(0)
  })

  it('tells a store that is back some at a time', async () => {
    const { places, first } = start(5)
    for (let at = 0; at < 500; at += 1) await take(first, `user-${at}`)
    places.isSlow = true
    await places.comeBack()
    while (await places.deliver());
    expect(places.told).toHaveLength(500)
    expect(places.most).toBeLessThanOrEqual(100)
  })
})
