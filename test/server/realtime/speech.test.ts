import { describe, expect, it } from 'vitest'
import { initialState, reduce } from '../../../src/client/state.js'
import { SpeechError } from '../../../src/server/model/speech-error.js'
import type { TextToSpeech } from '../../../src/server/model/text-to-speech.js'
import { createSemanticDetector } from '../../../src/server/speech/turns/detectors.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import { settle, VirtualClock } from '../../../src/testing/virtual-clock.js'
import { HummingTts, MS_PER_CHAR, ScriptedStt, SpeechHarness } from '../../support/speech.js'

const ANSWER = 'There are three pets in the shop today. One of them is called Rex. The others are cats.'

function harness(
  script: ScriptedStep[],
  heard: ConstructorParameters<typeof ScriptedStt>[0],
  options: Partial<ConstructorParameters<typeof SpeechHarness>[0]> & { streams?: boolean } = {},
) {
  const stt = new ScriptedStt(heard, { streams: options.streams ?? false })
  const tts = new HummingTts()
  const llm = new ScriptedModel(script)
  return Object.assign(new SpeechHarness({ llm, stt, tts, ...options }), { stt, tts, llm })
}

/** The events of a turn without sound and the session's own. */
const shape = (types: string[]) => types.filter((type) => !/^voice\.|\.delta$/.test(type))

