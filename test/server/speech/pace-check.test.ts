import { describe, expect, it } from 'vitest'
import { AudioPaceCheck } from '../../../src/server/speech/input/audio-input.js'

/** What is said of sound that comes in pieces of 20 ms of time, `factor` times as much sound in each. */
function sentencesAt(factor: number, options: { everyMs?: number } = {}) {
  const { everyMs = 20 } = options
  const check = new AudioPaceCheck()
  const pieces = Array.from({ length: 1_500 }, (_, at) => check.take(everyMs * factor, at * everyMs))
  return pieces.filter((sentence) => sentence !== undefined)
}

describe('the pace of sound', () => {
  it.each([
    [1 / 3, '8 kHz sent as 24 kHz'],
    [2 / 3, '16 kHz sent as 24 kHz'],
    [2, 'stereo sent as mono'],
  ])('of %f is noticed, once', (factor, want) => {
    const sentences = sentencesAt(factor)
    expect(sentences).toHaveLength(1)
    expect(sentences[0]).toContain(want)
  })

  it.each([0.97, 1, 1.03, 10, 300])('of %f is fine: a person, or a file', (factor) => {
    expect(sentencesAt(factor)).toEqual([])
  })

  it('says nothing about sound with gaps', () => {
    expect(sentencesAt(1 / 3, { everyMs: 5_000 })).toEqual([])
  })
})
