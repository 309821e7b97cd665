import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../../src/ports.js'
import type { SpeechChunk, TextToSpeech } from '../../../src/server/model/text-to-speech.js'
import { createEnergyVad } from '../../../src/server/providers/speech/energy-vad.js'
import { bytesOf } from '../../../src/server/speech/audio/audio-format.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { HummingTts, ScriptedStt, SpeechHarness, tone } from '../../support/speech.js'
import { music } from '../../support/turn-trial.js'

const SAID = 'There are three pets in the shop. One of them is called Rex.'

/** A voice that says half a second of its first sentence, then ends, breaks down or says nothing more. */
class FalteringTts implements TextToSpeech {
  readonly name = 'test/voice:falters'
  #sentences = 0
  readonly #how: 'ends' | 'throws' | 'hangs'

  constructor(how: 'ends' | 'throws' | 'hangs') {
    this.#how = how
  }

  async *speak({ text }: { text: string }): AsyncGenerator<SpeechChunk> {
    this.#sentences += 1
    const falters = this.#sentences === 1
    yield { pcm: tone(falters ? 500 : text.length * 60, 24_000), rate: 24_000 }
    if (falters && this.#how === 'throws') throw new Error('socket hang up')
    if (falters && this.#how === 'hangs') await new Promise(() => {})
  }
}

const talk = (answers: string[], heard: ConstructorParameters<typeof ScriptedStt>[0]) => ({
  llm: new ScriptedModel(answers.map((say) => [{ say }])),
  stt: new ScriptedStt(heard),
  tts: new HummingTts(),
})

describe('a voice that stops in the middle of a sentence', () => {
  it.each(['ends', 'throws', 'hangs'] as const)('and %s leaves the whole answer as text', async (how) => {
    const parts = talk([SAID, 'Two.'], ['hello', 'again'])
    const test = new SpeechHarness({ ...parts, tts: new FalteringTts(how) })
    await test.say()
    await test.clock.advance(60_000)
    const [done] = test.all('response.done')
    expect(done?.response.status).toBe('completed')
    expect(done?.response.output?.[0]).toMatchObject({ content: [{ transcript: SAID }] })
    // The reason is said once, beside the conversation.
    const said = test.all('response.output_audio_transcript.done').map(({ transcript }) => transcript)
    expect(said).toHaveLength(how === 'ends' ? 1 : 2)
    expect(test.history).toEqual([SAID])
    await test.say()
    await test.clock.advance(20_000)
    expect(test.history.at(-1)).toBe('Two.')
    expect(test.types()).not.toContain('error')
  })
})

describe('sound that is odd', () => {
  it('music without words gets no answer', async () => {
    const parts = talk([], [])
    const test = new SpeechHarness({ ...parts, vad: createEnergyVad() })
    const sound = bytesOf(music(20, 24_000))
    for (let at = 0; at < sound.length; at += 9_600) {
      test.session.receiveAudio(sound.subarray(at, at + 9_600))
      await test.clock.advance(200)
    }
    await test.pause(3_000)
    expect(test.types()).not.toContain('response.created')
    expect(test.types()).not.toContain('error')
  })

  it('at ten times its pace is the same conversation', async () => {
    const test = new SpeechHarness(talk(['One.', 'Two.', 'Three.'], ['first', 'second', 'third']))
    const at10x = async (ms: number, frame: Uint8Array) => {
      for (let at = 0; at < ms; at += 200) {
        for (let piece = 0; piece < 10; piece += 1) test.session.receiveAudio(frame)
        await test.clock.advance(20)
      }
    }
    await test.pause(40)
    for (let turn = 0; turn < 3; turn += 1) {
      await at10x(1_000, tone(20, 24_000))
      await at10x(2_000, new Uint8Array(960))
    }
    await test.clock.advance(5_000)
    const heard = test.all('conversation.item.input_audio_transcription.completed')
    expect(heard.map(({ transcript }) => transcript)).toEqual(['first', 'second', 'third'])
    expect(test.history.at(-1)).toBe('Three.')
    expect(test.types()).not.toContain('error')
  })

  it('at a third of its pace is said in the log, once, with what it may be', async () => {
    const lines: [string, unknown][] = []
    const logger = {
      ...silentLogger,
      warn: (text: string, fields?: object) => void lines.push([text, fields]),
    }
    const test = new SpeechHarness({ ...talk([], []), logger })
    // 20 ms at 8 kHz, taken for 24.
    for (let frame = 0; frame < 1_000; frame += 1) {
      test.session.receiveAudio(new Uint8Array(320))
      await test.clock.advance(20)
    }
    expect(lines).toHaveLength(1)
    expect(lines[0]).toEqual([
      'the audio of a client is odd',
      expect.objectContaining({ reason: expect.stringContaining('8 kHz sent as 24 kHz') }),
    ])
  })
})

describe('words that come late', () => {
  it('after the next turn began are those of their own turn, and one answer is to both', async () => {
    let answer: (text: string) => void = () => {}
    const late = new Promise<string>((resolve) => {
      answer = resolve
    })
    const parts = talk(['Both.'], [late, 'and the orders'])
    const test = new SpeechHarness(parts)
    await test.say()
    await test.pause(1_000)
    await test.speak(400)
    answer('the pets')
    await test.speak(400)
    await test.pause(2_000)
    const heard = test.all('conversation.item.input_audio_transcription.completed')
    const items = test.all('input_audio_buffer.committed').map(({ item_id }) => item_id)
    expect(heard.map(({ item_id, transcript }) => [item_id, transcript])).toEqual([
      [items[0], 'the pets'],
      [items[1], 'and the orders'],
    ])
    expect(parts.llm.requests.map(({ history }) => history)).toEqual([
      [
        { role: 'user', text: 'the pets' },
        { role: 'user', text: 'and the orders' },
      ],
    ])
    expect(test.history).toEqual(['Both.'])
  })
})
