import { expect, it } from 'vitest'
import { createFallbackTts } from '../../../src/server/providers/speech/fallback.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { HummingTts, ScriptedStt, SpeechHarness } from '../../support/speech.js'

/** A voice that counts how often it was told that a sentence is near. */
class SlowTts extends HummingTts {
  prepared = 0
  prepare() {
    this.prepared += 1
  }
}

it.each([
  ['alone', (voice: SlowTts) => voice],
  ['as the first of several', (voice: SlowTts) => createFallbackTts([voice, new HummingTts()])],
])('a voice %s gets ready while the user still speaks', async (_, ttsOf) => {
  const voice = new SlowTts()
  const llm = new ScriptedModel([[{ say: 'Three pets.' }]])
  const test = new SpeechHarness({ llm, stt: new ScriptedStt(['list the pets']), tts: ttsOf(voice) })
  await test.pause(500)
  expect(voice.prepared).toBe(0)
  await test.speak(600)
  expect(voice.prepared).toBeGreaterThan(0)
  expect(voice.said).toEqual([])
  await test.pause(700)
  expect(voice.said).toEqual(['Three pets.'])
})

it('a voice that is not asked for stays unloaded', async () => {
  const voice = new SlowTts()
  const llm = new ScriptedModel([[{ say: 'Three pets.' }]])
  const test = new SpeechHarness({ llm, stt: new ScriptedStt(['list the pets']), tts: voice })
  test.send({ type: 'session.update', session: { type: 'realtime', output_modalities: ['text'] } })
  await test.say()
  expect(voice.prepared).toBe(0)
})