describe('a spoken turn', () => {
  it('has the order of the protocol from the first sound to the last', async () => {
    const test = harness([[{ say: ANSWER }]], ['list the pets'])
    await test.say()
    await test.clock.advance(1_000)
    expect(shape(test.types())).toEqual([
      'input_audio_buffer.speech_started',
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
      'conversation.item.added',
      'conversation.item.done',
      'conversation.item.input_audio_transcription.completed',
      'response.created',
      'response.output_item.added',
      'conversation.item.added',
      'response.content_part.added',
      'response.output_audio.done',
      'response.output_audio_transcript.done',
      'response.content_part.done',
      'response.output_item.done',
      'conversation.item.done',
      'response.done',
    ])
    expect(test.llm.requests[0]?.history).toEqual([{ role: 'user', text: 'list the pets' }])
    expect(test.all('response.done')[0]?.response).toMatchObject({
      status: 'completed',
      output_modalities: ['audio'],
      output: [{ content: [{ type: 'output_audio', transcript: ANSWER }] }],
    })
    expect([...test.sound.values()]).toEqual([ANSWER.replace(/ (?=One|The)/g, '').length * MS_PER_CHAR * 48])
    expect(test.history).toEqual([ANSWER])
  })

  it('names one item in all events of the user, with the places in the sound', async () => {
    const test = harness([[{ say: 'Hi.' }]], ['hello'])
    await test.pause(1_000)
    await test.say(640)
    const [started] = test.all('input_audio_buffer.speech_started')
    const [stopped] = test.all('input_audio_buffer.speech_stopped')
    const [completed] = test.all('conversation.item.input_audio_transcription.completed')
    expect(new Set([started?.item_id, stopped?.item_id, completed?.item_id]).size).toBe(1)
    expect(Math.abs((started?.audio_start_ms ?? 0) - (1_000 - 300))).toBeLessThan(100)
    expect(Math.abs((stopped?.audio_end_ms ?? 0) - 1_640)).toBeLessThan(100)
    expect(completed).toMatchObject({ transcript: 'hello', usage: { type: 'duration' } })
  })

  it('comes as base64 for a stock client, never as a frame or an event of ours', async () => {
    const test = harness([[{ say: 'Hi there.' }]], ['hello'], { voice: false })
    await test.say()
    expect(test.types().some((type) => type.startsWith('voice.'))).toBe(false)
    expect(test.all('response.output_audio.delta').length).toBeGreaterThan(0)
  })

  it('is sent in pieces no longer than 200 ms, in any format', async () => {
    for (const [format, bytesPerMs] of [
      [{ type: 'audio/pcm' }, 48],
      [{ type: 'audio/pcm', rate: 8_000 }, 16],
      [{ type: 'audio/pcm', rate: 48_000 }, 96],
      [{ type: 'audio/pcmu' }, 8],
      [{ type: 'audio/pcma' }, 8],
    ] as const) {
      const test = harness([[{ say: 'Hello to you.' }]], ['hello'], { voice: false })
      test.send({ type: 'session.update', session: { audio: { output: { format } } } })
      await test.say()
      await test.clock.advance(2_000)
      const pieces = test
        .all('response.output_audio.delta')
        .map(({ delta }) => Buffer.from(delta, 'base64').length)
      expect(Math.max(...pieces)).toBeLessThanOrEqual(200 * bytesPerMs)
      expect(pieces.reduce((sum, length) => sum + length, 0)).toBe(
        'Hello to you.'.length * MS_PER_CHAR * bytesPerMs,
      )
    }
  })

  it('answers in text when the client wants text, or the user types', async () => {
    const test = harness([[{ say: 'One.' }], [{ say: 'Two.' }]], ['hello', 'hello'])
    test.send({ type: 'session.update', session: { output_modalities: ['text'] } })
    await test.say()
    await test.pause(1_000)
    test.send({ type: 'session.update', session: { output_modalities: ['audio'] } })
    test.send({ type: 'voice.mode', mode: 'text' })
    await test.say()
    expect(test.all('response.output_text.done').map(({ text }) => text)).toEqual(['One.', 'Two.'])
    expect(test.tts.said).toEqual([])
  })

  it('speaks the first sentence while the model still writes', async () => {
    const clock = new VirtualClock(0)
    const script: ScriptedStep[] = [
      [{ say: 'First things first. ' }, { waitMs: 5_000 }, { say: 'Then the rest.' }],
    ]
    const llm = new ScriptedModel(script, { clock })
    const test = harness([], ['hello'], { llm, clock })
    await test.say()
    expect(test.tts.said).toEqual(['First things first.'])
    await test.clock.advance(6_000)
    expect(test.tts.said).toEqual(['First things first.', 'Then the rest.'])
  })

  it('tells how long each stage took', async () => {
    const test = harness([[{ say: 'Hi.' }]], ['hello'])
    await test.say()
    const stages = test.all('voice.metrics')[0]?.stages_ms
    expect(stages).toMatchObject({ transcript: 0, first_audio: 0 })
    expect(stages?.end_of_speech).toBeGreaterThanOrEqual(500)
    expect(stages?.end_of_speech).toBeLessThan(500 + 64)
  })

  it('goes through the states of voice.v1', async () => {
    const test = harness([[{ say: 'Hi there.' }]], ['hello'])
    await test.say()
    await test.clock.advance(10_000)
    expect(test.all('voice.state').map(({ state }) => state)).toEqual([
      'listening',
      'thinking',
      'speaking',
      'idle',
    ])
  })
})

describe('a turn that is not one', () => {
  it('gets no answer when the recognizer hears no words, and the model is never told', async () => {
    const test = harness([[{ say: 'Hi.' }]], ['', 'hello'])
    await test.say()
    expect(test.types()).not.toContain('response.created')
    await test.say()
    expect(test.llm.requests[0]?.history).toEqual([{ role: 'user', text: 'hello' }])
  })

  it.each([20, 40, 60])('a click of %i ms is nothing at all', async (ms) => {
    const test = harness([], [])
    await test.say(ms)
    expect(test.types()).toEqual([])
  })

  it('says in words why it cannot hear, once, and goes on in text', async () => {
    const refused = () => new SpeechError('unauthorized', { provider: 'test/ears', message: 'HTTP 401' })
    const test = harness([[{ say: 'Typed.' }]], [refused(), refused()])
    await test.say()
    await test.pause(6_000)
    await test.say()
    await test.clock.advance(20_000)
    const failed = test.all('conversation.item.input_audio_transcription.failed')
    expect(failed).toHaveLength(2)
    expect(failed[0]?.error).toMatchObject({ code: 'unauthorized' })
    const said = test.all('response.output_audio_transcript.done').map(({ transcript }) => transcript)
    expect(said).toEqual(['I cannot hear you: test/ears refused the key (HTTP 401). Please type instead.'])
    expect(test.types()).not.toContain('error')
    test.session.conversation.addItem({
      id: 'typed',
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: 'hello' }],
    })
    test.send({ type: 'response.create' })
    await settle()
    expect(test.history).toEqual(['Typed.'])
  })

  it('says in words why it cannot speak, and shows the answer all the same', async () => {
    const test = harness([[{ say: 'One thing. And another.' }]], ['hello'], {
      tts: new HummingTts({ failAt: 1 }),
    })
    await test.say()
    await test.clock.advance(10_000)
    const shown = test.all('response.output_audio_transcript.done').map(({ transcript }) => transcript)
    expect(shown).toEqual([
      'One thing. And another.',
      'I cannot speak: test/voice:hum is over its limit (HTTP 429). I answer in text.',
    ])
    expect(test.history).toEqual(['One thing. And another.'])
  })
})

