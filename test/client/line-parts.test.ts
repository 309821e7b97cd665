import { describe, expect, it } from 'vitest'
import { Heartbeat } from '../../src/client/heartbeat.js'
import { newUuid } from '../../src/client/ids.js'
import { eventsToRestore } from '../../src/client/outgoing.js'
import { backoffMs, refusalBy } from '../../src/client/reconnecting-connection.js'
import { SessionMemory } from '../../src/client/resume-token-store.js'
import type { MessageView, ToolView } from '../../src/client/state.js'
import { Unconfirmed } from '../../src/client/unconfirmed.js'
import type { ServerEvent } from '../../src/protocol/events.js'
import { VirtualClock } from '../../src/testing/virtual-clock.js'

describe('the wait before a try', () => {
  it.each([
    [1, 1, 1_000],
    [1, 0.25, 250],
    [1, 0, 0],
    [4, 1, 8_000],
    [30, 1, 30_000],
  ])('number %i, chance %d: %i ms', (attempt, random, want) => {
    expect(backoffMs(attempt, { firstMs: 1_000, random })).toBe(want)
  })
})

describe('the end of a line', () => {
  it.each([
    [1006, '', undefined],
    [1001, '', undefined],
    [1012, 'restart', undefined],
    [1013, 'overload', undefined],
    [1008, 'replaced', 'replaced'],
    [1008, 'policy', 'refused'],
    [1000, 'idle', 'ended'],
  ])('%i %s', (code, reason, want) => {
    expect(refusalBy({ code, reason })?.code).toBe(want)
  })
})

describe('a heartbeat', () => {
  function beating(intervalMs = 30_000) {
    const clock = new VirtualClock()
    const seen = { pings: 0, deaths: 0, queued: 0, pingBytes: 0 }
    const heartbeat = new Heartbeat({
      ...{ clock, intervalMs },
      ping: () => {
        seen.pings += 1
        seen.queued += seen.pingBytes
      },
      queuedBytes: () => seen.queued,
      onDead: () => {
        seen.deaths += 1
      },
    })
    heartbeat.start()
    return { clock, seen, heartbeat }
  }

  it('asks a silent line once, and takes it for dead when nothing comes', async () => {
    const { clock, seen } = beating()
    await clock.advance(30_000)
    expect(seen).toMatchObject({ pings: 1, deaths: 0 })
    await clock.advance(30_000)
    expect(seen).toMatchObject({ pings: 1, deaths: 1 })
  })

  it('does not ask a line on which anything comes', async () => {
    const { clock, seen, heartbeat } = beating()
    for (let at = 0; at < 10; at += 1) {
      await clock.advance(29_000)
      heartbeat.traffic()
    }
    expect(seen).toMatchObject({ pings: 0, deaths: 0 })
  })

  it('takes a line that is still getting rid of its bytes for busy', async () => {
    const { clock, seen } = beating()
    seen.queued = 1_000_000
    await clock.advance(30_000)
    for (let at = 0; at < 5; at += 1) {
      seen.queued -= 1_000
      await clock.advance(30_000)
    }
    expect(seen.deaths).toBe(0)
  })

  it('takes a line for dead that sends nothing but its own pings', async () => {
    const { clock, seen, heartbeat } = beating()
    seen.pingBytes = 40
    heartbeat.check(4_000)
    seen.queued = 0
    await clock.advance(4_000)
    expect(seen).toMatchObject({ pings: 1, deaths: 1 })
  })

  it('asks once more when the bytes before its ping were sent, and is not deceived by them twice', async () => {
    const { clock, seen, heartbeat } = beating()
    seen.queued = 500
    heartbeat.check(4_000)
    seen.queued = 0
    await clock.advance(4_000)
    expect(seen).toMatchObject({ pings: 2, deaths: 0 })
    await clock.advance(4_000)
    expect(seen).toMatchObject({ pings: 2, deaths: 1 })
  })

  it('asks again when its timer came far too late', () => {
    let now = 0
    let due = () => {}
    let deaths = 0
    let pings = 0
    const clock = {
      now: () => now,
      schedule: (callback: () => void) => {
        due = callback
        return () => {}
      },
    }
    const heartbeat = new Heartbeat({
      ...{ clock, intervalMs: 1_000, queuedBytes: () => 0 },
      ping: () => {
        pings += 1
      },
      onDead: () => {
        deaths += 1
      },
    })
    heartbeat.check(1_000)
    now = 3_600_000
    due()
    expect({ deaths, pings }).toEqual({ deaths: 0, pings: 2 })
    now += 1_000
    due()
    expect(deaths).toBe(1)
  })

  it('is off with an interval of 0', async () => {
    const { clock, seen } = beating(0)
    await clock.advance(1_000_000)
    expect(seen.pings).toBe(0)
  })
})

