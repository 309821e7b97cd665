import { beforeEach, describe, expect, it } from 'vitest'
import { replayLimits } from '../../../src/server/defaults.js'
import { eventNumber, Outbox, type OutboxEntry } from '../../../src/server/realtime/outbox.js'

let outbox: Outbox
let read: number[]
beforeEach(() => {
  outbox = new Outbox()
  read = []
})

const reader = (entry: OutboxEntry) => void read.push(entry.number)
const say = (times = 1) => {
  for (let count = 0; count < times; count += 1) outbox.emit({ type: 'session.updated' } as never)
}
const frame = (bytes: number) => outbox.emitFrame(new Uint8Array(bytes))
const numbers = (entries: OutboxEntry[] | undefined) => entries?.map(({ number }) => number)
/** Holds the outbox and writes down what the holder is told. */
const hold = () => {
  const told: string[] = []
  outbox.hold({
    waits: () => told.push('waits'),
    hasPiece: () => {},
    overflows: () => told.push('overflows'),
  })
  return told
}

describe('events', () => {
  it('are numbered from 1 without gaps, frames too', () => {
    const seen: OutboxEntry[] = []
    outbox.attach((entry) => seen.push(entry))
    outbox.emit({ type: 'session.updated' } as never)
    outbox.emit({ type: 'voice.pong', t: 1 } as never)
    frame(2)
    expect(seen).toEqual([
      { number: 1, extension: false, data: '{"event_id":"event_1","type":"session.updated"}' },
      { number: 2, extension: true, data: '{"event_id":"event_2","type":"voice.pong","t":1}' },
      { number: 3, extension: true, isPiece: true, data: new Uint8Array(2) },
    ])
    expect(outbox.last).toBe(3)
  })

  it('go to the last reader only, until it stops', () => {
    const stopFirst = outbox.attach(() => read.push(0))
    const stop = outbox.attach(reader)
    say()
    stopFirst()
    say()
    stop()
    say()
    expect(read).toEqual([1, 2])
    expect(numbers(outbox.since(0))).toEqual([1, 2, 3])
  })

  it('are shown to a watcher at once, also while they wait', () => {
    const watched: number[] = []
    outbox.watch(({ number }) => watched.push(number))
    outbox.attach(reader)
    say()
    hold()
    say()
    expect(watched).toEqual([1, 2])
    expect(read).toEqual([1])
  })
})

describe('what was missed', () => {
  it.each<[number, number[] | undefined]>([
    [0, [1, 2, 3]],
    [2, [3]],
    [3, []],
    [4, undefined],
  ])('after number %i', (number, want) => {
    say(3)
    expect(numbers(outbox.since(number))).toEqual(want)
  })

  it('is nothing before the first event', () => {
    expect(outbox.oldest).toBe(1)
    expect(outbox.since(0)).toEqual([])
  })

  it(`is kept for ${replayLimits.events} events, and unknown beyond`, () => {
    say(replayLimits.events)
    expect(outbox.oldest).toBe(1)
    say()
    expect(outbox.oldest).toBe(2)
    expect(outbox.since(0)).toBeUndefined()
    expect(outbox.since(1)).toHaveLength(replayLimits.events)
  })

  it('is kept up to 4 MB, of which the last byte still fits', () => {
    const half = replayLimits.bytes / 2
    expect(replayLimits.bytes).toBe(4_194_304)
    frame(half)
    frame(half)
    expect(outbox.oldest).toBe(1)
    frame(1)
    expect(outbox.oldest).toBe(2)
    frame(half - 1)
    expect(outbox.oldest).toBe(2)
    frame(1)
    expect(outbox.oldest).toBe(3)
  })

  it('is nothing when a single event is larger than all that is kept', () => {
    frame(replayLimits.bytes + 1)
    expect(outbox.oldest).toBe(2)
    expect(outbox.since(0)).toBeUndefined()
    expect(outbox.since(1)).toEqual([])
  })
})

