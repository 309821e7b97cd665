import { describe, expect, it } from 'vitest'
import { MAX_WAITING, SlotPool, sharedPrefix } from '../../../../src/server/providers/local/slot-pool.js'

interface Fake {
  id: number
  contextTokens: number[]
}

const pool = (count: number) => {
  const states: Fake[] = Array.from({ length: count }, (_, id) => ({ id, contextTokens: [] }))
  return { states, slots: new SlotPool(states, { model: 'local/fake' }) }
}

const signal = new AbortController().signal

/** Uses a state as a model would: afterwards it has read these tokens. */
const read = (slots: SlotPool<Fake>, tokens: number[]) =>
  slots.use(tokens, {
    signal,
    work: async (state) => {
      state.contextTokens = tokens
      return state.id
    },
  })

/** Work that lasts until it is let go. */
function held(slots: SlotPool<Fake>, tokens: number[], from: AbortSignal = signal) {
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  let began = false
  const done = slots.use(tokens, {
    signal: from,
    work: async (state) => {
      began = true
      await gate
      return state.id
    },
  })
  return { done, release, began: () => began }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('SlotPool', () => {
  it('says how many work and how many wait', async () => {
    const { slots } = pool(2)
    const all = [1, 2, 3].map((token) => held(slots, [token]))
    await settled()
    expect(slots.load).toEqual({ slots: 2, busy: 2, waiting: 1 })
    for (const { release } of all) release()
    await Promise.all(all.map(({ done }) => done))
    expect(slots.load).toEqual({ slots: 2, busy: 0, waiting: 0 })
  })

  it('gives a conversation the state that has read it', async () => {
    const { slots } = pool(3)
    const first = await read(slots, [1, 2, 3, 4])
    const second = await read(slots, [1, 9, 9, 9])
    expect(second).not.toBe(first)
    expect(await read(slots, [1, 2, 3, 4, 5, 6])).toBe(first)
    expect(await read(slots, [1, 9, 9, 9, 8])).toBe(second)
  })

  it('takes the state that was not used for longest for a new one', async () => {
    const { slots } = pool(2)
    const oldest = await read(slots, [1, 1, 1])
    await read(slots, [2, 2, 2])
    expect(await read(slots, [3, 3, 3])).toBe(oldest)
  })

  it('lets those wait who find none, in line', async () => {
    const { slots } = pool(1)
    const one = held(slots, [1])
    const two = held(slots, [2])
    const three = held(slots, [3])
    await settled()
    expect([one.began(), two.began(), three.began()]).toEqual([true, false, false])
    one.release()
    await one.done
    await settled()
    expect([two.began(), three.began()]).toEqual([true, false])
    two.release()
    three.release()
    await Promise.all([two.done, three.done])
  })

  it('frees a state when its work fails', async () => {
    const { slots } = pool(1)
    const failing = slots.use([1], { signal, work: () => Promise.reject(new Error('broken')) })
    await expect(failing).rejects.toThrow('broken')
    expect(await read(slots, [2])).toBe(0)
  })

  it('forgets who goes away while waiting', async () => {
    const { slots } = pool(1)
    const one = held(slots, [1])
    const leaving = new AbortController()
    const two = held(slots, [2], leaving.signal)
    const three = held(slots, [3])
    leaving.abort(new Error('gone'))
    await expect(two.done).rejects.toThrow('gone')
    one.release()
    three.release()
    expect(await three.done).toBe(0)
    expect(two.began()).toBe(false)
  })

  it('says so at once when the line is full', async () => {
    const { slots } = pool(1)
    const one = held(slots, [1])
    const line = Array.from({ length: MAX_WAITING }, (_, at) => held(slots, [at]))
    await expect(read(slots, [99])).rejects.toMatchObject({ failure: 'rate-limited' })
    for (const { release } of [one, ...line]) release()
    await Promise.all(line.map(({ done }) => done))
  })
})

describe('sharedPrefix', () => {
  it.each([
    [[], [], 0],
    [[1, 2], [1, 2, 3], 2],
    [[1, 2], [1, 3], 1],
    [[1], [2], 0],
  ])('%j and %j share %i', (one, other, count) => expect(sharedPrefix(one, other)).toBe(count))
})
