import { describe, expect, it } from 'vitest'
import type { Vad } from '../../../src/server/model/vad.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { HummingTts, ScriptedStt, SpeechHarness } from '../../support/speech.js'

function talk(options: Partial<ConstructorParameters<typeof SpeechHarness>[0]> = {}) {
  const llm = new ScriptedModel([[{ say: 'Hello.' }], [{ say: 'Are you there?' }], [{ say: 'Still?' }]])
  const test = new SpeechHarness({
    llm,
    stt: new ScriptedStt(['hello', 'yes']),
    tts: new HummingTts(),
    ...options,
  })
  const detect = (detection: object) =>
    test.send({ type: 'session.update', session: { audio: { input: { turn_detection: detection } } } })
  return Object.assign(test, { detect })
}

describe('idle_timeout_ms', () => {
  it('has the agent speak to a user who says nothing after it was heard', async () => {
    const test = talk()
    test.detect({ type: 'server_vad', idle_timeout_ms: 6_000 })
    await test.say()
    await test.pause(5_000)
    expect(test.types()).not.toContain('input_audio_buffer.timeout_triggered')
    await test.pause(2_000)
    const [timeout] = test.all('input_audio_buffer.timeout_triggered')
    expect((timeout?.audio_end_ms ?? 0) - (timeout?.audio_start_ms ?? 0)).toBe(6_000)
    const types = test.types().slice(test.types().indexOf('input_audio_buffer.timeout_triggered'))
    expect(types.slice(1, 4)).toEqual([
      'input_audio_buffer.committed',
      'conversation.item.added',
      'conversation.item.done',
    ])
    expect(test.history).toEqual(['Hello.', 'Are you there?'])
  })

  it('is not for a user who speaks, nor where nobody asked for it', async () => {
    const test = talk()
    test.detect({ type: 'server_vad', idle_timeout_ms: 6_000 })
    await test.say()
    await test.pause(4_000)
    await test.say(3_000)
    expect(test.types()).not.toContain('input_audio_buffer.timeout_triggered')
    const other = talk()
    await other.say()
    await other.pause(20_000)
    expect(other.types()).not.toContain('input_audio_buffer.timeout_triggered')
  })
})

describe('server_vad', () => {
  it('hands its threshold to voice detection', async () => {
    const seen = new Set<number | undefined>()
    const vad: Vad = {
      name: 'test/noting',
      watch: async () => ({
        isSpeech: (_frame, options) => {
          seen.add(options?.threshold)
          return false
        },
        reset() {},
        close() {},
      }),
    }
    const test = talk({ vad })
    test.detect({ type: 'server_vad', threshold: 0.8 })
    await test.pause(200)
    expect([...seen]).toEqual([0.8])
  })

  it('answers nothing with create_response false', async () => {
    const test = talk()
    test.detect({ type: 'server_vad', create_response: false })
    await test.say()
    await test.pause(2_000)
    expect(test.types()).toContain('conversation.item.input_audio_transcription.completed')
    expect(test.types()).not.toContain('response.created')
  })
})

describe('transcription', () => {
  it.each([
    [{ language: 'de-AT' }, { languages: ['de'], keywords: [] }],
    [
      { language: 'de', languages: ['en', 'de'], keywords: ['Rex'] },
      { languages: ['en', 'de'], keywords: ['Rex'] },
    ],
    [{ model: 'whisper-1' }, undefined],
  ])('tells the recognizer what the client knows of the speech: %j', async (transcription, hints) => {
    const stt = new ScriptedStt(['hello'])
    const test = talk({ stt })
    test.send({ type: 'session.update', session: { audio: { input: { transcription } } } })
    await test.say()
    expect(stt.listener?.hints).toEqual(hints)
  })
})
