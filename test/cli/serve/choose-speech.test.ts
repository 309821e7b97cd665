import { describe, expect, it } from 'vitest'
import { chooseSpeech, type SpeechWishes } from '../../../src/cli/serve/choose-speech.js'

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
