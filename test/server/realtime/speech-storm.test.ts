import { describe, expect, it } from 'vitest'
import { createEnergyVad } from '../../../src/server/providers/speech/energy-vad.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { numbers, someAnswer, wordsPlayed } from '../../support/player.js'
import { HummingTts, MS_PER_CHAR, ScriptedStt, SpeechHarness, tone } from '../../support/speech.js'

const runs = process.env.VOICE_TEST_FULL ? 1_000 : 200

function talk(script: string[], heard: string[], options: { voice?: boolean } = {}) {
  const llm = new ScriptedModel(script.map((say) => [{ say }]))
  return new SpeechHarness({ llm, stt: new ScriptedStt(heard), tts: new HummingTts(), ...options })
}

describe('interruptions at any time', () => {
  it(`leave no stale sound and a history of what was played to within a word (${runs} of them)`, async () => {
    let stale = 0
    let worst = 0
    let interrupted = 0
    for (let seed = 1; seed <= runs; seed += 1) {
      const random = numbers(seed)
      const text = someAnswer(random)
      const test = talk([text, 'Fine.'], ['hello', 'stop that'], { voice: random() < 0.5 })
      await test.say()
      const [id = ''] = [...test.sound.keys()]
      // The first sound is sent in the turn that `say` ends with: 500 ms of silence and two frames after the voice.
      const firstSoundAt = test.clock.now()
      await test.pause(Math.floor(random() * text.length * MS_PER_CHAR * 1.1))
      const before = test.all('input_audio_buffer.speech_started').length
      const at = test.events.length
      await test.speak(700)
      const started = test.all('input_audio_buffer.speech_started').length > before
      const bytes = test.sound.get(id)
      await test.pause(2_000)
      stale += (test.sound.get(id) ?? 0) - (bytes ?? 0)
      expect(started, `seed ${seed}`).toBe(true)
      const truncated = test.events.slice(at).find((event) => event.type === 'conversation.item.truncated')
      if (test.types().includes('conversation.item.deleted')) {
        // Before more than a word was heard: the turn goes on, and its reply is begun again.
        expect(test.history, `seed ${seed}`).toEqual(['Fine.'])
        continue
      }
      const [heard = ''] = test.history
      expect(text.startsWith(heard), `seed ${seed}`).toBe(true)
      if (truncated?.type !== 'conversation.item.truncated') continue
      interrupted += 1
      const want = wordsPlayed(text, truncated.audio_end_ms)
      worst = Math.max(worst, Math.abs(want - heard.split(' ').filter(Boolean).length))
      expect(truncated.audio_end_ms).toBeLessThanOrEqual(test.clock.now() - firstSoundAt + 700)
    }
    console.log(
      `interruptions: ${runs}, ${interrupted} with truncation told, stale bytes ${stale}, off by at most ${worst} words`,
    )
    expect(stale).toBe(0)
    expect(worst).toBeLessThanOrEqual(1)
    expect(interrupted).toBeGreaterThan(runs / 5)
  }, 120_000)
})

describe('bad input', () => {
  const silence = new Uint8Array(9_600)
  const goesOn = async (test: SpeechHarness) => {
    await test.say()
    await test.clock.advance(5_000)
    expect(test.history.at(-1)).toBe('Still here.')
    expect(test.types()).not.toContain('error')
  }

  const minutes = process.env.VOICE_TEST_FULL ? 60 : 10

  it(`${minutes} minutes of silence, sent at once, are nothing`, async () => {
    const test = talk(['Still here.'], ['hello'])
    await test.pause(40)
    for (let ms = 0; ms < minutes * 60_000; ms += 200) test.session.receiveAudio(silence)
    expect(test.types()).toEqual([])
    await goesOn(test)
  })

  it('odd bytes and tiny pieces do not matter', async () => {
    const test = talk(['Still here.'], ['hello'])
    test.send({ type: 'session.update', session: {} })
    const sound = Buffer.concat([Buffer.from(tone(600, 24_000)), Buffer.alloc(48_000)])
    for (let at = 0; at < sound.length; at += 333)
      test.send({ type: 'input_audio_buffer.append', audio: sound.subarray(at, at + 333).toString('base64') })
    await test.clock.advance(5_000)
    expect(test.history).toEqual(['Still here.'])
  })

  it('a frame every five seconds ends turns instead of waiting for ever', async () => {
    const test = talk(['Still here.', 'Still here.'], ['', '', '', '', 'hello'])
    for (let frame = 0; frame < 20; frame += 1) {
      test.session.receiveAudio(tone(20, 24_000))
      await test.clock.advance(5_000)
    }
    expect(test.types().filter((type) => type === 'response.created').length).toBeLessThanOrEqual(1)
  })

  it('five minutes of speech without a pause are two turns, recognized in stretches of 30 s', async () => {
    const stt = new ScriptedStt(Array.from({ length: 12 }, (_, at) => `part ${at}`))
    const llm = new ScriptedModel([[{ say: 'Still here.' }]])
    const test = new SpeechHarness({ llm, stt, tts: new HummingTts() })
    await test.pause(40)
    for (let second = 0; second < 300; second += 1) {
      test.session.receiveAudio(tone(1_000, 24_000))
      if (second % 60 === 0) await test.clock.advance(20)
    }
    await test.pause(800)
    expect(test.all('input_audio_buffer.speech_started')).toHaveLength(2)
    expect(stt.heard.length).toBeGreaterThanOrEqual(10)
    expect(Math.max(...stt.heard)).toBeLessThanOrEqual(31 * 16_000)
    const said = test
      .all('conversation.item.input_audio_transcription.completed')
      .map((event) => event.transcript)
    expect(said.join(' ')).toMatch(/^part 0 part 1 .* part 9/)
    // Nobody talks over a user who speaks on: the one answer is to both turns.
    expect(test.history).toEqual(['Still here.'])
    expect(llm.requests[0]?.history).toHaveLength(2)
  })

  it('noise, clipping and stereo never break a session', async () => {
    const random = numbers(7)
    const llm = new ScriptedModel(() => [{ say: 'Still here.' }])
    const stt = new ScriptedStt([])
    const test = new SpeechHarness({ llm, stt, tts: new HummingTts(), vad: createEnergyVad() })
    for (let frame = 0; frame < 500; frame += 1) {
      const loud = random() < 0.5 ? 32_767 : 300
      const samples = Int16Array.from({ length: 480 }, () => Math.round((random() * 2 - 1) * loud))
      test.session.receiveAudio(new Uint8Array(samples.buffer))
      await test.clock.advance(20)
    }
    await test.pause(3_000)
    expect(test.types()).not.toContain('error')
  })
})
