import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../../src/ports.js'
import { createSemanticDetector } from '../../../src/server/speech/turns/detectors.js'
import { Metrics } from '../../../src/server/telemetry/metrics.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import { HummingTts, ScriptedStt, SpeechHarness } from '../../support/speech.js'

const ANSWER = 'There are three pets in the shop today. One of them is called Rex.'

function harness(
  script: ConstructorParameters<typeof ScriptedModel>[0] | ScriptedModel,
  heard: ConstructorParameters<typeof ScriptedStt>[0],
  options: Partial<ConstructorParameters<typeof SpeechHarness>[0]> = {},
) {
  const llm = script instanceof ScriptedModel ? script : new ScriptedModel(script)
  return Object.assign(
    new SpeechHarness({ llm, stt: new ScriptedStt(heard), tts: new HummingTts(), ...options }),
    { llm },
  )
}

/** The user's words and the agent's, as the next request to the model has them. */
const told = (test: SpeechHarness) =>
  test.session.conversation.history.forModels.flatMap((item) =>
    item.type === 'message'
      ? item.content.map((part) => `${item.role}: ${'transcript' in part ? part.transcript : part.text}`)
      : [item.type ?? ''],
  )

/** Says half a sentence, pauses, and says the rest. */
async function sayInTwo(test: SpeechHarness, pauseMs: number): Promise<void> {
  await test.speak(600)
  await test.pause(pauseMs)
  await test.speak(800)
  await test.pause(1_500)
  await test.clock.advance(20_000)
}

describe('speech that goes on after the end of a turn', () => {
  it.each([600, 700, 800, 900])('of %i ms is answered as a whole, once', async (pauseMs) => {
    for (const voice of [true, false]) {
      const test = harness(
        [[{ say: ANSWER }], [{ say: 'Whole.' }]],
        ['Show me the orders.', 'from last week.'],
        {
          voice,
        },
      )
      await sayInTwo(test, pauseMs)
      expect(test.llm.requests.at(-1)?.history).toEqual([
        { role: 'user', text: 'Show me the orders from last week.' },
      ])
      expect(told(test)).toEqual(['user: Show me the orders from last week.', 'assistant: Whole.'])
    }
  })

  it('is told to a client of the protocol: a cancelled response, deleted items, one item with the whole', async () => {
    const clock = new VirtualClock(0)
    const script: ScriptedStep[] = [
      [{ say: 'There are three orders. ' }, { waitMs: 5_000 }],
      [{ say: 'Whole.' }],
    ]
    const llm = new ScriptedModel(script, { clock })
    const test = harness(llm, ['show the orders', 'from May'], { voice: false, clock })
    await sayInTwo(test, 700)
    const [first, second] = test.all('input_audio_buffer.committed').map(({ item_id }) => item_id)
    const [cancelled, done] = test.all('response.done').map(({ response }) => response)
    expect(cancelled).toMatchObject({ status: 'cancelled', status_details: { reason: 'turn_detected' } })
    expect(done).toMatchObject({ status: 'completed' })
    const reply = cancelled?.output?.[0]?.id
    expect(
      test
        .all('conversation.item.deleted')
        .map(({ item_id }) => item_id)
        .toSorted(),
    ).toEqual([first, reply].toSorted())
    const transcripts = test.all('conversation.item.input_audio_transcription.completed')
    expect(transcripts.map(({ item_id, transcript }) => [item_id, transcript])).toEqual([
      [first, 'show the orders'],
      [second, 'show the orders from May'],
    ])
    expect(test.types()).not.toContain('error')
  })

  it.each([
    ['more than a word was heard', 1_200, new HummingTts()],
    ['a second has passed', 1_700, null],
  ])('is a turn of its own once %s', async (_, pauseMs, tts) => {
    const test = harness([[{ say: ANSWER }], [{ say: 'Fine.' }]], ['show the orders', 'and the pets'], {
      tts,
    })
    await sayInTwo(test, pauseMs)
    expect(test.types()).not.toContain('conversation.item.deleted')
    expect(test.llm.requests).toHaveLength(2)
  })

  it('joins the words of three parts', async () => {
    const test = harness(() => [{ say: 'Whole.' }], ['one', 'two', 'three'])
    await test.speak(600)
    await test.pause(700)
    await test.speak(600)
    await test.pause(700)
    await test.speak(600)
    await test.pause(1_500)
    await test.clock.advance(5_000)
    expect(told(test)).toEqual(['user: one two three', 'assistant: Whole.'])
  })

  it('that was a noise begins the reply to the turn again', async () => {
    const clock = new VirtualClock(0)
    const slow = new ScriptedModel([[{ waitMs: 2_000 }, { say: 'Never.' }], [{ say: 'Again.' }]], { clock })
    const test = harness(slow, ['show the orders', ''], { clock, llm: slow })
    await sayInTwo(test, 700)
    expect(told(test)).toEqual(['user: show the orders', 'assistant: Again.'])
  })

  it('stays apart where the client asks for responses itself', async () => {
    const test = harness([[{ say: 'Both.' }]], ['show the orders', 'from May'])
    const detection = { type: 'server_vad', create_response: false }
    test.send({ type: 'session.update', session: { audio: { input: { turn_detection: detection } } } })
    await sayInTwo(test, 700)
    expect(told(test)).toEqual(['user: show the orders', 'user: from May'])
  })
})

