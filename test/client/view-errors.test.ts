import { describe, expect, it } from 'vitest'
import { viewErrorOfEvent, viewErrorOfSpeech } from '../../src/client/state.js'

describe('what a view tells of an error', () => {
  it.each([
    [{ message: 'Late.', code: 'timeout' }, 'speech-timeout'],
    [{ message: 'Late.', code: null, type: 'rate_limited' }, 'speech-rate-limited'],
    [{ message: 'There is none.', code: 'no_speech_to_text' }, 'no-speech-to-text'],
    [{ message: 'No reason given.' }, 'speech-failed'],
    [{ message: 'No reason given.', code: null }, 'speech-failed'],
  ])('of speech, for %j: %s', (error, errorCode) => {
    expect(viewErrorOfSpeech(error)).toEqual({ error: error.message, errorCode })
  })

  it('of an event without a code: none', () => {
    expect(viewErrorOfEvent({ message: 'No.' })).toEqual({ error: 'No.', errorCode: null })
  })
})