describe('words that come late', () => {
  it('stay with their turn, and the answer waits for all of them', async () => {
    let tellFirst = (_: string) => {}
    const first = new Promise<string>((resolve) => {
      tellFirst = resolve
    })
    const test = harness([[{ say: 'Both.' }]], [first, 'and the dogs'])
    await test.say()
    await test.pause(1_000)
    await test.say()
    expect(test.types()).not.toContain('response.created')
    tellFirst('list the cats')
    await settle()
    expect(test.llm.requests[0]?.history).toEqual([
      { role: 'user', text: 'list the cats' },
      { role: 'user', text: 'and the dogs' },
    ])
    expect(test.all('response.created')).toHaveLength(1)
  })

  it('hold back a response the client asks for after its commit', async () => {
    const test = harness([[{ say: 'Hi.' }]], ['hello'])
    test.send({ type: 'session.update', session: { audio: { input: { turn_detection: null } } } })
    await test.speak(500)
    expect(test.types()).toEqual(['session.updated'])
    test.send({ type: 'input_audio_buffer.commit' })
    test.send({ type: 'response.create' })
    await settle()
    await test.clock.advance(100)
    expect(test.llm.requests[0]?.history).toEqual([{ role: 'user', text: 'hello' }])
    expect(test.all('response.created')).toHaveLength(1)
    expect(test.types()).not.toContain('error')
  })

  it('an empty commit is an error, a repeated clear is none', async () => {
    const test = harness([], [])
    test.send({ type: 'input_audio_buffer.commit' })
    test.send({ type: 'session.update', session: { audio: { input: { turn_detection: null } } } })
    test.send({ type: 'input_audio_buffer.commit' })
    test.send({ type: 'input_audio_buffer.clear' })
    test.send({ type: 'input_audio_buffer.clear' })
    expect(test.all('error').map(({ error }) => error.code)).toEqual([
      'input_audio_buffer_commit_empty',
      'input_audio_buffer_commit_empty',
    ])
  })
})

