import { describe, expect, it } from 'vitest'
import { resolveVad } from '../../../src/server/providers/speech/speech-registry.js'
import { createSemanticDetector, createSilenceDetector } from '../../../src/server/speech/turns/detectors.js'
import { joinSamples, modelsWith, recorded } from '../../support/speech-files.js'
import {
  cough,
  HALTING,
  halting,
  inNoise,
  listenTo,
  music,
  noise,
  quiet,
  type SpokenTurn,
  tryDetector,
  verdictsOn,
  whole,
} from '../../support/turn-trial.js'

const models = await modelsWith('silero/v5')

const WHOLE = [
  ['list-pets-slt', 'list the pets'],
  ['list-pets-rms', 'list the pets'],
  ['list-pets-espeak', 'list the pets'],
  ['list-orders-slt', 'list the orders'],
  ['cancel-order-slt', 'cancel order seventeen'],
  ['yes-slt', 'yes'],
].map(([file = '', words = '']) => whole(file, words))

const PAUSING = [500, 900, 1_200].flatMap((gapMs) =>
  Object.keys(HALTING).map((name) => halting(name, { voice: 'slt', gapMs })),
)

describe.skipIf(models === undefined)('silero/v5 on recordings', () => {
  const vad = resolveVad('silero/v5', { ...(models && { modelsDirectory: models }) })
  const scenesOf = (turns: SpokenTurn[], decibels: number) =>
    Promise.all(
      turns.map(async (turn) => {
        const scene = inNoise(turn, decibels)
        return { scene, verdicts: await verdictsOn(scene.samples, vad) }
      }),
    )

  it('hears every sentence and cuts none, in noise at 20, 10 and 5 dB', async () => {
    for (const decibels of [60, 20, 10, 5]) {
      const scenes = await scenesOf(WHOLE, decibels)
      const result = await tryDetector(scenes, { detector: createSilenceDetector(500) })
      expect(result, `${decibels} dB`).toMatchObject({ missed: 0, early: 0 })
    }
  }, 60_000)

  it.each([
    ['faint noise', () => noise(160_000, 100)],
    ['noise', () => noise(160_000, 1_000)],
    ['loud noise', () => noise(160_000, 8_000)],
    ['music', () => music(10, 16_000)],
  ])('starts nothing for %s alone', async (_, make) => {
    const scene = { samples: make(), words: [] }
    const verdicts = await verdictsOn(scene.samples, vad)
    const events = await listenTo(scene, { verdicts, detector: createSilenceDetector() })
    expect(events).toEqual([])
  })

  it('semantic/v1 cuts fewer turns off than silence of the same delay', async () => {
    const scenes = await scenesOf([...WHOLE, ...PAUSING], 20)
    const semantic = await tryDetector(scenes, { detector: createSemanticDetector() })
    const detector = createSilenceDetector(Math.max(350, semantic.delayMs))
    const sameDelay = await tryDetector(scenes, { detector })
    expect(semantic.early).toBeLessThan(sameDelay.early / 2)
    expect(semantic.early / semantic.of).toBeLessThan(0.1)
  }, 120_000)

  it('is not interrupted by a cough, and is by a sentence', async () => {
    const during = async (sound: Int16Array, text: string) => {
      const samples = joinSamples([quiet(500), sound, quiet(1_000)])
      const scene = { samples, words: [{ text, fromMs: 0 }] }
      const verdicts = await verdictsOn(samples, vad)
      const detector = createSilenceDetector()
      const events = await listenTo(scene, { verdicts, detector, agentSpeaks: true })
      return events.filter(({ type }) => type === 'speech-started').length
    }
    expect(await during(cough(200), '')).toBe(0)
    expect(await during(recorded('uh-huh-slt'), 'uh huh')).toBe(0)
    expect(await during(recorded('stop-rms'), 'stop please')).toBe(1)
  })
})
