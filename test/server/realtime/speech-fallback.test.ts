import { describe, expect, it } from 'vitest'
import { SpeechError } from '../../../src/server/model/speech-error.js'
import { createFallbackStt, createFallbackTts } from '../../../src/server/providers/speech/fallback.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import { HummingTts, MS_PER_CHAR, ScriptedStt, SpeechHarness } from '../../support/speech.js'

const refused = (provider: string) => new SpeechError('unauthorized', { provider, message: 'HTTP 401' })

function harness(options: {
  first: (string | SpeechError)[]
  second: (string | SpeechError)[]
  failAt?: number
}) {
  const clock = new VirtualClock(1_000_000)
  const ears = [new ScriptedStt(options.first), new ScriptedStt(options.second)] as const
  const voices = [new HummingTts({ failAt: options.failAt ?? 99 }), new HummingTts()] as const
  const test = new SpeechHarness({
    llm: new ScriptedModel([[{ say: 'One thing. And another.' }], [{ say: 'A third.' }]]),
    stt: createFallbackStt([...ears], { clock }),
    tts: createFallbackTts([...voices], { clock }),
    clock,
  })
  return { test, ears, voices }
}

describe('a session with lists of engines', () => {
  it('notices nothing when the first recognizer and the first voice fail in the middle', async () => {
    const { test, ears, voices } = harness({ first: [refused('a')], second: ['hello', 'again'], failAt: 1 })
    await test.say()
    await test.clock.advance(10_000)
    await test.say()
    await test.clock.advance(10_000)
    expect(test.history).toEqual(['One thing. And another.', 'A third.'])
    expect(ears.map(({ heard }) => heard.filter((samples) => samples > 0).length)).toEqual([1, 2])
    expect(ears[1].heard[0]).toBe(ears[0].heard[0])
    expect(voices.map(({ said }) => said)).toEqual([
      ['One thing.', 'And another.'],
      ['And another.', 'A third.'],
    ])
    const bytes = [...test.sound.values()].reduce((sum, length) => sum + length, 0)
    expect(bytes / 48).toBeGreaterThan('One thing.And another.A third.'.length * MS_PER_CHAR - 10)
  })

  it('says in words that it cannot hear only when the last one failed', async () => {
    const { test } = harness({ first: [refused('a')], second: [refused('b'), 'hello'] })
    await test.say()
    await test.clock.advance(10_000)
    const said = test.all('response.output_audio_transcript.done').map(({ transcript }) => transcript)
    expect(said).toEqual(['I cannot hear you: b refused the key (HTTP 401). Please type instead.'])
  })
})
