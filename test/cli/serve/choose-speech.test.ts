import { describe, expect, it } from 'vitest'
import { chooseSpeech, type RequestedSpeech } from '../../../src/cli/serve/choose-engines.js'

const choose = (requested: RequestedSpeech) => chooseSpeech(requested, {})

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

describe('the default engines of serve', () => {
  it.each([
    [{}, null, null],
    [{ OPENAI_API_KEY: 'k' }, null, null],
    [{ STT_API_KEY: 'k' }, ['openai/gpt-transcribe:en'], null],
    [{ TTS_BASE_URL: 'http://127.0.0.1:1/v1' }, null, null],
  ])('with %j are %j and %j', async (env, stt, tts) => {
    expect(await chooseSpeech({}, env)).toMatchObject({ stt, tts })
  })
})
