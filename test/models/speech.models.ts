import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { tryEars, tryVoice } from '../../src/cli/doctor/speech-trial.js'
import type { SpeechToText } from '../../src/server/model/speech-to-text.js'
import { closeEngines } from '../../src/server/providers/speech/sherpa/engine-pool.js'
import { createSherpaStt } from '../../src/server/providers/speech/sherpa/sherpa-stt.js'
import { createSherpaTts } from '../../src/server/providers/speech/sherpa/sherpa-tts.js'
import { speechEngine } from '../support/speech-engine.js'
import { recorded } from '../support/speech-files.js'
import { wordErrors } from './word-errors.js'

/** What the recordings say. */
const SAID: Record<string, string> = {
  'list-pets-slt': 'list the pets',
  'list-pets-rms': 'list the pets',
  'list-pets-espeak': 'list the pets',
  'list-orders-slt': 'list the orders',
  'cancel-order-slt': 'cancel order seventeen',
  'pause-slt': 'show me the pets',
  'pause2-slt': 'and then the orders',
  'stop-rms': 'stop please',
  'yes-slt': 'yes',
}
/** Of the words of the recordings; synthetic voices are harder than people. */
const MAX_ERROR_RATE = 0.5

const models = process.env.VOICE_MODELS_DIR ?? ''
const folders = existsSync(models)
  ? readdirSync(models, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !entry.name.endsWith('.part'),
    )
  : []
const program = speechEngine()
afterAll(closeEngines)

/** The engines that the folders make; a folder of the other kind makes none. */
function enginesOf<T>(create: (options: { name: string; directory: string; program: URL }) => T): T[] {
  return folders.flatMap(({ name }) => {
    try {
      return [create({ name: `sherpa/${name}`, directory: join(models, name), program })]
    } catch {
      return []
    }
  })
}

const ears = enginesOf(createSherpaStt)
const voices = enginesOf(createSherpaTts)

describe.skipIf(ears.length === 0)('recognizers', () => {
  it.each(ears.map((stt) => [stt.name, stt] as const))(
    '%s hears the recordings',
    async (name, stt: SpeechToText) => {
      const total = { errors: 0, words: 0, ms: 0 }
      await tryEars(stt, recorded('yes-slt'))
      for (const [file, text] of Object.entries(SAID)) {
        const { words, wordsMs } = await tryEars(stt, recorded(file))
        const { errors, words: count } = wordErrors(words, text)
        total.errors += errors
        total.words += count
        total.ms += wordsMs
        console.log(`${name}  ${file.padEnd(18)} ${String(Math.round(wordsMs)).padStart(5)} ms  ${words}`)
      }
      const rate = total.errors / total.words
      const mean = total.ms / Object.keys(SAID).length
      console.log(
        `${name}  word error rate ${(rate * 100).toFixed(1)} %, ${Math.round(mean)} ms for a sentence`,
      )
      expect(rate).toBeLessThanOrEqual(MAX_ERROR_RATE)
    },
  )
})

describe.skipIf(voices.length === 0)('voices', () => {
  it.each(voices.map((tts) => [tts.name, tts] as const))('%s is understood', async (name, tts) => {
    await tryVoice(tts, 'One.')
    const { firstMs, realTimeFactor, samples } = await tryVoice(tts, 'List the pets.')
    console.log(
      `${name}  first sound ${Math.round(firstMs)} ms, ${realTimeFactor.toFixed(2)} s for a second of sound`,
    )
    expect(samples.length).toBeGreaterThan(8_000)
    for (const stt of ears) {
      const { words } = await tryEars(stt, samples)
      console.log(`${name}  ${stt.name} hears: ${words}`)
    }
  })
})
