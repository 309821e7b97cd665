import { describe, expect, it } from 'vitest'
import { limitFailedKeys } from '../../../src/server/http/authenticator.js'
import type { MinuteLimit } from '../../../src/server/http/minute-limit.js'
import type { Counters } from '../../../src/server/sessions/store.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'

function start(counters?: Counters) {
  const clock = new VirtualClock(1_000_000)
  return { clock, keys: limitFailedKeys({ perMinute: 3, clock, counters }) }
}

async function failTimes(keys: MinuteLimit, times: number, address = '198.51.100.1'): Promise<void> {
  for (let time = 0; time < times; time += 1) await keys.count(address)
}

describe('wrong keys', () => {
  it('are refused after so many, for the rest of the minute', async () => {
    const { clock, keys } = start()
    await failTimes(keys, 2)
    await clock.advance(20_000)
    expect(await keys.count('198.51.100.1')).toBeUndefined()
    expect(await keys.count('198.51.100.1')).toMatchObject({ status: 429, retryAfterSeconds: 40 })
    expect(await keys.count('198.51.100.2')).toBeUndefined()
    await clock.advance(40_000)
    expect(await keys.count('198.51.100.1')).toBeUndefined()
  })

  it('count for a network of IPv6', async () => {
    const { keys } = start()
    for (const host of ['1', '2', '3']) await keys.count(`2001:db8:1:2::${host}`)
    expect(await keys.count('2001:db8:1:2::4')).toBeDefined()
    expect(await keys.count('2001:db8:1:3::4')).toBeUndefined()
  })

  it('of other servers count, too, and a store that is away does no harm', async () => {
    let tick = async () => ({ count: 4, leftMs: 60_000 })
    const { keys } = start({ tick: () => tick() } as unknown as Counters)
    expect(await keys.count('198.51.100.1')).toBeDefined()
    tick = () => Promise.reject(new Error('away'))
    expect(await keys.count('198.51.100.9')).toBeUndefined()
  })

  it('from 100,000 addresses leave 10,000 to remember', async () => {
    const { keys } = start()
    await failTimes(keys, 3, '198.51.100.1')
    for (let at = 0; at < 100_000; at += 1) void keys.count(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`)
    expect(await keys.count('198.51.100.1')).toBeUndefined()
    expect(keys.remembered).toBe(10_000)
  })
})
