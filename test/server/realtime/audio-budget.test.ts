import { describe, expect, it } from 'vitest'
import { Budget } from '../../../src/server/agent/budget.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { ScriptedStt, SpeechHarness } from '../../support/speech.js'

const SPENT = /conversation has reached its limit/

/** A session that may hear so many seconds. */
function harness(seconds: number, options: { hears?: boolean } = {}) {
  const budget = new Budget('session', { audioMinutes: seconds / 60 })
  const stt = options.hears === false ? null : new ScriptedStt(['hello', 'more', 'again'])
  const llm = new ScriptedModel(() => [{ say: 'Hi.' }])
  return { test: new SpeechHarness({ llm, stt, budgets: [budget] }), budget }
}

const said = (test: SpeechHarness) =>
  test.all('response.output_text.done').map((event) => ('text' in event ? event.text : ''))

describe('audio minutes', () => {
  it('are those of the sound that was heard; then a sentence ends it, once', async () => {
    const { test, budget } = harness(3)
    await test.say(600)
    await test.clock.advance(1_000)
    expect(said(test)).toEqual(['Hi.'])
    expect(budget.exhausted).toBeUndefined()
    await test.pause(1_800)
    expect(budget.exhausted).toBe('audioMinutes')
    await test.speak(2_000)
    await test.pause(2_000)
    expect(said(test)).toEqual(['Hi.', expect.stringMatching(SPENT)])
    expect(test.all('input_audio_buffer.speech_started')).toHaveLength(1)
  })

  it('hold for what is typed, too', async () => {
    const { test } = harness(0.5)
    await test.pause(700)
    const content = [{ type: 'input_text', text: 'hello' }]
    test.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } })
    test.send({ type: 'response.create' })
    await test.clock.advance(100)
    expect(said(test).at(-1)).toMatch(SPENT)
  })

  it('know how long G.711 is', async () => {
    const { test, budget } = harness(2)
    const input = { format: { type: 'audio/pcmu' } }
    test.send({ type: 'session.update', session: { type: 'realtime', audio: { input } } })
    test.session.receiveAudio(new Uint8Array(8 * 1_999).fill(255))
    expect(budget.exhausted).toBeUndefined()
    test.session.receiveAudio(new Uint8Array(8).fill(255))
    expect(budget.exhausted).toBe('audioMinutes')
  })

  it('are not counted where nothing is heard', async () => {
    const { test, budget } = harness(1, { hears: false })
    await test.pause(3_000)
    expect(budget.exhausted).toBeUndefined()
  })
})