describe('events that are not confirmed', () => {
  const event = { type: 'response.create' } as const

  const pong = (t: number) => ({ type: 'voice.pong', event_id: 'e', t }) as const

  it('are those sent after the last ping that was answered', () => {
    const unconfirmed = new Unconfirmed()
    const [one, two] = [unconfirmed.add(event), unconfirmed.add(event)]
    const { count } = unconfirmed
    const three = unconfirmed.add(event)
    expect(unconfirmed.all).toEqual([one, two, three])
    unconfirmed.follow(pong(count))
    unconfirmed.follow(pong(count))
    expect(unconfirmed.all).toEqual([three])
  })

  it.each([-1, 0, 0.5, 1e9])('survive the pong %d of a server that counts wrong', (t) => {
    const unconfirmed = new Unconfirmed()
    unconfirmed.add(event)
    unconfirmed.follow(pong(t))
    const later = unconfirmed.add(event)
    expect(unconfirmed.all.at(-1)).toBe(later)
    unconfirmed.follow(pong(unconfirmed.count))
    expect(unconfirmed.all).toEqual([])
  })

  it('are confirmed by what the server does, with those sent before', () => {
    const unconfirmed = new Unconfirmed()
    const say = (id: string) =>
      unconfirmed.add({
        type: 'conversation.item.create',
        item: { id, type: 'message', role: 'user', content: [] },
      })
    const ask = () => unconfirmed.add({ type: 'response.create' })
    const added = (id: string) =>
      unconfirmed.follow({ type: 'conversation.item.added', item: { id } } as ServerEvent)
    say('a')
    const [first, b, second] = [ask(), say('b'), ask()]
    added('a')
    added('x')
    expect(unconfirmed.all).toEqual([first, b, second])
    unconfirmed.follow({ type: 'response.created', response: {} } as ServerEvent)
    expect(unconfirmed.all).toEqual([b, second])
    added('b')
    expect(unconfirmed.all).toEqual([second])
  })

  it('are a hundred at most', () => {
    const unconfirmed = new Unconfirmed()
    for (let at = 0; at < 100; at += 1) unconfirmed.add(event)
    expect(() => unconfirmed.add(event)).toThrow(expect.objectContaining({ code: 'queue-full' }))
  })
})

describe('what a server that has forgotten is told', () => {
  const message = (id: string, role: 'user' | 'assistant', text: string): MessageView => ({
    ...{ kind: 'message', id, role, text, partial: false, interrupted: false },
  })

  it('is the words, with their ids, without those on their way', () => {
    const items = [
      message('a', 'user', 'Hi'),
      message('b', 'assistant', 'Hello'),
      message('c', 'user', 'And?'),
    ]
    expect(eventsToRestore(items, new Set(['c']))).toMatchObject([
      { item: { id: 'a', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] } },
      { item: { id: 'b', role: 'assistant', content: [{ type: 'output_text', text: 'Hello' }] } },
    ])
  })

  it('is also which calls ran, so that none is repeated', () => {
    const call = (name: string, status: ToolView['status'], output: string | null): ToolView => ({
      ...{ kind: 'tool', id: name, name, input: '{"id":7}', output, status, startedAt: null, ms: null },
    })
    const items = [
      message('a', 'user', 'Pay'),
      call('pay', 'done', '{"paid":true}'),
      call('send', 'running', null),
    ]
    const note = eventsToRestore(items, new Set()).at(-1)
    expect(note).toMatchObject({ item: { role: 'system' } })
    expect(JSON.stringify(note)).toMatch(/Repeat none.*pay .*it is done.*paid.*send .*outcome is not known/)
  })

  it('is the end of a long conversation', () => {
    const items = Array.from({ length: 100 }, (_, at) => message(`m${at}`, 'user', 'x'.repeat(5_000)))
    expect(eventsToRestore(items, new Set())).toHaveLength(12)
  })
})

describe('what outlives a reload', () => {
  it('is kept in the storage, and in the page where that is forbidden', () => {
    const kept = new Map<string, string>()
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    new SessionMemory(store).write('session-1', 'token')
    expect(new SessionMemory(store).read('session-1')).toBe('token')
    const refuse = () => {
      throw new Error('forbidden')
    }
    const memory = new SessionMemory({ getItem: refuse, setItem: refuse })
    memory.current = 'session-2'
    expect([memory.current, memory.read('session-2')]).toEqual(['session-2', undefined])
  })
})

it('makes UUIDs of version 4', () => {
  const ids = Array.from({ length: 50 }, newUuid)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(ids).size).toBe(50)
})
