import { describe, expect, it } from 'vitest'
import { JitterBuffer } from '../../../src/server/webrtc/jitter-buffer.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import { numbers } from '../../support/player.js'

function create() {
  const clock = new VirtualClock(5_000)
  const out: (number | 'lost')[] = []
  const buffer = new JitterBuffer({
    clock,
    onPacket: ([value]) => out.push(value!),
    onLost: () => out.push('lost'),
  })
  const push = (sequence: number, value = sequence) =>
    buffer.push({
      sequence: sequence & 0xffff,
      timestamp: (sequence * 960) >>> 0,
      payload: Uint8Array.of(value),
    })
  return { clock, out, push, buffer }
}

describe('a jitter buffer', () => {
  it.each([
    ['in order', [1, 2, 3], [1, 2, 3]],
    ['out of order', [1, 3, 2, 4], [1, 2, 3, 4]],
    ['twice', [1, 2, 2, 1, 3], [1, 2, 3]],
  ])('passes packets on that come %s', (_, given, want) => {
    const { out, push } = create()
    for (const sequence of given) push(sequence)
    expect(out).toEqual(want)
  })

  it('counts on across the wrap of sequence numbers', () => {
    const { out, push } = create()
    for (const [sequence, value] of [
      [65_534, 1],
      [65_536, 3],
      [65_535, 2],
      [65_537, 4],
    ] as const)
      push(sequence, value)
    expect(out).toEqual([1, 2, 3, 4])
  })

  it('gives a lost packet up after a short time, and conceals it', async () => {
    const { clock, out, push } = create()
    push(1)
    push(3)
    await clock.advance(39)
    expect(out).toEqual([1])
    await clock.advance(20)
    expect(out).toEqual([1, 'lost', 3])
    push(2)
    expect(out).toEqual([1, 'lost', 3])
  })

  it('conceals at most five packets of a long gap', async () => {
    const { clock, out, push } = create()
    push(1)
    push(60)
    await clock.advance(300)
    expect(out).toEqual([1, ...Array(5).fill('lost'), 60])
  })

  it('starts again after a jump', () => {
    const { out, push } = create()
    push(1)
    push(20_000, 7)
    push(20_001, 8)
    expect(out).toEqual([1, 7, 8])
  })

  it('keeps at most 50 packets', () => {
    const { out, push } = create()
    push(0)
    for (let sequence = 2; sequence < 60; sequence += 1) push(sequence)
    expect(out.slice(0, 3)).toEqual([0, 'lost', 2])
  })

  it('survives 200 ms of jitter and a loss of 5 %, in order', async () => {
    const { clock, out, push, buffer } = create()
    const random = numbers(7)
    const total = 200
    let dropped = 0
    for (let sequence = 0; sequence < total; sequence += 1) {
      if (sequence > 20 && random() < 0.05) dropped += 1
      else clock.schedule(() => push(sequence), sequence * 20 + random() * 200)
    }
    await clock.advance(total * 20 + 1_000)
    const heard = out.filter((value) => value !== 'lost')
    expect(heard).toEqual([...heard].sort((a, b) => a - b))
    // A few packets come later than what the buffer has learned to wait for.
    expect(heard.length).toBeGreaterThan((total - dropped) * 0.95)
    expect(out.length).toBeGreaterThan(total * 0.98)
    buffer.close()
    expect(clock.pending).toBe(0)
  })
})
