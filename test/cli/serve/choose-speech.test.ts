import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chooseSpeech, type SpeechWishes } from '../../../src/cli/serve/choose-speech.js'
import { writeOfflineModel, writeStreamingModel, writeVoiceModel } from '../../support/tiny-models.js'

const choose = (wishes: SpeechWishes) => chooseSpeech(wishes, {})

describe('the detections of serve', () => {
  it.each([
    [{ vad: 'nope/v9' }, /"nope\/v9".*silero\/v5.*energy\/v1/],
    [{ turnDetection: 'nope/v9' }, /"nope\/v9".*semantic\/v1, silence\/v1/],
    [{ stt: ['exec/pocketsphinx'], vad: 'nope/v9' }, /"nope\/v9".*energy\/v1/],
    [{ vad: '' }, /""/],
  ])('refuses %j with the known ones', async (flags, message) => {
    await expect(choose(flags)).rejects.toMatchObject({
      code: 'unknown-provider',
      message: expect.stringMatching(message),
    })
  })

  it('takes known ones where nothing is heard', async () => {
    const choice = await choose({ vad: 'energy/v1', turnDetection: 'silence/v1' })
    expect(choice).toMatchObject({ stt: null, vad: null, turnDetection: null })
  })
})

describe('local models of a serve without ears', () => {
  const place = mkdtempSync(join(tmpdir(), 'voice-models-'))
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(place, { recursive: true, force: true })
  })

  it('are offered with the flags that use them, the ears that follow while somebody speaks first', async () => {
    vi.stubEnv('VOICE_MODELS_DIR', place)
    writeVoiceModel(join(place, 'voice'))
    expect((await choose({})).notices).toEqual([])
    writeOfflineModel(join(place, 'a-whole'))
    writeStreamingModel(join(place, 'b-follows'))
    const offer = 'Speech models are on this machine; --stt sherpa/b-follows --tts sherpa/voice uses them.'
    expect((await choose({})).notices).toEqual([offer])
    expect((await choose({ tts: ['exec/flite'] })).notices).toEqual([
      'Speech models are on this machine; --stt sherpa/b-follows uses them.',
    ])
    expect((await choose({ stt: ['exec/pocketsphinx'], vad: 'energy/v1' })).notices).toEqual([])
  })
})