describe('an interruption', () => {
  const long = 'This is a long answer with many words in it that goes on and on. '.repeat(2).trim()

  async function speaking(
    heard: ConstructorParameters<typeof ScriptedStt>[0],
    options: Parameters<typeof harness>[2] = {},
  ) {
    const test = harness([[{ say: long }], [{ say: 'Fine.' }]], ['hello', ...heard], options)
    await test.say()
    await test.pause(1_000)
    return test
  }

  it.each([
    ['voice.v1', {}],
    ['the stock protocol', { voice: false }],
  ])('pauses the output within 96 ms, and stops it with the first words, in %s', async (_, options) => {
    const test = await speaking(['stop'], options)
    await test.speak(100)
    if (!('voice' in options)) expect(test.all('voice.state').at(-1)?.state).toBe('listening')
    expect(test.all('input_audio_buffer.speech_started')).toHaveLength(1)
    await test.speak(300)
    expect(test.all('input_audio_buffer.speech_started')).toHaveLength(2)
  })

  it.each([
    ['mm-hm', {}],
    ['yeah', { voice: false }],
    ['I see', { streams: true }],
    ['okay, right', { voice: false, streams: true }],
  ])('is no %j, however long it is said: no event, no answer (%j)', async (words, options) => {
    for (const type of ['server_vad', 'semantic_vad']) {
      const test = await speaking([words], options)
      test.send({ type: 'session.update', session: { audio: { input: { turn_detection: { type } } } } })
      await test.speak(200)
      if ('streams' in options) test.stt.listener?.onPartial(words)
      await test.speak(900)
      await test.pause(2_000)
      await test.clock.advance(30_000)
      expect(test.all('input_audio_buffer.speech_started')).toHaveLength(1)
      expect(test.llm.requests).toHaveLength(1)
      expect(test.history).toEqual([long])
    }
  })

  it.each([
    ['a long answer with many', 1],
    ['Long answer, with manny words', 1],
    ['many short words', 2],
    ['stop', 2],
  ])('is no echo of what the agent is just saying: "%s"', async (words, turns) => {
    for (const voice of [true, false]) {
      const test = await speaking([words], { voice })
      await test.speak(700)
      await test.pause(1_000)
      expect(test.all('input_audio_buffer.speech_started')).toHaveLength(turns)
    }
  })

  it('is a "yes" that answers a question', async () => {
    const asks = 'There are three open orders for Anna at this time. Should I cancel the oldest one of them?'
    const test = harness([[{ say: asks }], [{ say: 'Fine.' }]], ['hello', 'yes'])
    await test.say()
    await test.pause(3_000)
    await test.speak(400)
    await test.pause(2_000)
    expect(test.llm.requests).toHaveLength(2)
  })

  it('is taken for one by its sound where the recognizer fails', async () => {
    const failure = new SpeechError('unavailable', { provider: 'test/ears', message: 'HTTP 503' })
    const test = await speaking([failure])
    await test.speak(500)
    expect(test.all('input_audio_buffer.speech_started')).toHaveLength(2)
  })

  it.each([
    ['yeah', 1],
    ['', 1],
    ['stop', 2],
  ])('of 400 ms is decided by its words where they come late: "%s"', async (heard, turns) => {
    const test = await speaking([heard])
    await test.speak(400)
    await test.pause(1_500)
    expect(test.all('input_audio_buffer.speech_started')).toHaveLength(turns)
    expect(test.all('input_audio_buffer.speech_stopped')).toHaveLength(turns)
    await test.clock.advance(30_000)
    expect(test.history.at(-1)).toBe(turns === 1 ? long : 'Fine.')
  })

  it('of 400 ms is one when its words do not come within a second', async () => {
    const test = await speaking([new Promise<string>(() => {})])
    await test.speak(400)
    await test.pause(800)
    expect(test.all('input_audio_buffer.speech_started')).toHaveLength(1)
    await test.pause(400)
    expect(test.all('input_audio_buffer.speech_started')).toHaveLength(2)
  })

  it('sends no sound of the old reply after the cancel, and keeps what was heard to within a word', async () => {
    const test = await speaking(['stop that'])
    const [oldId = ''] = [...test.sound.keys()]
    await test.speak(600)
    const bytes = test.sound.get(oldId)
    const played = test.all('conversation.item.truncated')[0]?.audio_end_ms ?? 0
    await test.pause(1_000)
    await test.clock.advance(30_000)
    expect(test.sound.get(oldId)).toBe(bytes)
    const [heard = ''] = test.history
    expect(long.startsWith(heard)).toBe(true)
    const expected = long.slice(0, played / MS_PER_CHAR)
    expect(Math.abs(heard.split(' ').length - expected.split(' ').length)).toBeLessThanOrEqual(1)
    expect(test.llm.requests[1]?.history).toMatchObject([
      { role: 'user', text: 'hello' },
      { role: 'assistant', text: heard },
      { role: 'user', text: 'stop that' },
    ])
  })

  it('of a reply that is still being written ends it as turn_detected', async () => {
    const clock = new VirtualClock(0)
    const script: ScriptedStep[] = [
      [{ say: 'A first sentence that is long enough. ' }, { waitMs: 60_000 }, { say: 'Never.' }],
    ]
    const llm = new ScriptedModel(script, { clock })
    const test = harness([], ['hello', 'wait'], { llm, clock })
    await test.say()
    await test.speak(500)
    expect(test.all('response.done')[0]?.response).toMatchObject({
      status: 'cancelled',
      status_details: { reason: 'turn_detected' },
      output: [{ status: 'incomplete' }],
    })
    const types = test.types()
    expect(types.lastIndexOf('input_audio_buffer.speech_started')).toBeLessThan(
      types.indexOf('response.done'),
    )
  })

  it.each([100, 160, 220])('a cough of %i ms is none: the output goes on', async (ms) => {
    const test = await speaking([])
    await test.speak(ms)
    await test.pause(1_000)
    expect(test.all('input_audio_buffer.speech_started')).toHaveLength(1)
    await test.clock.advance(30_000)
    expect(test.history).toEqual([long])
    expect(
      test
        .all('voice.state')
        .map(({ state }) => state)
        .slice(-3),
    ).toEqual(['listening', 'speaking', 'idle'])
  })

  it('"mm-hm" is none where words come early, also when it is long', async () => {
    const test = await speaking(['mm-hm'], { streams: true })
    await test.speak(200)
    test.stt.listener?.onPartial('mm-hm')
    await test.speak(400)
    await test.pause(1_000)
    expect(test.all('input_audio_buffer.speech_started')).toHaveLength(1)
  })

  it('a word is one at once where words come early', async () => {
    const test = await speaking(['stop'], { streams: true })
    await test.speak(120)
    test.stt.listener?.onPartial('stop')
    await test.speak(40)
    expect(test.all('input_audio_buffer.speech_started')).toHaveLength(2)
  })

  it.each(['', 'mm-hm', 'yeah right'])(
    'that turns out to be %j is taken back: the rest is said',
    async (words) => {
      const test = await speaking([words])
      await test.speak(500)
      await test.pause(2_000)
      await test.clock.advance(60_000)
      expect(test.llm.requests).toHaveLength(1)
      expect(test.history.join(' ')).toBe(long)
    },
  )

  it('is not taken when the client does not want it', async () => {
    const test = harness([[{ say: long }], [{ say: 'Fine.' }]], ['hello', 'and another thing'])
    test.send({
      type: 'session.update',
      session: { audio: { input: { turn_detection: { type: 'server_vad', interrupt_response: false } } } },
    })
    await test.say()
    await test.pause(500)
    await test.speak(600)
    await test.pause(1_000)
    await test.clock.advance(60_000)
    expect(test.all('response.done').map(({ response }) => response.status)).toEqual([
      'completed',
      'completed',
    ])
    expect(test.history).toEqual([long, 'Fine.'])
  })

  it('by response.cancel after the reply was written stops the sound', async () => {
    const test = await speaking([])
    test.send({ type: 'response.cancel' })
    await test.clock.advance(60_000)
    expect(test.types()).not.toContain('error')
    expect(test.history[0]?.length).toBeLessThan(long.length)
    test.send({ type: 'response.cancel' })
    expect(test.all('error').map(({ error }) => error.code)).toEqual(['response_cancel_not_active'])
  })

  it('by response.cancel stops only the sound of the response that it names', async () => {
    const test = await speaking([])
    test.send({ type: 'response.cancel', response_id: 'resp_of_long_ago' })
    expect(test.all('error').map(({ error }) => error.code)).toEqual(['response_cancel_not_active'])
    test.send({ type: 'response.cancel', response_id: test.all('response.created')[0]!.response.id })
    expect(test.all('error')).toHaveLength(1)
    await test.clock.advance(60_000)
    expect(test.history[0]?.length).toBeLessThan(long.length)
  })
})

