import { expect, it } from 'vitest'
import { checkFirstSound } from '../../../src/cli/doctor/check.js'

it('adds up what a spoken answer takes, for the router and each model', () => {
  const speech = { recognizer: 'sherpa/a', voice: 'sherpa/b', wordsMs: 900, soundMs: 1_100 }
  const found = checkFirstSound(speech, [{ name: 'ollama/c', answerMs: 2_500 }])
  expect(found.map(({ status, message }) => `${status}: ${message}`)).toEqual([
    'ok: with builtin/router the first sound comes 2.0 s after the end of a question (sherpa/a 0.9, sherpa/b 1.1)',
    'note: with ollama/c the first sound comes 4.5 s after the end of a question (sherpa/a 0.9, ollama/c 2.5, sherpa/b 1.1)',
  ])
})