describe('calls of a turn that goes on', () => {
  const approve = 'none' as const
  const steps = (call: string): ScriptedStep[] => [
    [{ call, input: {} }],
    [{ say: 'Whole.' }],
    [{ say: 'Whole.' }],
  ]

  it.each([600, 700, 800, 900])('no write runs on half a sentence (%i ms)', async (pauseMs) => {
    const tool = new FakeTool({ name: 'cancel_orders', effect: 'write', answer: 'done' })
    const test = harness(steps('cancel_orders'), ['cancel the orders', 'no not those'], {
      tools: [tool],
      approve,
    })
    await sayInTwo(test, pauseMs)
    expect(tool.calls).toEqual([])
    expect(told(test)).toEqual(['user: cancel the orders no not those', 'assistant: Whole.'])
  })

  it('a write runs when the turn is certain, and speech afterwards is a turn of its own', async () => {
    const tool = new FakeTool({ name: 'cancel_orders', effect: 'write', answer: 'done' })
    const test = harness(steps('cancel_orders'), ['cancel the orders', 'thanks'], { tools: [tool], approve })
    await test.speak(600)
    await test.pause(1_000)
    expect(tool.calls).toHaveLength(0)
    await test.pause(300)
    expect(tool.calls).toHaveLength(1)
    await test.speak(600)
    await test.pause(2_000)
    expect(told(test)[0]).toBe('user: cancel the orders')
    expect(tool.calls).toHaveLength(1)
  })

  it('a read runs at once, and its result is dropped with the reply', async () => {
    const tool = new FakeTool({ name: 'list_orders', answer: [1, 2] })
    const test = harness([...steps('list_orders')], ['list the orders', 'of Anna'], {
      tools: [tool],
      approve,
    })
    await test.speak(600)
    await test.pause(600)
    expect(tool.calls).toHaveLength(1)
    await test.speak(600)
    await test.pause(2_000)
    await test.clock.advance(5_000)
    expect(told(test)).toEqual(['user: list the orders of Anna', 'assistant: Whole.'])
  })

  it.each([
    ['but only the first', 0],
    ['please', 1],
  ])('an approval that goes on is read as a whole: yes %s', async (rest, runs) => {
    const tool = new FakeTool({ name: 'cancel_orders', effect: 'write', answer: 'done' })
    const script: ScriptedStep[] = [
      [{ call: 'cancel_orders', input: {} }],
      [{ say: 'Right.' }],
      [{ say: 'Right.' }],
    ]
    const test = harness(script, ['cancel the orders', 'yes', rest], { tools: [tool] })
    await test.speak(600)
    await test.pause(1_500)
    await test.clock.advance(10_000)
    expect(test.all('conversation.item.added').map(({ item }) => item.type)).toContain('mcp_approval_request')
    await sayInTwo(test, 800)
    expect(tool.calls).toHaveLength(runs)
    const answers = test.session.conversation.history.items.flatMap((item) =>
      item.type === 'mcp_approval_response' ? [item.approve] : [],
    )
    expect(answers).toEqual(runs === 1 ? [true] : [])
  })
})

describe('a recognizer that is slow', () => {
  it('delays the end of a turn up to a limit, is counted, and logged once a minute', async () => {
    const clock = new VirtualClock(1_000_000)
    const lines: string[] = []
    const logger = { ...silentLogger, warn: (text: string) => void lines.push(text) }
    const after = (ms: number, words: string) =>
      new Promise<string>((resolve) => clock.schedule(() => resolve(words), ms))
    const metrics = new Metrics()
    const test = harness([[{ say: 'Fine.' }]], [after(1_800, 'list the pets'), new Promise(() => {})], {
      ...{ clock, logger, metrics, detector: createSemanticDetector() },
    })
    await test.speak(600)
    await test.pause(1_100)
    expect(test.types()).not.toContain('input_audio_buffer.speech_stopped')
    await test.pause(300)
    expect(test.all('input_audio_buffer.speech_stopped')).toHaveLength(1)
    await test.pause(3_000)
    await test.speak(600)
    await test.pause(2_300)
    expect(test.all('input_audio_buffer.speech_stopped')).toHaveLength(1)
    await test.pause(400)
    expect(test.all('input_audio_buffer.speech_stopped')).toHaveLength(2)
    expect(metrics.total('voice_speech_late_total', { engine: 'recognizer' })).toBe(2)
    expect(lines).toHaveLength(1)
  })
})