describe('a code block', () => {
  it('is shown and not spoken, however many lines it has', async () => {
    const say = 'Here it is:\n```json\n{\n  "price": 250\n}\n```\nIs it right?'
    const test = harness([[{ say }], [{ say: 'Fine.' }]], ['show it', 'yes'])
    await test.say()
    await test.clock.advance(20_000)
    expect(test.tts.said).toEqual(['Here it is:', 'Is it right?'])
    expect(test.history[0]).toBe(say)
  })
})

describe('a reply in another language than English', () => {
  it('is spoken with its own digits, which the voice reads in its language', async () => {
    const test = harness([[{ say: 'Es kostet 12,50 €.' }]], ['hallo'], { language: 'de' })
    await test.say()
    await test.clock.advance(10_000)
    expect(test.tts.said).toEqual(['Es kostet 12,50 €.'])
  })
})

describe('a request for approval', () => {
  const rename = new FakeTool({
    name: 'rename_pet',
    effect: 'write',
    parameters: { type: 'object', properties: { newName: { type: 'string' } } },
  })

  it.each([
    ['when it is spoken', 'voice', 'new name Rex'],
    ['when the user types', 'text', 'new name Rex'],
  ])('names its fields in words %s', async (_, mode, want) => {
    const test = harness([[{ call: 'rename_pet', input: { newName: 'Rex' } }]], ['rename it to Rex'], {
      tools: [rename],
    })
    test.send({ type: 'voice.mode', mode })
    await test.say()
    await test.clock.advance(10_000)
    expect(test.session.conversation.history.lastAnswer()).toContain(want)
  })

  it.each(['voice', 'text'])('is explained after its item, and the card has the words: %s', async (mode) => {
    const test = harness([[{ call: 'rename_pet', input: { newName: 'Rex' } }]], ['rename it to Rex'], {
      tools: [rename],
    })
    test.send({ type: 'voice.mode', mode })
    await test.say()
    await test.clock.advance(10_000)
    const [asked] = test.all('voice.approval')
    const [request] = test
      .all('conversation.item.added')
      .filter(({ item }) => item.type === 'mcp_approval_request')
    expect(asked?.requests[0]?.approval_request_id).toBe(request?.item.id)
    expect(test.events.indexOf(asked!)).toBeGreaterThan(test.events.indexOf(request!))
    const shown = test.events.reduce(reduce, initialState).items.find(({ kind }) => kind === 'approval')
    expect(shown).toMatchObject({ question: { text: asked?.requests[0]?.text, destructive: false } })
  })
})

