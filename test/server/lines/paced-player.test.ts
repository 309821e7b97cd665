import { beforeEach, describe, expect, it } from 'vitest'
import { type LineFrame, PacedPlayer } from '../../../src/server/lines/paced-player.js'
import type { AudioFormat } from '../../../src/server/speech/audio/audio-format.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'

const START = 1_000
const at = (itemId: string, replyId = 'reply') => ({ itemId, replyId })

let clock: VirtualClock
let frames: (LineFrame & { at: number })[]
let events: string[]
let counted: number

function create(format: AudioFormat = 'audio/pcmu', leadMs?: number): PacedPlayer {
  return new PacedPlayer({
    format,
    leadMs,
    clock,
    memory: { fits: () => true, close() {}, add: (bytes) => (counted += bytes) },
    onFrame: (frame) => frames.push({ ...frame, at: clock.now() - START }),
    onStarted: (id) => events.push(`started ${id}`),
    onStopped: (id) => events.push(`stopped ${id}`),
    onCleared: (id) => events.push(`cleared ${id}`),
  })
}

const bytes = (ms: number, value = 1) => new Uint8Array(ms * 8).fill(value)

beforeEach(() => {
  clock = new VirtualClock(START)
  frames = []
  events = []
  counted = 0
})

describe('a paced player', () => {
  it('hands out one frame each 20 ms, however the audio was cut', async () => {
    const player = create()
    for (const ms of [7, 50, 3, 40]) player.play(bytes(ms), at('a'))
    await clock.advance(1_000)
    expect(frames.map((frame) => frame.at)).toEqual([0, 20, 40, 60, 80])
    expect(frames.map(({ endMs }) => endMs)).toEqual([20, 40, 60, 80, 100])
    expect(frames.map(({ first }) => first)).toEqual([true, false, false, false, false])
    expect(player.queuedMs).toBe(0)
    expect(counted).toBe(0)
  })

  it.each([
    [24_000, 960, 0],
    ['audio/pcmu', 160, 0xff],
    ['audio/pcma', 160, 0xd5],
  ] as const)('fills the last frame of a message in %s with silence', async (format, size, silence) => {
    const player = create(format)
    player.play(new Uint8Array(size / 2).fill(1), at('a'))
    await clock.advance(100)
    expect(frames).toEqual([])
    player.endMessage('a')
    await clock.advance(100)
    expect(frames[0]!.audio).toEqual(
      Uint8Array.from({ length: size }, (_, place) => (place < size / 2 ? 1 : silence)),
    )
    expect(player.playedMs('a')).toBe(10)
  })

  it('starts again at once after a gap, and marks the frame', async () => {
    const player = create()
    player.play(bytes(20), at('a'))
    await clock.advance(505)
    player.play(bytes(40), at('a'))
    await clock.advance(100)
    expect(frames.map((frame) => [frame.at, frame.first])).toEqual([
      [0, true],
      [505, true],
      [525, false],
    ])
  })

  it('tells when a reply starts and when its last frame was sent', async () => {
    const player = create()
    player.play(bytes(40), at('a', 'one'))
    player.endMessage('a')
    player.endReply('one')
    player.play(bytes(20), at('b', 'two'))
    await clock.advance(30)
    expect(events).toEqual(['started one', 'stopped one'])
    await clock.advance(100)
    expect(events).toEqual(['started one', 'stopped one', 'started two'])
    player.endMessage('b')
    player.endReply('two')
    expect(events.at(-1)).toBe('stopped two')
  })

  it('keeps its position while it is paused', async () => {
    const player = create()
    player.play(bytes(200), at('a'))
    await clock.advance(50)
    player.pause()
    await clock.advance(5_000)
    expect([player.playedMs('a'), player.queuedMs]).toEqual([60, 140])
    player.resume()
    await clock.advance(1_000)
    expect(player.playedMs('a')).toBe(200)
  })

  it('discards what waits, and still knows what was played', async () => {
    const player = create()
    player.play(bytes(1_000), at('a'))
    await clock.advance(110)
    player.clear()
    await clock.advance(1_000)
    expect(frames).toHaveLength(6)
    expect([player.playedMs('a'), player.queuedMs, counted]).toEqual([120, 0, 0])
    expect(events).toEqual(['started reply', 'cleared reply'])
    player.clear()
    expect(events).toHaveLength(2)
  })

  it('follows the positions that the far end reports', async () => {
    const player = create()
    player.play(bytes(1_000), at('a'))
    await clock.advance(410)
    expect(player.playedMs('a')).toBe(420)
    player.heard('a', 100)
    expect(player.playedMs('a')).toBe(100)
    await clock.advance(200)
    expect(player.playedMs('a')).toBe(300)
    await clock.advance(2_000)
    expect(player.playedMs('a')).toBe(400)
    expect(player.playedMs('b')).toBeUndefined()
  })

  it('fills the buffer of the far end first, and knows what was played from it', async () => {
    const player = create('audio/pcmu', 200)
    player.play(bytes(2_000), at('a'))
    await clock.advance(0)
    expect(frames).toHaveLength(11)
    await clock.advance(400)
    expect(frames).toHaveLength(31)
    expect(player.playedMs('a')).toBe(420)
    player.clear()
    player.play(bytes(1_000), at('b', 'next'))
    await clock.advance(20)
    expect(player.playedMs('b')).toBe(20)
    expect(frames.filter(({ itemId }) => itemId === 'b')).toHaveLength(11)
  })

  it('catches up by at most 100 ms when its timer comes late', () => {
    let run = () => {}
    let now = START
    const late = {
      now: () => now,
      schedule: (callback: () => void) => {
        run = callback
        return () => {}
      },
    }
    clock = late as unknown as VirtualClock
    create().play(bytes(1_000), at('a'))
    now += 1_000
    run()
    expect(frames).toHaveLength(6)
  })
})
