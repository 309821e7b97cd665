import { afterEach, describe, expect, it } from 'vitest'
import { encodeG711, samplesOf } from '../../../src/server/speech/audio/audio-format.js'
import { ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import { settle } from '../../../src/testing/virtual-clock.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'
import { complaintsAbout } from '../../support/event-schemas.js'
import { brokenRules } from '../../support/protocol-rules.js'
import { RawClient } from '../../support/raw-client.js'
import { HummingTts, ScriptedStt, SpeechHarness, tone } from '../../support/speech.js'

let server: TestServer | undefined
let harnesses: SpeechHarness[] = []

afterEach(async () => {
  await server?.close()
  server = undefined
  const heard = harnesses
  harnesses = []
  for (const { events } of heard) {
    expect(events.flatMap(complaintsAbout)).toEqual([])
    expect(brokenRules(events)).toEqual([])
  }
})

/** A session as a stock client has it. */
function stock(
  script: ScriptedStep[],
  heard: string[],
  options: Partial<ConstructorParameters<typeof SpeechHarness>[0]> = {},
) {
  const llm = new ScriptedModel(script)
  const parts = { llm, stt: new ScriptedStt(heard), tts: new HummingTts(), voice: false, ...options }
  const test = new SpeechHarness(parts)
  test.session.sendCreated()
  harnesses.push(test)
  const update = (session: object) => test.send({ type: 'session.update', session })
  const say = (text: string) => {
    const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }
    test.send({ type: 'conversation.item.create', item })
  }
  return Object.assign(test, { llm, update, type: say, stt: parts.stt as ScriptedStt })
}

const detection = (fields: object) => ({ audio: { input: { turn_detection: fields } } })

