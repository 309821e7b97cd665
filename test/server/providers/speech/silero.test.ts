import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../../../src/ports.js'
import { FRAME_SAMPLES } from '../../../../src/server/model/vad.js'
import {
  createSileroVad,
  readWeights,
  SileroNetwork,
} from '../../../../src/server/providers/speech/silero-vad.js'
import { modelsWith, recorded } from '../../../support/speech-files.js'

/** What ONNX Runtime 1.30 gives for `list-pets-slt`, a frame of 32 ms each, with its context of 64 samples. */
const GOLDEN = [
  0.012, 0.004, 0.002, 0.002, 0.002, 0.002, 0.002, 0.509, 0.939, 0.963, 0.945, 0.976, 0.984, 0.961, 0.915,
  0.872, 0.807, 0.766, 0.848, 0.962, 0.971, 0.855, 0.95, 0.99, 0.995, 0.997, 0.998, 0.992, 0.983, 0.842,
  0.579, 0.13, 0.226, 0.071, 0.116, 0.009,
]

const models = await modelsWith('silero/v5')
const file = models ? readFileSync(join(models, 'silero_vad_v5.onnx')) : undefined
const frames = (samples: Int16Array) =>
  Array.from({ length: Math.floor(samples.length / FRAME_SAMPLES) }, (_, at) =>
    samples.subarray(at * FRAME_SAMPLES, (at + 1) * FRAME_SAMPLES),
  )

describe.skipIf(!file)('the network of silero', () => {
  it('gives what ONNX Runtime gives, also when sessions take turns', () => {
    const network = new SileroNetwork(file!)
    const [one, other] = [network.createState(), network.createState()]
    const sound = frames(recorded('list-pets-slt'))
    const probabilities = sound.map((frame, at) => {
      network.probability(sound[sound.length - 1 - at]!, other)
      return network.probability(frame, one)
    })
    expect(probabilities).toHaveLength(GOLDEN.length)
    for (const [at, want] of GOLDEN.entries()) expect(probabilities[at], `frame ${at}`).toBeCloseTo(want, 2.9)
  })

  it('has a sentence for a file that is another, or cut off', () => {
    expect(() => new SileroNetwork(new Uint8Array(0))).toThrow('it is no Silero VAD v5 or v6')
    expect(() => new SileroNetwork(file!.subarray(0, 1_000_000))).toThrow(RangeError)
  })

  it('is read again for the next session after it could not be read', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'voice-silero-'))
    const path = join(directory, 'silero_vad_v5.onnx')
    writeFileSync(path, 'damaged')
    const vad = createSileroVad({ name: 'silero/v5', directory })
    await expect(vad.watch({ logger: silentLogger })).rejects.toMatchObject({ failure: 'unavailable' })
    writeFileSync(path, file!)
    expect(await vad.watch({ logger: silentLogger })).toHaveProperty('isSpeech')
    rmSync(directory, { recursive: true })
  })

  it('takes the threshold of the client', async () => {
    const watch = await createSileroVad({ name: 'silero/v5', directory: models! }).watch({
      logger: silentLogger,
    })
    const voiced = (threshold: number) => {
      watch.reset()
      return frames(recorded('list-pets-slt')).filter((frame) => watch.isSpeech(frame, { threshold })).length
    }
    const [eager, usual, strict] = [voiced(0.1), voiced(0.5), voiced(0.99)]
    expect(eager).toBeGreaterThan(usual)
    expect(usual).toBeGreaterThan(strict)
  })
})

it('reading a damaged model ends with a RangeError or without weights, never in a loop', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      try {
        readWeights(bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }),
    { seed: 7, numRuns: 2_000 },
  )
})
