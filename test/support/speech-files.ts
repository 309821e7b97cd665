import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../src/errors.js'
import { Resampler } from '../../src/protocol/resampler.js'
import { modelNamed } from '../../src/server/providers/speech/models/catalog.js'
import { pullModel } from '../../src/server/providers/speech/models/pull.js'
import { decodeWav } from '../../src/server/providers/speech/wav.js'
import { bytesOf, samplesOf } from '../../src/server/speech/audio/audio-format.js'

const FOLDER = join(import.meta.dirname, '../fixtures/speech')
const MODELS = join(import.meta.dirname, '../../node_modules/.cache/voice-models')

/** The samples of a recorded sentence, 16 kHz. */
export function recorded(name: string): Int16Array {
  return samplesOf(decodeWav(readFileSync(join(FOLDER, `${name}.wav`)))!.pcm)
}

/** Samples at another rate. */
export function resampled(samples: Int16Array, rates: { from: number; to: number }): Int16Array {
  const resampler = new Resampler(rates)
  return joinSamples([resampler.push(samples), resampler.flush()])
}

/** A recorded sentence as a client sends it: PCM16 at 24 kHz. */
export function microphone(name: string): Uint8Array {
  return bytesOf(resampled(recorded(name), { from: 16_000, to: 24_000 }))
}

/** Stretches one after the other. */
export function joinSamples(parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** The folder with the file of a speech model, fetched once. `undefined`, with a message, where the registry cannot be reached. */
export async function modelsWith(name: string): Promise<string | undefined> {
  try {
    await pullModel(modelNamed(name), { directory: MODELS })
    return MODELS
  } catch (error) {
    if (process.env.VOICE_TEST_REQUIRE === 'all') throw error
    console.warn(`skipped: ${name} is not here: ${messageOf(error)}`)
    return undefined
  }
}