describe('a setting', () => {
  it.each([
    { audio: { input: { noise_reduction: { type: 'far_field' } } } },
    { audio: { input: { transcription: { model: 'whisper-1', language: 'de', prompt: 'pets' } } } },
    { audio: { input: { transcription: { languages: ['de', 'en'], keywords: ['Rex'], delay: 'low' } } } },
    { audio: { output: { speed: 1.25, voice: 'marin' } } },
    { audio: { output: { voice: { id: 'voice_1' } } } },
    { audio: { input: { format: { type: 'audio/pcmu' } }, output: { format: { type: 'audio/pcma' } } } },
    detection({ type: 'server_vad', threshold: 0.7, idle_timeout_ms: 8_000 }),
    detection({ type: 'server_vad', create_response: false, interrupt_response: false }),
    detection({ type: 'semantic_vad', eagerness: 'low' }),
    { tracing: { workflow_name: 'shop', group_id: 'g', metadata: { a: 1 } } },
    { tracing: 'auto' },
    { prompt: { id: 'pmpt_1', version: '2', variables: { city: 'Rome' } } },
    { truncation: { type: 'retention_ratio', retention_ratio: 0.5 } },
    { truncation: 'disabled' },
    { parallel_tool_calls: false, tool_choice: 'none', max_output_tokens: 100 },
    { include: ['item.input_audio_transcription.logprobs'] },
    { reasoning: { effort: 'low' } },
  ])('is taken and shown: %j', (session) => {
    const test = stock([], [])
    test.update({ type: 'realtime', ...session })
    expect(test.all('session.updated')[0]?.session).toMatchObject(session)
    expect(test.types()).not.toContain('error')
  })

  it('of turn detection that goes too far is shown as it takes effect', () => {
    const test = stock([], [])
    const far = {
      threshold: 5,
      prefix_padding_ms: 90_000,
      silence_duration_ms: 90_000,
      create_response: 'no',
    }
    test.update(detection({ type: 'server_vad', ...far }))
    const effect = {
      threshold: 1,
      prefix_padding_ms: 1_000,
      silence_duration_ms: 30_000,
      create_response: true,
    }
    expect(test.all('session.updated')[0]?.session).toMatchObject(
      detection({ type: 'server_vad', ...effect }),
    )
    test.update(detection({ type: 'semantic_vad', eagerness: 'fast' }))
    expect(test.all('session.updated')[1]?.session).toMatchObject(
      detection({ type: 'semantic_vad', eagerness: 'auto' }),
    )
  })

  it.each<[session: object, param: string]>([
    [{ parallel_tool_calls: 'no' }, 'parallel_tool_calls'],
    [{ tool_choice: 'some' }, 'tool_choice'],
    [{ max_output_tokens: 0 }, 'max_output_tokens'],
    [{ tools: [{ type: 'function', name: 'not a name' }] }, 'tools[0].name'],
    [{ truncation: ['auto'] }, 'truncation'],
    [{ tracing: 5 }, 'tracing'],
    [{ prompt: 'pmpt_1' }, 'prompt'],
    [{ reasoning: 'low' }, 'reasoning'],
    [{ include: [1] }, 'include'],
    [{ audio: { input: { noise_reduction: 'near_field' } } }, 'audio.input.noise_reduction'],
    [{ audio: { input: { transcription: [] } } }, 'audio.input.transcription'],
    [{ audio: { output: { voice: ['alloy'] } } }, 'audio.output.voice'],
    [{ audio: { output: { speed: 'fast' } } }, 'audio.output.speed'],
  ])('of a wrong type is refused, and nothing of its event takes effect: %j', (session, param) => {
    const test = stock([], [])
    test.update({ instructions: 'x', ...session })
    expect(test.all('error').map(({ error }) => [error.code, error.param])).toEqual([
      ['invalid_value', `session.${param}`],
    ])
    expect(test.types()).not.toContain('session.updated')
  })

  it('is not shown when the protocol does not know it, at any depth', () => {
    const test = stock([], [])
    test.update({
      ...{ voice: 'alloy', input_audio_transcription: { model: 'whisper-1' }, made_up: 1 },
      audio: {
        made_up: 1,
        input: { made_up: 1, turn_detection: { type: 'semantic_vad', threshold: 0.9, made_up: 1 } },
        output: { made_up: 1, format: { type: 'audio/pcm', made_up: 1 } },
      },
    })
    expect(test.types()).not.toContain('error')
    const { session } = test.all('session.updated')[0]!
    expect(JSON.stringify(session)).not.toMatch(/made_up|threshold|input_audio_transcription|whisper/)
    expect(session).not.toHaveProperty('voice')
  })

  it('goes back to what it was with null; turn detection goes off', () => {
    const test = stock([], [])
    test.update({
      ...{ instructions: 'x', output_modalities: ['text'], tool_choice: 'none', max_output_tokens: 5 },
      audio: { input: { noise_reduction: { type: 'near_field' } }, output: { speed: 1.5 } },
    })
    test.update({
      ...{ instructions: null, output_modalities: null, tool_choice: null, max_output_tokens: null },
      audio: { input: { noise_reduction: null, turn_detection: null, format: null }, output: null },
    })
    const { session } = test.all('session.updated')[1]!
    const format = { type: 'audio/pcm', rate: 24_000 }
    expect(session).toMatchObject({
      ...{ instructions: '', output_modalities: ['audio'], tool_choice: 'auto', max_output_tokens: 'inf' },
      audio: { input: { format, turn_detection: null }, output: { format, speed: 1 } },
    })
    expect(JSON.stringify(session)).not.toContain('noise_reduction')
  })

  it('holds in the middle of a reply from the next one on', async () => {
    const test = stock([[{ say: 'One two three.' }], [{ say: 'Four.' }]], [])
    test.type('count')
    test.send({ type: 'response.create' })
    test.update({ output_modalities: ['text'] })
    await settle()
    await test.clock.advance(10_000)
    test.type('on')
    test.send({ type: 'response.create' })
    await settle()
    expect(test.all('response.done').map(({ response }) => response.output_modalities)).toEqual([
      ['audio'],
      ['text'],
    ])
  })
})

