import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkLocalModels, checkSpeech } from '../../../src/cli/doctor/speech.js'
import { closeEngines } from '../../../src/server/providers/speech/sherpa/engine-process.js'
import { speechEngine } from '../../support/built-programs.js'
import { missing } from '../../support/needs.js'
import { writeOfflineModel, writeStreamingModel, writeVoiceModel } from '../../support/tiny-models.js'

const place = mkdtempSync(join(tmpdir(), 'voice-doctor-'))
afterAll(() => {
  closeEngines()
  rmSync(place, { recursive: true, force: true })
})

describe('local models', () => {
  it('are measured one by one; what is no model is said, and what is damaged fails', async () => {
    writeOfflineModel(join(place, 'ears'))
    writeStreamingModel(join(place, 'stream'))
    writeVoiceModel(join(place, 'voice'))
    mkdirSync(join(place, 'other'))
    mkdirSync(join(place, 'half.part'))
    truncateSync(join(writeOfflineModel(join(place, 'cut')), 'model.onnx'), 900)
    writeFileSync(join(place, 'silero_vad_v5.onnx'), '')
    const checks = await checkLocalModels(place, speechEngine())
    const found = Object.fromEntries(
      checks.map(({ name, status, message }) => [name, `${status}: ${message}`]),
    )
    expect(found).toEqual({
      'silero/v5': 'ok: here: tells voices from noise',
      'sherpa/ears': expect.stringMatching(
        /^ok: a recognizer; loads in \d+\.\d s, needs 0\.\d\d s for a second of sound$/,
      ),
      'sherpa/stream': expect.stringContaining('a recognizer; loads'),
      'sherpa/voice': expect.stringMatching(/^ok: a voice.*first sound after \d+ ms/),
      'sherpa/other': expect.stringMatching(/^note: .*The folder is empty\.$/),
      'sherpa/cut': expect.stringMatching(/^failed: .*is cut short: it has 900 bytes of at least \d+/),
    })
  })

  it('that are not there are no failure', async () => {
    const [check] = await checkLocalModels(join(place, 'nowhere'))
    expect(check).toMatchObject({ status: 'note', message: expect.stringContaining('nowhere') })
  })
})

describe('ears and voice', () => {
  const listed = (name: string | null) => (name === null ? null : [name])
  const check = (stt: string | null, tts: string | null) =>
    checkSpeech({ stt: listed(stt), tts: listed(tts), credentials: {} })
  const checks = async (stt: string | null, tts: string | null) => (await check(stt, tts)).checks

  it('that nobody knows, or without a key, fail with the reason', async () => {
    expect(await checks('nobody/x', null)).toMatchObject([
      { status: 'failed', message: expect.stringContaining('Known are') },
    ])
    expect(await checks('deepgram/nova-3', null)).toMatchObject([
      { status: 'failed', message: expect.stringContaining('DEEPGRAM_API_KEY') },
    ])
  })

  it.skipIf(missing('flite', 'apt-get install flite'))('say a sentence to each other', async () => {
    const found = await check('exec/echo', 'exec/flite:slt')
    expect(found.checks.map(({ name, status, message }) => `${name} ${status}: ${message}`)).toEqual([
      expect.stringMatching(/^voice ok: exec\/flite:slt: first sound after \d+ ms$/),
      expect.stringMatching(
        /^recognizer (?:ok|note): exec\/echo: heard ".+" for "List the pets\." in \d+ ms(?:, which is slow)?$/,
      ),
    ])
    expect(found.times).toEqual({
      ...{ recognizer: 'exec/echo', voice: 'exec/flite:slt' },
      ...{ wordsMs: expect.any(Number), soundMs: expect.any(Number) },
    })
    const deaf = await check('exec/true', 'exec/flite:slt')
    expect(deaf.checks[1]).toMatchObject({
      ...{ name: 'recognizer', status: 'failed', message: 'exec/true: heard nothing of "List the pets."' },
      advice: expect.stringContaining('another voice'),
    })
    expect(deaf.times).toBeUndefined()
    expect(await checks('exec/pocketsphinx', null)).toMatchObject([{ name: 'recognizer', status: 'note' }])
  })
})