describe('a held outbox', () => {
  it('lets entries out by their numbers, and none that waits is given to a client that returns', () => {
    outbox.attach(reader)
    say()
    const told = hold()
    say(3)
    expect(told).toEqual(['waits', 'waits', 'waits'])
    expect(read).toEqual([1])
    expect(numbers(outbox.since(0))).toEqual([1])
    expect(numbers(outbox.keptAfter(1))).toEqual([2, 3, 4])
    outbox.release(3)
    expect(read).toEqual([1, 2, 3])
    expect(numbers(outbox.since(0))).toEqual([1, 2, 3])
    outbox.free()
    say()
    expect(read).toEqual([1, 2, 3, 4, 1_000_005])
    expect(numbers(outbox.since(4))).toEqual([1_000_005])
  })

  it('lets pieces of text and audio out at once, but not before an event that waits', () => {
    outbox.attach(reader)
    const told = hold()
    frame(1)
    expect([read, told]).toEqual([[1], []])
    say()
    frame(1)
    frame(1)
    say()
    frame(1)
    expect([read, told]).toEqual([[1], ['waits', 'waits']])
    outbox.release(2)
    expect(read).toEqual([1, 2, 3, 4])
    outbox.release(5)
    expect(read).toEqual([1, 2, 3, 4, 5, 6])
  })

  it(`overflows with one more than ${replayLimits.events} events`, () => {
    const told = hold()
    say(replayLimits.events)
    expect(told).not.toContain('overflows')
    say()
    expect(told.at(-1)).toBe('overflows')
  })

  it('overflows with one byte more than is kept, and counts what left', () => {
    const told = hold()
    say()
    const size = JSON.stringify({ event_id: 'event_1', type: 'session.updated' }).length
    frame(replayLimits.bytes - size)
    expect(told).toEqual(['waits'])
    frame(1)
    expect(told).toEqual(['waits', 'overflows'])
    outbox.release(1)
    say()
    frame(replayLimits.bytes - size)
    frame(1)
    expect(told).toEqual(['waits', 'overflows', 'waits', 'overflows'])
  })
})

describe('an outbox that moved', () => {
  it('goes on from what another server has said', () => {
    say(3)
    const moved = new Outbox()
    moved.restore(outbox.keptAfter(1), 3)
    moved.attach(reader)
    moved.emit({ type: 'session.updated' } as never)
    expect(read).toEqual([4])
    expect(moved.oldest).toBe(2)
    expect(numbers(moved.since(1))).toEqual([2, 3, 4])
  })

  it.each([
    ['a client that has got pieces that were not stored', 8, 9],
    ['a client that lacks stored events', 2, 4],
    ['a client with events from a time without a store', 1_000_007, 4],
  ])('goes on after the last event of %s', (_who, cursor, next) => {
    outbox.restore([], 3, cursor)
    outbox.attach(reader)
    say()
    expect(read).toEqual([next])
  })

  it('keeps no more than the limits of what it is given', () => {
    const entries = [1, 2, 3].map((number) => ({
      ...{ number, extension: true },
      data: new Uint8Array(replayLimits.bytes / 2),
    }))
    outbox.restore(entries, 3)
    expect(outbox.oldest).toBe(2)
  })

  it('forgets what it kept when the client is ahead', () => {
    frame(replayLimits.bytes)
    outbox.skipTo(7)
    expect([outbox.last, outbox.oldest]).toEqual([7, 8])
    expect(outbox.since(7)).toEqual([])
    expect(outbox.since(6)).toBeUndefined()
    frame(replayLimits.bytes)
    expect(numbers(outbox.since(7))).toEqual([8])
  })
})

it.each<[string, number | undefined]>([
  ['event_1', 1],
  ['event_0', 0],
  ['event_123456789012345', 123_456_789_012_345],
  ['event_1234567890123456', undefined],
  ['event_', undefined],
  ['event_1x', undefined],
  ['xevent_1', undefined],
  ['event_-1', undefined],
  ['', undefined],
])('the number of %j is %j', (id, want) => expect(eventNumber(id)).toBe(want))