describe('sound', () => {
  it.each(['audio/pcmu', 'audio/pcma'] as const)('comes in as %s', async (type) => {
    const test = stock([[{ say: 'Hi.' }]], ['hello'])
    test.update({ audio: { input: { format: { type } } } })
    const loud = encodeG711(samplesOf(tone(20, 8_000)), type)
    const silent = encodeG711(new Int16Array(160), type)
    for (let at = 0; at < 70; at += 1) {
      const audio = Buffer.from(at < 30 ? loud : silent).toString('base64')
      test.send({ type: 'input_audio_buffer.append', audio })
      await test.clock.advance(20)
    }
    await settle()
    expect(test.all('conversation.item.input_audio_transcription.completed')[0]?.transcript).toBe('hello')
    expect(test.stt.heard[0]).toBeGreaterThan(0.5 * 16_000)
    expect(test.all('response.done')[0]?.response.status).toBe('completed')
  })

  it.each([8_000, 16_000, 24_000, 48_000])('comes in as PCM at %i Hz, at its real length', async (rate) => {
    const test = stock([[{ say: 'Hi.' }]], ['hello'])
    test.update({ audio: { input: { format: { type: 'audio/pcm', rate } } } })
    const shown = test.all('session.updated')[0]?.session as { audio?: { input?: unknown } }
    expect(shown.audio?.input).toMatchObject({ format: { type: 'audio/pcm', rate } })
    for (let at = 0; at < 70; at += 1) {
      const audio = Buffer.from(at < 30 ? tone(20, rate) : new Uint8Array((40 * rate) / 1000))
      test.send({ type: 'input_audio_buffer.append', audio: audio.toString('base64') })
      await test.clock.advance(20)
    }
    await settle()
    expect(test.all('conversation.item.input_audio_transcription.completed')[0]?.transcript).toBe('hello')
    expect(test.stt.heard[0]! / 16_000).toBeCloseTo(0.6 + 0.3, 0)
    expect(test.all('input_audio_buffer.speech_stopped')[0]?.audio_end_ms).toBeLessThan(1_000)
  })

  it.each([
    [{ input_audio_format: 'pcm16' }, 'input', { type: 'audio/pcm', rate: 24_000 }],
    [{ input_audio_format: 'g711_ulaw' }, 'input', { type: 'audio/pcmu' }],
    [{ output_audio_format: 'g711_alaw' }, 'output', { type: 'audio/pcma' }],
    [{ audio: { input: { format: { type: 'audio/pcmu', rate: 8_000 } } } }, 'input', { type: 'audio/pcmu' }],
  ] as const)(
    'formats of the beta protocol are shown by their present names: %j',
    (session, side, format) => {
      const test = stock([], [])
      test.update(session)
      const { audio } = test.all('session.updated')[0]!.session as unknown as {
        audio: Record<string, { format: unknown }>
      }
      expect(audio[side]?.format).toEqual(format)
      expect(JSON.stringify(test.events)).not.toMatch(/g711|pcm16|_audio_format/)
    },
  )

  it.each([
    [{ type: 'audio/pcm', rate: 44_100 }, /rate" must be one of 8000, 16000, 24000, 48000, not 44100/],
    [{ type: 'audio/pcm', rate: '16000' }, /not "16000"/],
    [{ rate: 11_025 }, /rate" must be one of/],
    [{ type: 'audio/pcmu', rate: 16_000 }, /rate" must be 8000, not 16000/],
    [{ type: 'g711_ulaw' }, /type" must be one of audio\/pcm, audio\/pcmu, audio\/pcma, not "g711_ulaw"/],
    [{ type: 'audio/opus' }, /not "audio\/opus"/],
    ['pcm16', /format" must be an object/],
  ])('is refused in another format, and the session keeps its own: %j', (format, message) => {
    const test = stock([], [])
    test.update({ instructions: 'x', audio: { input: { format } } })
    expect(test.all('error')[0]?.error).toMatchObject({
      ...{
        code: 'invalid_value',
        param: 'session.audio.input.format',
        message: expect.stringMatching(message),
      },
    })
    test.update({})
    expect(test.all('session.updated')[0]?.session).toMatchObject({
      ...{ instructions: '', audio: { input: { format: { type: 'audio/pcm', rate: 24_000 } } } },
    })
  })

  it('is refused in an unknown format of the beta protocol', () => {
    const test = stock([], [])
    test.update({ input_audio_format: 'opus' })
    expect(test.all('error')[0]?.error).toMatchObject({
      ...{ code: 'invalid_value', param: 'session.input_audio_format' },
      message: expect.stringMatching(/one of pcm16, g711_ulaw, g711_alaw, not "opus"/),
    })
  })

  it('gets no answer of itself with create_response false, and one when the client asks', async () => {
    const test = stock([[{ say: 'Hi.' }]], ['hello'])
    test.update(detection({ type: 'server_vad', create_response: false }))
    await test.say()
    expect(test.all('conversation.item.input_audio_transcription.completed')).toHaveLength(1)
    expect(test.types()).not.toContain('response.created')
    test.send({ type: 'response.create' })
    await settle()
    expect(test.all('response.done')[0]?.response.status).toBe('completed')
    expect(test.llm.requests[0]?.history).toEqual([{ role: 'user', text: 'hello' }])
  })

  it('is forgotten by a clear in the middle of a turn', async () => {
    const test = stock([[{ say: 'Hi.' }]], ['hello'])
    await test.speak(500)
    test.send({ type: 'input_audio_buffer.clear' })
    await test.pause(1_500)
    expect(test.types()).toContain('input_audio_buffer.cleared')
    expect(test.types()).not.toContain('response.created')
    await test.say()
    expect(test.all('response.done')).toHaveLength(1)
  })
})

describe('output_modalities of one response', () => {
  it('makes it text in a session of sound, and the next one is spoken', async () => {
    const test = stock([[{ say: 'One.' }], [{ say: 'Two.' }]], [])
    for (const response of [{ output_modalities: ['text'] }, {}]) {
      test.type('hi')
      test.send({ type: 'response.create', response })
      await settle()
      await test.clock.advance(5_000)
    }
    expect(test.all('response.output_text.done').map(({ text }) => text)).toEqual(['One.'])
    expect(test.all('response.output_audio_transcript.done').map((event) => event.transcript)).toEqual([
      'Two.',
    ])
    expect(test.all('response.done').map(({ response }) => response.output_modalities)).toEqual([
      ['text'],
      ['audio'],
    ])
  })

  it('makes it sound in a session of text', async () => {
    const test = stock([[{ say: 'One.' }]], [])
    test.update({ output_modalities: ['text'] })
    test.type('hi')
    test.send({ type: 'response.create', response: { output_modalities: ['audio'] } })
    await settle()
    await test.clock.advance(5_000)
    expect(test.all('response.output_audio.delta').length).toBeGreaterThan(0)
    expect(test.all('response.created')[0]?.response.output_modalities).toEqual(['audio'])
  })

  it('makes no sound where there is no voice, nor out of band', async () => {
    const response = { output_modalities: ['audio'] }
    const mute = stock([[{ say: 'One.' }]], [], { tts: null })
    mute.type('hi')
    mute.send({ type: 'response.create', response })
    const aside = stock([[{ say: 'One.' }]], [])
    aside.send({ type: 'response.create', response: { ...response, conversation: 'none' } })
    await settle()
    for (const test of [mute, aside]) {
      expect(test.all('response.output_text.done')).toHaveLength(1)
      expect(test.all('response.done')[0]?.response.output_modalities).toEqual(['text'])
    }
  })

  it.each([['text'], [[]], [['video']]])('is refused when it is %j', (output_modalities) => {
    const test = stock([], [])
    test.send({ type: 'response.create', response: { output_modalities } })
    expect(test.all('error')[0]?.error).toMatchObject({ param: 'response.output_modalities' })
  })
})

describe('a transcription session', () => {
  it('writes down what is said, and answers nothing', async () => {
    const test = stock([[{ say: 'Never.' }]], ['hello', 'are you there'])
    test.update({ type: 'transcription', audio: { input: { transcription: { model: 'whisper-1' } } } })
    const { session } = test.all('session.updated')[0]!
    expect(session).toMatchObject({
      ...{ type: 'transcription', object: 'realtime.transcription_session' },
      audio: { input: { turn_detection: { create_response: false } } },
    })
    expect(Object.keys(session.audio ?? {})).toEqual(['input'])
    await test.say()
    await test.say()
    await test.clock.advance(10_000)
    const heard = test.all('conversation.item.input_audio_transcription.completed')
    expect(heard.map(({ transcript }) => transcript)).toEqual(['hello', 'are you there'])
    const deltas = test.all('conversation.item.input_audio_transcription.delta')
    expect(deltas.map(({ delta }) => delta)).toEqual(['hello', 'are you there'])
    test.send({ type: 'response.create', event_id: 'please' })
    expect(test.all('error')[0]?.error).toMatchObject({ code: 'response_not_available', event_id: 'please' })
    expect(test.types()).not.toContain('response.created')
  })

  it('commits by itself without turn detection', async () => {
    const test = stock([], ['hello'])
    test.update({ type: 'transcription', ...{ audio: { input: { turn_detection: null } } } })
    await test.speak(500)
    test.send({ type: 'input_audio_buffer.commit' })
    await settle()
    expect(test.all('conversation.item.input_audio_transcription.completed')[0]?.transcript).toBe('hello')
  })

  it('begins with ?intent=transcription, and with the settings of a short-lived key', async () => {
    server = await startServer({ llm: new ScriptedModel([]), stt: new ScriptedStt([]) })
    const client = await server.connect({ query: '?intent=transcription' })
    expect((await client.next('session.created')).session.type).toBe('transcription')
    const answer = await fetch(`http://127.0.0.1:${server.port}/v1/realtime/client_secrets`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ session: { type: 'transcription' } }),
    })
    const { value, session } = (await answer.json()) as { value: string; session: { type: string } }
    expect(session.type).toBe('transcription')
    const protocols = ['realtime', `openai-insecure-api-key.${value}`]
    const other = await RawClient.connect(server.url, { protocols })
    expect((await other.next('session.created')).session.type).toBe('transcription')
    await other.close()
    expect([...client.events, ...other.events].flatMap(complaintsAbout)).toEqual([])
  })
})

describe('what clients get slightly wrong', () => {
  it('works: a second "?" in the address, input_text of an assistant', async () => {
    server = await startServer({ llm: new ScriptedModel([[{ say: 'Hi.' }]]) })
    const client = await server.connect({ query: '?session_id=session-1234?model=gpt-realtime' })
    expect((await client.next('session.created')).session).toMatchObject({ id: 'session-1234' })
    const content = [{ type: 'input_text', text: 'I said this.' }]
    client.send({ type: 'conversation.item.create', item: { type: 'message', role: 'assistant', content } })
    const { item } = await client.next('conversation.item.done')
    expect(item).toMatchObject({ content: [{ type: 'output_text', text: 'I said this.' }] })
  })

  it('is named as OpenAI names it: an id that is taken, a cancel too late', () => {
    const test = stock([], [])
    const item = { id: 'a', type: 'message', role: 'user', content: [{ type: 'input_text', text: 'x' }] }
    test.send({ type: 'conversation.item.create', item })
    test.send({ type: 'conversation.item.create', item })
    test.send({ type: 'response.cancel' })
    expect(test.all('error').map(({ error }) => error)).toMatchObject([
      { code: 'item_create_duplicate_item_id', param: 'item.id' },
      { code: 'response_cancel_not_active', message: expect.stringMatching(/^Cancellation failed/) },
    ])
  })
})