describe('truncation', () => {
  it('keeps what the client says was heard, clamped to what was sent', async () => {
    const test = harness([[{ say: ANSWER }]], ['hello'], { voice: false })
    await test.say()
    await test.clock.advance(60_000)
    const [id = ''] = [...test.sound.keys()]
    test.send({
      type: 'conversation.item.truncate',
      item_id: id,
      content_index: 0,
      audio_end_ms: 15 * MS_PER_CHAR,
    })
    expect(test.history).toEqual(['There are three'])
    test.send({ type: 'conversation.item.truncate', item_id: id, content_index: 0, audio_end_ms: 1e9 })
    const ends = test.all('conversation.item.truncated').map((event) => event.audio_end_ms)
    expect(ends).toEqual([15 * MS_PER_CHAR, (ANSWER.length - 2) * MS_PER_CHAR])
  })

  it('is confirmed with whole milliseconds, which typed clients need', async () => {
    const tts: TextToSpeech = {
      name: 'test/odd',
      async *speak() {
        yield { pcm: new Uint8Array(2 * 24_001), rate: 24_000 }
      },
    }
    const test = harness([[{ say: ANSWER }]], ['hello'], { voice: false, tts })
    await test.say()
    await test.clock.advance(60_000)
    const [id = ''] = [...test.sound.keys()]
    for (const end of [1e9, 12.6])
      test.send({ type: 'conversation.item.truncate', item_id: id, content_index: 0, audio_end_ms: end })
    const ends = test.all('conversation.item.truncated').map((event) => event.audio_end_ms)
    expect(ends).toEqual([expect.any(Number), 13])
    expect(ends.every(Number.isInteger)).toBe(true)
  })

  it('believes the player that says how far it is', async () => {
    const test = harness([[{ say: ANSWER }]], ['hello', 'stop'])
    await test.say()
    await test.pause(2_000)
    const [id = ''] = [...test.sound.keys()]
    test.send({ type: 'voice.playback', item_id: id, content_index: 0, played_ms: 9 * MS_PER_CHAR })
    await test.speak(540)
    expect(test.history[0]).toMatch(/^There are( three)?$/)
  })
})

