import { describe, expect, it } from 'vitest'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { HummingTts, ScriptedStt, SpeechHarness } from '../../support/speech.js'

const TEXT = 'The shop opens at nine in the morning and closes at six in the evening.'

/** A locked session whose agent was interrupted while it spoke. */
async function interrupted() {
  const test = new SpeechHarness({
    llm: new ScriptedModel([[{ say: TEXT }], [{ say: 'Fine.' }]]),
    stt: new ScriptedStt(['hello', 'stop']),
    tts: new HummingTts(),
    voice: false,
    locked: true,
  })
  await test.say()
  await test.pause(1_000)
  const [id = ''] = [...test.sound.keys()]
  const truncate = (end: number) =>
    test.send({ type: 'conversation.item.truncate', item_id: id, content_index: 0, audio_end_ms: end })
  return { test, truncate }
}

const errorsOf = (test: SpeechHarness) => test.all('error').map(({ error }) => error.code)

describe('truncation in a locked session', () => {
  it('is taken for what is being heard', async () => {
    const { test, truncate } = await interrupted()
    await test.speak(400)
    truncate(900)
    expect(errorsOf(test)).toEqual([])
    expect(test.history[0]).toBe('The shop opens')
  })

  it('is refused for what was heard long ago, which stays', async () => {
    const { test, truncate } = await interrupted()
    await test.pause(20_000)
    truncate(0)
    expect(errorsOf(test)).toEqual(['session_locked'])
    expect(test.history[0]).toBe(TEXT)
  })

  it('is refused for a message that was typed out', async () => {
    const test = new SpeechHarness({ llm: new ScriptedModel([[{ say: TEXT }]]), locked: true })
    test.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
    })
    test.send({ type: 'response.create' })
    await test.clock.advance(1_000)
    const [done] = test.all('response.output_text.done')
    test.send({
      type: 'conversation.item.truncate',
      item_id: done!.item_id,
      content_index: 0,
      audio_end_ms: 0,
    })
    expect(errorsOf(test)).toEqual(['session_locked'])
  })
})
