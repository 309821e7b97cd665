import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/ports.js'
import { Quota } from '../../../src/server/http/quota.js'
import type { Counters, Reservation } from '../../../src/server/sessions/store.js'
import { settle, VirtualClock } from '../../../src/testing/virtual-clock.js'

/** Where two servers count places. It can be away, and what a server says can be under way until it is delivered. */
class Places {
  readonly held = new Map<string, Map<string, number>>()
  readonly told: string[] = []
  isAway = false
  isSlow = false
  most = 0
  #onUp: (() => void)[] = []
  #underWay: (() => void)[] = []

  for(server: string): Counters {
    const reserve = async (places: readonly Reservation[]) => {
      if (this.isAway) throw new Error('away')
      for (const { name, own, limit } of places) {
        const others = [...this.#of(name)].filter(([whose]) => whose !== server)
        if (others.reduce((sum, [, count]) => sum + count, own) > limit) return name
      }
      for (const { name, own } of places) this.#of(name).set(server, own)
      return undefined
    }
    const setReserved = async (name: string, own: number) => {
      if (this.isAway) throw new Error('away')
      this.told.push(name)
      if (this.isSlow)
        await new Promise<void>((resolve) => {
          this.most = Math.max(this.most, this.#underWay.push(resolve))
        })
      this.#of(name).set(server, own)
    }
    return {
      reserve,
      setReserved,
      onUp: (listener: () => void) => this.#onUp.push(listener),
    } as unknown as Counters
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
    (server) => new Quota({ connectionsPerUser }, { clock: systemClock, counters: places.for(server) }),
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

describe('a quota of one server', () => {
  const alone = (options: ConstructorParameters<typeof Quota>[0]) =>
    new Quota(options, { clock: new VirtualClock() })
  const parties = {
    same: { address: '198.51.100.1', keyId: 'k', userId: 'ann' },
    otherUser: { address: '198.51.100.1', keyId: 'k', userId: 'bob' },
    noUser: { address: '198.51.100.1', keyId: 'k', userId: undefined },
    otherKey: { address: '198.51.100.1', keyId: 'l', userId: 'ann' },
    elsewhere: { address: '198.51.100.2', keyId: 'k', userId: 'ann' },
  }
  type Name = keyof typeof parties

  it.each<[options: ConstructorParameters<typeof Quota>[0], free: Name[], full: Name[], want: object]>([
    [
      { connectionsPerUser: 2 },
      ['otherUser', 'noUser'],
      ['same', 'otherKey', 'elsewhere'],
      { status: 429, message: 'Too many connections for one user.', retryAfterSeconds: 10 },
    ],
    [
      { connectionsPerKey: 2 },
      ['otherKey'],
      ['same', 'otherUser', 'noUser', 'elsewhere'],
      { status: 429, message: 'Too many connections for one key.', retryAfterSeconds: 10 },
    ],
    [
      { connectionsPerAddress: 2 },
      ['elsewhere'],
      ['same', 'otherUser', 'noUser', 'otherKey'],
      { status: 429, message: 'Too many connections for one address.', retryAfterSeconds: 10 },
    ],
    [
      { connections: 2 },
      [],
      ['same', 'otherUser', 'noUser', 'otherKey', 'elsewhere'],
      { status: 503, message: 'The server is full. Try again later.', retryAfterSeconds: 10 },
    ],
  ])('with %j has room for two', async (options, free, full, want) => {
    const quota = alone(options)
    const releases = [await quota.take(parties.same), await quota.take(parties.same)]
    for (const name of full) expect(await quota.take(parties[name]), name).toEqual(want)
    for (const name of free) expect(await quota.take(parties[name]), name).toBeTypeOf('function')
    for (const release of releases) if (typeof release === 'function') release()
    expect(await quota.take(parties.same)).toBeTypeOf('function')
  })

  it('gets a place back once, however often it is given back', async () => {
    const quota = alone({ connectionsPerUser: 2 })
    const [first] = [await quota.take(parties.same), await quota.take(parties.same)]
    for (let time = 0; time < 3; time += 1) if (typeof first === 'function') first()
    expect(await quota.take(parties.same)).toBeTypeOf('function')
    expect(await quota.take(parties.same)).toMatchObject({ status: 429 })
  })

  it('takes no place under any limit when one of them is reached', async () => {
    const quota = alone({ connectionsPerUser: 1, connectionsPerAddress: 2 })
    await quota.take(parties.same)
    for (let time = 0; time < 5; time += 1) await quota.take(parties.same)
    expect(await quota.take(parties.otherUser)).toBeTypeOf('function')
  })

  it('counts all addresses of an IPv6 network of 64 bits as one', async () => {
    const quota = alone({ connectionsPerAddress: 1 })
    expect(await quota.take({ ...parties.same, address: '2001:db8:1:2::a' })).toBeTypeOf('function')
    expect(await quota.take({ ...parties.same, address: '2001:db8:1:2::b' })).toMatchObject({ status: 429 })
    expect(await quota.take({ ...parties.same, address: '2001:db8:1:3::a' })).toBeTypeOf('function')
  })

  it('without other limits has room for 50 connections of a user and any number of a key', async () => {
    const quota = alone({})
    for (let time = 0; time < 50; time += 1) expect(await quota.take(parties.same)).toBeTypeOf('function')
    expect(await quota.take(parties.same)).toMatchObject({ status: 429 })
    expect(await quota.take(parties.noUser)).toBeTypeOf('function')
  })
})

describe('attempts', () => {
  function counting(counters?: Partial<Counters>) {
    const clock = new VirtualClock(1_000)
    const parts = counters
      ? { clock, counters: { onUp() {}, ...counters } as unknown as Counters }
      : { clock }
    return { clock, quota: new Quota({ attemptsPerMinute: 2 }, parts) }
  }

  it('are counted for a minute from the first, by network', async () => {
    const { clock, quota } = counting()
    expect(await quota.attempt('2001:db8:1:2::1')).toBeUndefined()
    await clock.advance(45_000)
    expect(await quota.attempt('2001:db8:1:2::2')).toBeUndefined()
    expect(await quota.attempt('2001:db8:1:2::3')).toEqual({
      status: 429,
      message: 'Too many connections were tried from this address.',
      retryAfterSeconds: 15,
    })
    expect(await quota.attempt('2001:db8:1:3::1')).toBeUndefined()
    await clock.advance(15_000)
    expect(await quota.attempt('2001:db8:1:2::4')).toBeUndefined()
  })

  it('are counted by all servers together, and here while the store is away', async () => {
    let shared = async () => ({ count: 3, leftMs: 20_000 })
    const names: string[] = []
    const { quota } = counting({
      tick: (name) => {
        names.push(name)
        return shared()
      },
    })
    expect(await quota.attempt('198.51.100.1')).toMatchObject({ status: 429, retryAfterSeconds: 20 })
    shared = () => Promise.reject(new Error('away'))
    expect(await quota.attempt('198.51.100.1')).toBeUndefined()
    expect(await quota.attempt('198.51.100.1')).toMatchObject({ status: 429, retryAfterSeconds: 60 })
    expect(new Set(names)).toEqual(new Set(['attempts 198.51.100.1']))
  })

  it('have no limit unless one is set', async () => {
    const quota = new Quota({}, { clock: new VirtualClock() })
    for (let time = 0; time < 1_000; time += 1) expect(await quota.attempt('198.51.100.1')).toBeUndefined()
  })
})