describe('turn detection', () => {
  it('waits for the rest of an unfinished sentence, and answers a whole one soon', async () => {
    const test = harness([[{ say: 'Ok.' }]], ['show me the pets and'], { detector: createSemanticDetector() })
    await test.speak(600)
    await test.pause(1_200)
    expect(test.types()).not.toContain('input_audio_buffer.speech_stopped')
    await test.pause(1_000)
    expect(test.types()).toContain('input_audio_buffer.speech_stopped')
    const soon = harness([[{ say: 'Ok.' }]], ['show me the pets.'], { detector: createSemanticDetector() })
    await soon.speak(600)
    await soon.pause(680)
    expect(soon.types()).toContain('input_audio_buffer.speech_stopped')
  })

  it('takes silence_duration_ms of the client', async () => {
    const test = harness([[{ say: 'Ok.' }]], ['hello'])
    const detection = { type: 'server_vad', silence_duration_ms: 1_500 }
    test.send({ type: 'session.update', session: { audio: { input: { turn_detection: detection } } } })
    await test.speak(600)
    await test.pause(1_300)
    expect(test.types()).not.toContain('input_audio_buffer.speech_stopped')
    await test.pause(300)
    expect(test.types()).toContain('input_audio_buffer.speech_stopped')
  })

  it('ends a turn when the microphone falls silent for good', async () => {
    const test = harness([[{ say: 'Ok.' }]], ['hello'])
    await test.speak(600)
    await test.clock.advance(3_000)
    expect(test.types()).toContain('response.done')
  })

  it('joins what is said on both sides of a short pause', async () => {
    const test = harness([[{ say: 'Ok.' }]], ['show the pets'])
    await test.speak(400)
    await test.pause(300)
    await test.speak(400)
    await test.pause(800)
    expect(test.all('input_audio_buffer.speech_started')).toHaveLength(1)
    expect(test.stt.heard[0]).toBeGreaterThan(16 * 1_100)
  })

  it('a tool of the server runs in a spoken turn, and its result is never read out raw', async () => {
    const tool = new FakeTool({ name: 'list_pets', answer: [{ name: 'Rex', id: 'x'.repeat(40) }] })
    const test = harness([[{ call: 'list_pets' }], [{ say: 'You have Rex.' }]], ['list pets'], {
      tools: [tool],
    })
    await test.say()
    await test.clock.advance(1_000)
    expect(test.tts.said).toEqual(['You have Rex.'])
    expect(shape(test.types())).toContain('response.mcp_call.completed')
  })

  it('a client that asks again while the answer is still being said gets no answer in between', async () => {
    const longer = `${ANSWER} `.repeat(5)
    const test = harness([[{ call: 'list_pets' }], [{ say: longer }]], ['list pets'], {
      tools: [new FakeTool({ name: 'list_pets', answer: [] })],
    })
    await test.say()
    expect(test.session.conversation.replying).toBe(false)
    expect(test.all('response.done')).toEqual([])
    test.send({ type: 'response.create' })
    test.send({ type: 'response.create' })
    expect(test.all('error').map(({ error }) => error.code)).toEqual([
      'conversation_already_has_active_response',
    ])
    await test.clock.advance(30_000)
    expect(test.all('response.created')).toHaveLength(1)
    expect(test.all('response.done')).toHaveLength(1)
  })
})
