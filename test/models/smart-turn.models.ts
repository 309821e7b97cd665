import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import type { TurnDetector } from '../../src/server/model/turn-detector.js'
import { createSmartTurnDetector } from '../../src/server/providers/speech/smart-turn/smart-turn.js'
import { turnEngine } from '../support/built-programs.js'
import { joinSamples, recorded } from '../support/speech-files.js'

const ROUNDS = 40

/** The detection with its real model and engine; `undefined`, with a message, where either is absent. */
function smartTurn(): TurnDetector | undefined {
  try {
    return createSmartTurnDetector({ directory: process.env.VOICE_MODELS_DIR ?? '', program: turnEngine() })
  } catch (error) {
    console.warn(`skipped: ${(error as Error).message}`)
    return undefined
  }
}

const detector = smartTurn()
const at = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

describe.skipIf(detector === undefined)('smart-turn/v3 with its model', () => {
  const judge = (samples: Int16Array) => detector!.judgeSound!(samples)
  const silence = (ms: number) => new Int16Array(16 * ms)

  it('gives the same answer for the same sound, between 0 and 1', async () => {
    const sound = joinSamples([recorded('list-pets-slt'), silence(200)])
    const [first, second] = [await judge(sound), await judge(sound)]
    expect(first).toBe(second)
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThan(1)
  })

  // What pipecat-ai 1.14.0 answers to the same sound. In the middle the 8-bit arithmetic of two engines differs by up to 0.2, at the ends by little.
  it.each([
    ['list-pets-slt', 0.988],
    ['list-orders-slt', 0.988],
    ['stop-rms', 0.988],
    ['pause2-slt', 0.975],
    ['halting-number-is-rms', 0.03],
    ['mm-hm-rms', 0.023],
    ['right-slt', 0.099],
  ])('says of %s what the reference says', async (name, want) => {
    const ended = await judge(joinSamples([recorded(name), silence(200)]))
    expect(Math.abs(ended - want)).toBeLessThan(0.06)
  })

  it('takes a whole sentence for over more than its first half', async () => {
    const whole = recorded('cancel-order-slt')
    const half = whole.subarray(0, Math.floor(whole.length * 0.45))
    const [ended, unfinished] = [
      await judge(joinSamples([whole, silence(200)])),
      await judge(joinSamples([half, silence(200)])),
    ]
    console.log(`smart-turn/v3  whole ${ended.toFixed(2)}, cut off ${unfinished.toFixed(2)}`)
    expect(ended).toBeGreaterThan(0.5)
    expect(unfinished).toBeLessThan(ended)
  })

  it('answers many at once in their order, refuses more, and leaves the event loop alone', async () => {
    const sound = joinSamples([recorded('pause-slt'), silence(500), recorded('pause2-slt')])
    const delay = monitorEventLoopDelay({ resolution: 5 })
    const times: number[] = []
    await judge(sound)
    delay.enable()
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now()
      await judge(sound)
      times.push(performance.now() - began)
    }
    delay.disable()
    console.log(
      `smart-turn/v3  ${at(times, 0.5).toFixed(0)} ms for a judgement (95 of 100 within ${at(times, 0.95).toFixed(0)}); event loop late by ${(delay.percentile(50) / 1e6 - 5).toFixed(1)} ms, 99 of 100 within ${(delay.percentile(99) / 1e6 - 5).toFixed(1)}`,
    )
    const many = await Promise.allSettled(Array.from({ length: 20 }, () => judge(sound)))
    expect(many.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 16 }, () => 'fulfilled'),
      ...Array.from({ length: 4 }, () => 'rejected'),
    ])
  })
})
