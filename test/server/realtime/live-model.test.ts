import { afterEach, describe, expect, it } from 'vitest'
import { Budget } from '../../../src/server/agent/budget.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import type { VirtualClock } from '../../../src/testing/virtual-clock.js'
import { liveEvents } from '../../support/stand-in-live.js'
import { delegating, VoiceTalk, type VoiceTalkOptions } from '../../support/voice-talk.js'

let live: VoiceTalk<'live'> | undefined
afterEach(async () => {
  await live?.close()
  expect(live?.broken).toEqual([])
  live = undefined
})

async function start(options: Omit<VoiceTalkOptions, 'script'>): Promise<VoiceTalk<'live'>> {
  live = await VoiceTalk.start('live', { script: () => [], ...options })
  return live
}

/** What the model was told to say, in all sessions. */
const told = ({ server }: VoiceTalk<'live'>) => server.sessions.flatMap((session) => session.told)

const steps =
  (...script: ScriptedStep[]) =>
  () =>
    new ScriptedModel(script)

/** A write that counts its calls. */
function closing() {
  const tool = new FakeTool({ name: 'close_gate', effect: 'write', answer: { closed: true } })
  return { tool, tools: () => [tool] }
}

/** A read that takes some time. */
const slowFind = (ms: number) => (clock: VirtualClock) => [
  new FakeTool({
    name: 'find_order',
    answer: () =>
      new Promise((resolve) =>
        clock.schedule(() => resolve({ isError: false, status: 200, content: 'sent', requestMs: ms }), ms),
      ),
  }),
]

