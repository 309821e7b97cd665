import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseSpeech } from '../../../../src/cli/serve/choose-engines.js'
import {
  isVouchedFor,
  modelNamed,
  SPEECH_BUNDLE,
} from '../../../../src/server/providers/speech/models/catalog.js'
import { installEngine, pulledSpeech } from '../../../../src/server/providers/speech/models/npm-file.js'
import { writeStreamingModel, writeVoiceModel } from '../../../support/tiny-models.js'

let place = ''
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'voice-bundle-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

describe('what `voice models pull speech` brings', () => {
  it.each(Object.entries(SPEECH_BUNDLE))('%s, %s, is checked against known checksums', (use, name) => {
    const model = modelNamed(name)
    expect(model.use).toBe(use)
    expect(isVouchedFor(model)).toBe(true)
  })

  it('is what serve uses without a flag, each part that is there', async () => {
    const env = { VOICE_MODELS_DIR: place }
    expect(pulledSpeech(place)).toEqual({})
    writeVoiceModel(join(place, 'piper-ljspeech'))
    expect(await chooseSpeech({}, env)).toMatchObject({ stt: null, tts: ['sherpa/piper-ljspeech'] })
    writeStreamingModel(join(place, 'streaming-zipformer-en'))
    const both = { stt: ['sherpa/streaming-zipformer-en'], tts: ['sherpa/piper-ljspeech'] }
    expect(await chooseSpeech({}, env)).toMatchObject(both)
    expect(await chooseSpeech({ stt: ['exec/pocketsphinx'], vad: 'energy/v1' }, env)).toMatchObject({
      ...both,
      stt: ['exec/pocketsphinx'],
    })
    expect(await chooseSpeech({}, { ...env, STT_API_KEY: 'k' })).toMatchObject({
      ...both,
      stt: ['openai/gpt-transcribe:en'],
    })
  })
})

describe('the engine', () => {
  const url = () => pathToFileURL(join(place, '.engine', 'index.js')).href
  const find = () => (existsSync(join(place, '.engine')) ? url() : undefined)

  it('is installed once, whole, in a fixed version', async () => {
    const asked: string[] = []
    const install = async (specifier: string, folder: string) => {
      asked.push(specifier)
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'index.js'), '')
    }
    const path = join(place, '.engine')
    expect(await installEngine(place, { find, install })).toEqual({ path, fetched: true })
    expect(await installEngine(place, { find, install })).toEqual({ path, fetched: false })
    expect(asked).toEqual([expect.stringMatching(/^sherpa-onnx-node@\d+\.\d+\.\d+$/)])
    expect(readdirSync(place)).toEqual(['.engine'])
  })

  it('leaves nothing when npm fails, and says what to run', async () => {
    const install = () => Promise.reject(new Error('no network'))
    await expect(installEngine(place, { find, install })).rejects.toMatchObject({
      ...{
        code: 'model-unreachable',
        message: expect.stringMatching(/no network.*npm install sherpa-onnx-node/),
      },
    })
    expect(readdirSync(place)).toEqual([])
  })
})
