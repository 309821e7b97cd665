import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  createSmartTurnDetector,
  smartTurnWith,
} from '../../../../src/server/providers/speech/smart-turn/smart-turn.js'
import { logMel, MELS, STEPS } from '../../../../src/server/providers/speech/smart-turn/turn-engine.js'
import { ScriptedModel } from '../../../../src/testing/scripted-model.js'
import { HummingTts, ScriptedStt, SpeechHarness } from '../../../support/speech.js'
import { joinSamples, recorded } from '../../../support/speech-files.js'

describe('the features of smart-turn/v3', () => {
  const long = ['cancel-order-slt', 'halting-cancel-the-rms', 'halting-cancel-the-slt', 'halting-named-rms']

  // Values of the reference, WhisperFeatureExtractor(chunk_length=8) as pipecat-ai 1.14.0 computes it in numpy.
  it.each([
    {
      of: 'a short sentence, behind silence',
      sound: recorded('list-pets-slt'),
      mean: 0.146505,
      want: [
        [0, 0, 0.18133],
        [10, 720, 1.77938],
        [40, 750, 0.08478],
        [79, 799, 0.08478],
        [5, 799, 0.59449],
        [60, 780, 0.23367],
      ],
    },
    {
      of: 'the end of ten seconds',
      sound: joinSamples(long.map(recorded)),
      mean: 0.432155,
      want: [
        [0, 0, 1.12588],
        [10, 300, 0.96517],
        [40, 500, 0.17888],
        [79, 799, -0.13112],
        [60, 123, -0.12488],
      ],
    },
  ] as const)('are those the model was trained with: $of', ({ sound, mean, want }) => {
    const features = logMel(sound)
    for (const [mel, step, value] of want)
      expect(features[mel * STEPS + step], `mel ${mel}, step ${step}`).toBeCloseTo(value, 4)
    expect(features.length).toBe(MELS * STEPS)
    expect(features.reduce((sum, value) => sum + value, 0) / features.length).toBeCloseTo(mean, 4)
  })

  it('are finite for silence, and look at the last eight seconds only', () => {
    expect(logMel(new Int16Array(0)).every(Number.isFinite)).toBe(true)
    const long = new Int16Array(200_000).map((_, at) =>
      at < 72_000 ? 20_000 * Math.sin(at) : 300 * Math.sin(at / 9),
    )
    expect(logMel(long)).toEqual(logMel(long.subarray(72_000)))
  })
})

describe('smart-turn/v3', () => {
  const talk = (judge: (samples: Int16Array) => Promise<number>) =>
    new SpeechHarness({
      llm: new ScriptedModel([[{ say: 'Ok.' }]]),
      stt: new ScriptedStt(['show me the pets']),
      tts: new HummingTts(),
      detector: smartTurnWith({ judge }),
    })

  it.each([
    ['is over', 0.9, 250],
    ['goes on', 0.1, 2_000],
    ['cannot be judged', undefined, 800],
  ] as const)('waits as long as it takes when the turn %s', async (_, ended, want) => {
    const test = talk(async () => {
      if (ended === undefined) throw new Error('busy')
      return ended
    })
    await test.speak(600)
    await test.pause(2_500)
    const [metrics] = test.all('voice.metrics')
    expect(metrics?.stages_ms.end_of_speech).toBeGreaterThanOrEqual(want)
    expect(metrics?.stages_ms.end_of_speech).toBeLessThan(want + 64)
  })

  it('hears the whole turn at each pause, eight seconds at most', async () => {
    const lengths: number[] = []
    const test = talk(async (samples) => {
      lengths.push(samples.length / 16)
      return 0.1
    })
    await test.speak(600)
    await test.pause(600)
    await test.speak(12_000)
    await test.pause(600)
    expect(lengths).toHaveLength(2)
    expect(lengths[0]).toBeGreaterThan(600)
    expect(lengths[0]).toBeLessThan(1_300)
    expect(lengths[1]).toBe(8_000)
  })

  it('says what to install where it cannot run', () => {
    const directory = mkdtempSync(join(tmpdir(), 'voice-'))
    expect(() => createSmartTurnDetector({ directory })).toThrow('voice models pull smart-turn/v3')
  })
})