describe('a Live model', () => {
  it('has its tasks done by the agent, and tells the result', async () => {
    const live = await start({
      voice: delegating(),
      llm: steps([{ call: 'find_order', input: { id: 7 } }], [{ say: 'Order 7 is sent. It comes soon.' }]),
      tools: () => [new FakeTool({ name: 'find_order', answer: { state: 'sent' } })],
    })
    await live.say('where is order seven')
    await live.silence(4_000)
    expect(live.lines).toEqual([
      'user: where is order seven',
      'find_order: done',
      'assistant: Order 7 is sent. It comes soon.',
    ])
    expect(live.server.session.spoken).toMatchObject([
      { text: 'Order seven is sent. It comes soon.', delegationId: 'deleg_1' },
    ])
    expect(live.audioBytes).toBeGreaterThan(48 * 1_500)
    for (const event of live.events)
      if (event.type === 'input_audio_buffer.speech_started') expect(event.audio_start_ms % 1).toBe(0)
  })

  it('talks by itself, while language models see only what belongs to the task', async () => {
    const live = await start({
      voice: (cue) => {
        if (!('said' in cue)) return []
        return cue.said === 'hello'
          ? [{ say: 'Hi there.' }]
          : [{ say: 'One moment.' }, { delegate: 'd', afterMs: 1_500 }]
      },
      llm: steps([{ say: 'It is noon.' }]),
    })
    await live.say('hello')
    await live.silence(1_500)
    await live.say('what time is it')
    await live.silence(5_000)
    // The words of the user may come after the model has begun to answer them.
    expect(live.lines).toEqual([
      'assistant: Hi there.',
      'user: hello',
      'user: what time is it',
      'assistant: It is noon.',
    ])
    const shown = live.events.flatMap((event) =>
      event.type === 'response.output_audio_transcript.done' ? [event.transcript] : [],
    )
    expect(shown).toEqual(
      ['Hi there. ', 'One moment. ', 'It is noon.'].map((text) => expect.stringContaining(text.trim())),
    )
  })

  it.each([
    ['is announced twice', { times: 2 }, {}],
    ['is announced before its words', { afterMs: 100 }, { transcriptAfterMs: 1_500 }],
    ['is announced long before its words', { afterMs: 100 }, { transcriptAfterMs: 3_500 }],
  ])('does a task once that %s', async (_name, how, more) => {
    const { tool, tools } = closing()
    const live = await start({
      ...more,
      voice: delegating(how),
      llm: steps([{ call: 'close_gate' }], [{ say: 'The gate is closed.' }]),
      tools,
    })
    await live.say('close the gate')
    await live.silence(9_000)
    await live.say('yes')
    await live.silence(9_000)
    expect(tool.calls).toHaveLength(1)
    expect(told(live).filter((text) => text === 'The gate is closed.')).toHaveLength(1)
  })

  it('says that it has not understood a task without words', async () => {
    const live = await start({ voice: () => [], llm: steps() })
    live.server.session.delegate('deleg_x')
    await live.silence(6_000)
    expect(told(live)).toEqual(['I have no answer to this. Please say it in other words.'])
  })

  it.each([
    ['yes', 1],
    ['no', 0],
  ])('lets the user answer an approval by voice: %s', async (answer, count) => {
    const { tool, tools } = closing()
    const live = await start({
      voice: delegating(),
      llm: steps([{ call: 'close_gate' }], [{ say: 'Well.' }]),
      tools,
    })
    await live.say('close the gate')
    await live.silence(5_000)
    expect(told(live)).toHaveLength(1)
    expect(told(live)[0]).toContain('closes the gate')
    expect(tool.calls).toHaveLength(0)
    await live.say(answer)
    await live.silence(5_000)
    expect(tool.calls).toHaveLength(count)
    expect(told(live).slice(1)).toEqual(['Well.'])
  })

  it('drops the answer to what the user has corrected', async () => {
    const live = await start({
      voice: delegating(),
      llm: (clock) =>
        new ScriptedModel(
          ({ history }) => {
            const words = history.flatMap(({ role, ...rest }) =>
              role === 'user' && 'text' in rest ? [rest.text] : [],
            )
            return [{ waitMs: 3_000 }, { say: `About ${words.at(-1)}.` }]
          },
          { clock },
        ),
    })
    await live.say('order seven')
    await live.say('no I mean order eight')
    await live.silence(8_000)
    expect(told(live)).toEqual(['About no I mean order eight.'])
  })

  it('goes on with later words after its calls, and does not tell what nobody wants any more', async () => {
    const live = await start({
      voice: delegating(),
      llm: (clock) =>
        new ScriptedModel(
          ({ history }) => {
            const words = history.flatMap((one) => (one.role === 'user' ? [one.text] : []))
            if (words.at(-1) === 'never mind') return [{ say: 'I leave it.' }]
            return [{ waitMs: 1_000 }, { call: 'find_order' }]
          },
          { clock },
        ),
      tools: slowFind(4_000),
    })
    await live.say('where is order seven')
    await live.say('never mind')
    await live.silence(8_000)
    expect(live.lines.filter((line) => line === 'find_order: done')).toHaveLength(1)
    expect(told(live)).toEqual(['I leave it.'])
  })

  it('reports a long task at 8 and 16 seconds, and tells its result when it comes', async () => {
    const live = await start({
      voice: delegating(),
      llm: steps([{ call: 'find_order' }], [{ say: 'It takes longer.' }], [{ say: 'The order is sent.' }]),
      tools: slowFind(25_000),
    })
    await live.say('where is my order')
    await live.silence(40_000)
    expect(told(live)).toEqual([
      expect.stringContaining('Still working on it'),
      'It takes longer.',
      'The order is sent.',
    ])
  })

  it('goes on without a microphone', async () => {
    const live = await start({ voice: delegating(), llm: steps([{ say: 'Here it is.' }]) })
    await live.say('find it', { thenMs: 0 })
    await live.wait(6_000)
    expect(live.server.session.spoken).toMatchObject([{ text: 'Here it is.' }])
    expect(live.server.session.atMs).toBeGreaterThan(6_000)
  })

  it('opens another session when the link is lost, and tells what was not heard', async () => {
    const live = await start({
      voice: delegating(),
      llm: (clock) => new ScriptedModel([[{ waitMs: 2_000 }, { say: 'Here it is.' }], []], { clock }),
    })
    await live.say('find it')
    await live.cut()
    await live.silence(5_000)
    expect(live.server.sessions).toHaveLength(2)
    expect(live.server.session.toldBefore).toEqual(['find it'])
    expect(live.server.session.spoken).toMatchObject([{ text: 'Here it is.' }])
  })

  it('spends the time that the provider charges for, silence without a microphone too', async () => {
    const budget = new Budget('session', { audioMinutes: 1 })
    const live = await start({ voice: () => [], llm: steps(), budgets: [budget] })
    await live.silence(2_000)
    await live.wait(4_000)
    const usage = { seconds: live.server.session.atMs / 1000 }
    live.server.session.tell({ type: 'session.usage.updated', usage } as never)
    await live.settled()
    expect(budget.used.audioMinutes! * 60).toBeGreaterThan(5)
    expect(budget.used.audioMinutes! * 60).toBeCloseTo(usage.seconds, 0)
    await live.wait(2_000)
    live.session.close()
    await live.settled()
    expect(budget.used.audioMinutes! * 60).toBeGreaterThan(usage.seconds + 1)
  })

  it('says that the minutes of audio are used up, and costs nothing more', async () => {
    const budget = new Budget('session', { audioMinutes: 0.1 })
    const live = await start({ voice: () => [], llm: steps(), budgets: [budget] })
    await live.silence(10_000)
    expect(told(live)).toHaveLength(1)
    await live.wait(12_000)
    const { sessions } = live.server
    expect(sessions).toHaveLength(1)
    expect(sessions[0]!.received.at(-1)).toMatchObject({ type: 'session.close' })
    const spent = sessions[0]!.atMs
    await live.silence(5_000)
    expect(sessions).toHaveLength(1)
    expect(sessions[0]!.atMs).toBe(spent)
  })

  it('answers out of band with the models of the agent', async () => {
    const live = await start({ voice: () => [], llm: steps([{ say: 'A good mood.' }]) })
    const content = [{ type: 'input_text', text: 'Which mood?' }]
    const response = { conversation: 'none', input: [{ type: 'message', role: 'user', content }] }
    live.send({ type: 'response.create', response })
    await live.settled()
    const done = live.events.find((event) => event.type === 'response.done')
    expect(done).toMatchObject({ response: { output: [{ content: [{ text: 'A good mood.' }] }] } })
  })

  it('is replaced before it expires', async () => {
    const live = await start({ voice: delegating(), llm: steps([{ say: 'Yes.' }]), seconds: 130 })
    await live.say('are you there')
    await live.silence(12_000)
    expect(live.server.sessions).toHaveLength(2)
    expect(live.server.sessions[0]!.received.at(-1)).toMatchObject({ type: 'session.close' })
    expect(live.server.session.toldBefore).toEqual(['are you there', 'Yes.'])
  })

  it('survives every event that the protocol names', async () => {
    const live = await start({ voice: delegating(), llm: steps([{ say: 'Still here.' }]) })
    const { server } = liveEvents()
    for (const name of server.names)
      if (!['session.closed', 'session.started', 'session.delegation.created'].includes(name))
        live.server.session.tell(server.sample(name))
    live.server.broken.length = 0
    await live.say('are you there')
    await live.silence(4_000)
    expect(live.server.sessions).toHaveLength(1)
    expect(told(live)).toEqual(['Still here.'])
  })
})
