import { describe, expect, it } from 'vitest'
import { levelOf } from '../../../src/client/audio/level.js'
import { microphoneStateOf } from '../../../src/client/audio/microphone-state.js'
import { PlayQueue } from '../../../src/client/audio/play-queue.js'

const error = (name: string, message = '') => Object.assign(new Error(message), { name })

describe('why there is no microphone', () => {
  it.each([
    [error('NotAllowedError', 'Permission denied'), 'denied', 'denied'],
    [error('NotAllowedError', 'Permission dismissed'), 'prompt', 'dismissed'],
    [error('NotAllowedError'), 'prompt', 'dismissed'],
    [error('NotAllowedError'), undefined, 'denied'],
    [error('SecurityError'), undefined, 'denied'],
    [error('NotFoundError'), 'granted', 'missing'],
    [error('OverconstrainedError'), 'granted', 'missing'],
    [error('NotReadableError'), 'granted', 'busy'],
    [error('AbortError'), 'granted', 'busy'],
    [error('TypeError'), undefined, 'unsupported'],
    ['no error', undefined, 'unsupported'],
  ] as const)('%s, %s: %s', (thrown, permission, want) => {
    expect(microphoneStateOf(thrown, permission)).toBe(want)
  })
})

it.each([
  [0, 0],
  [30, 0],
  [1_000, 0.4],
  [32_767, 1],
])('calls samples of %i as loud as %d', (sample, want) => {
  expect(levelOf(new Int16Array(480).fill(sample), 32_768)).toBeCloseTo(want, 1)
})

describe('sound that waits to be played', () => {
  const queueAt = (device: number) => new PlayQueue({ wire: 24_000, device })
  const pull = (queue: PlayQueue, ms: number, rate = 24_000) => {
    const blocks = Array.from({ length: Math.ceil((ms * rate) / 1000 / 128) }, () => {
      const block = new Float32Array(128)
      queue.pull(block)
      return [...block]
    })
    return blocks.flat()
  }
  const ramp = (length: number) => Int16Array.from({ length }, (_, at) => at + 1)

  it('waits until there is enough, then comes whole and in order', () => {
    const queue = queueAt(24_000)
    queue.push('a', ramp(1_200))
    expect(pull(queue, 20).every((sample) => sample === 0)).toBe(true)
    queue.push('a', ramp(1_200))
    const heard = pull(queue, 120).map((sample) => Math.round(sample * 32_768))
    expect(heard.filter((sample) => sample !== 0)).toEqual([...ramp(1_200), ...ramp(1_200)])
    expect(queue.played).toEqual({ item: 'a', playedSamples: 2_400 })
    expect(queue.isEmpty).toBe(true)
  })

  it('plays a word that is shorter than the wait all the same', () => {
    const queue = queueAt(24_000)
    queue.push('a', ramp(240))
    expect(pull(queue, 200).filter((sample) => sample !== 0)).toHaveLength(240)
  })

  it.each([8_000, 16_000, 24_000, 44_100, 48_000, 96_000])(
    'counts what was played at %i Hz, per item',
    (device) => {
      const queue = queueAt(device)
      for (const item of ['a', 'a', 'b']) queue.push(item, ramp(4_800))
      pull(queue, 700, device)
      expect(queue.played).toEqual({ item: 'b', playedSamples: 4_800 })
    },
  )

  it('knows nothing of what was thrown away', () => {
    const queue = queueAt(24_000)
    queue.push('a', ramp(24_000))
    pull(queue, 100)
    queue.clear()
    expect(pull(queue, 50).every((sample) => sample === 0)).toBe(true)
    expect(queue.played!.playedSamples).toBeLessThan(2_600)
  })
})
