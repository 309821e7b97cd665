import { afterEach, describe, expect, it } from 'vitest'
import { Budget } from '../../../src/server/agent/budget.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import type { VirtualClock } from '../../../src/testing/virtual-clock.js'
import type { VoiceScript } from '../../support/voice-script.js'
import { DIALECTS, VoiceTalk, type VoiceTalkOptions } from '../../support/voice-talk.js'

const open: VoiceTalk[] = []
afterEach(async () => {
  for (const talk of open.splice(0)) {
    await talk.close()
    expect(talk.broken).toEqual([])
  }
})

const LONG = 'This is a very long answer that nobody wants to hear to its end, with words and words'

/** One conversation, for all models: a clerk with three tools. */
const clerk: VoiceScript = (cue) => {
  if ('told' in cue)
    return [{ say: /result of the call.*?: (.*)/.exec(cue.told)?.[1] ?? cue.told.split('\n').at(-1)! }]
  if ('outputs' in cue) return [{ say: cue.outputs.map(({ output }) => output).join(' ') }]
  const verbs: Record<string, ReturnType<VoiceScript>> = {
    who: [{ call: 'list_pets' }, { call: 'find_owner', arguments: { id: 1 } }],
    create: [{ call: 'create_pet', arguments: { id: 5 } }],
    order: [{ call: 'find_order' }],
    talk: [{ say: LONG, held: true }],
  }
  return verbs[cue.said.split(' ')[0]!] ?? [{ say: `You said ${cue.said}.` }]
}

/** A tool whose answer takes some time. */
const slow = (ms: number) => (clock: VirtualClock) => [
  new FakeTool({
    name: 'find_order',
    answer: () =>
      new Promise((resolve) =>
        clock.schedule(() => resolve({ isError: false, status: 200, content: 'sent', requestMs: ms }), ms),
      ),
  }),
]

describe.each(DIALECTS)('a voice model: %s', (dialect) => {
  async function start(options: Partial<VoiceTalkOptions> = {}): Promise<VoiceTalk> {
    const talk = (await VoiceTalk.start(dialect, { script: clerk, ...options })) as unknown as VoiceTalk
    open.push(talk)
    return talk
  }

  it('answers what the user says, once, with the words of both', async () => {
    const talk = await start()
    await talk.say('hello')
    await talk.calm()
    await talk.say('and again')
    await talk.calm()
    expect(talk.lines).toEqual([
      'user: hello',
      'assistant: You said hello.',
      'user: and again',
      'assistant: You said and again.',
    ])
    expect(talk.audioBytes).toBeGreaterThan(10_000)
    expect(talk.types()).toContain('response.done')
  })

  it('answers what the user types', async () => {
    const talk = await start()
    await talk.type('hi')
    await talk.calm()
    expect(talk.lines).toEqual(['user: hi', 'assistant: You said hi.'])
  })

  it('runs several calls, and answers when it has all results', async () => {
    const [list, find] = [
      new FakeTool({ name: 'list_pets', answer: 'Rex' }),
      new FakeTool({ name: 'find_owner', answer: 'Ann' }),
    ]
    const talk = await start({ tools: [list, find] })
    await talk.say('who owns which pet')
    await talk.calm()
    expect(talk.lines).toEqual([
      'user: who owns which pet',
      'list_pets: done',
      'find_owner: done',
      expect.stringMatching(/^assistant: .*Rex.*Ann/),
    ])
    expect(find.calls.map(({ input }) => input)).toEqual([{ id: 1 }])
  })

  it.each([
    ['a spoken yes', 1, (talk: VoiceTalk) => talk.say('yes')],
    ['a spoken no', 0, (talk: VoiceTalk) => talk.say('no, leave it')],
    ['a click', 1, async (talk: VoiceTalk) => talk.click(true)],
    ['a click on no', 0, async (talk: VoiceTalk) => talk.click(false)],
  ])('asks before a write, which %s decides', async (_name, calls, decide) => {
    const create = new FakeTool({ name: 'create_pet', effect: 'write', answer: { id: 7 } })
    const talk = await start({ tools: [create] })
    await talk.say('create a pet')
    await talk.until(() => talk.asked.length > 0)
    await talk.calm()
    expect(create.calls).toHaveLength(0)
    await decide(talk)
    await talk.calm()
    expect(create.calls).toHaveLength(calls)
    expect(talk.lines.at(-1)).toContain(calls ? '"id":7' : 'did not agree')
  })

  it('runs no write of a user who hangs up at the question', async () => {
    const create = new FakeTool({ name: 'create_pet', effect: 'write' })
    const talk = await start({ tools: [create] })
    await talk.say('create a pet')
    await talk.until(() => talk.asked.length > 0)
    talk.session.close()
    await talk.wait(2_000)
    expect(create.calls).toHaveLength(0)
  })

  it('falls silent when the user speaks, and answers the new words', async () => {
    const talk = await start()
    await talk.say('talk')
    await talk.silence(1_500)
    await talk.say('stop')
    await talk.calm()
    expect(talk.lines.slice(-2)).toEqual(['user: stop', 'assistant: You said stop.'])
    // A model that delegates ends its own speech. The text is that of the agent.
    expect(talk.lines[1]!.includes(LONG)).toBe(dialect === 'live')
  })

  it('tells a late result after the user has moved on', async () => {
    const talk = await start({ tools: slow(25_000) })
    await talk.say('order')
    await talk.silence(20_000)
    await talk.say('hello')
    await talk.silence(10_000)
    await talk.calm()
    expect(talk.lines.filter((line) => line.includes('You said hello'))).toHaveLength(1)
    expect(talk.lines.filter((line) => /assistant: .*"?content"?.*sent/.test(line))).toHaveLength(1)
  })

  it('continues the conversation on another connection after a loss', async () => {
    const list = new FakeTool({ name: 'list_pets', answer: 'Rex' })
    const talk = await start({ tools: [list, new FakeTool({ name: 'find_owner' })] })
    await talk.say('who owns which pet')
    await talk.calm()
    await talk.cut()
    const before = talk.server.session.toldBefore.join(' ')
    expect(before).toMatch(/^who owns which pet.*Rex/)
    await talk.say('hello')
    await talk.calm()
    expect(talk.lines.at(-1)).toBe('assistant: You said hello.')
    expect(list.calls).toHaveLength(1)
  })

  it('answers what the user said just before a loss', async () => {
    const talk = await start()
    await talk.say('talk', { thenMs: 900 })
    await talk.cut()
    await talk.calm()
    await talk.say('hello')
    await talk.calm()
    expect(talk.lines.at(-1)).toBe('assistant: You said hello.')
    expect(talk.lines.filter((line) => line === 'user: talk')).toHaveLength(1)
  })

  it('says why it cannot hear when the account has no credit', async () => {
    const talk = await start()
    talk.server.session.deny()
    await talk.silence(3_000)
    expect(talk.server.sessions.length).toBeLessThanOrEqual(2)
    expect(JSON.stringify(talk.events)).toMatch(/cannot hear|can't hear|not hear/i)
  })

  it('counts what it uses, and stops when it is used up', async () => {
    const budget = new Budget('session', { tokens: 20 })
    const talk = await start({ budgets: [budget] })
    await talk.say('hello')
    await talk.calm()
    const done = talk.events.find((event) => event.type === 'response.done')
    expect(done).toMatchObject({ response: { usage: { output_tokens: expect.any(Number) } } })
    expect(budget.used.tokens).toBeGreaterThan(10)
    for (const words of ['more', 'and more']) {
      await talk.say(words)
      await talk.calm()
    }
    expect(talk.lines.at(-1)).not.toContain('You said')
  })

  it('searches for its tools', async () => {
    const list = new FakeTool({ name: 'list_pets', answer: 'Rex' })
    const searching: VoiceScript = (cue) => {
      if ('said' in cue && !('outputs' in cue)) return [{ call: 'find_tools', arguments: { query: 'pets' } }]
      const [{ name, output } = { name: '', output: '' }] = 'outputs' in cue ? cue.outputs : []
      return name === 'find_tools'
        ? [{ call: 'call_tool', arguments: { name: 'list_pets', arguments: {} } }]
        : [{ say: output }]
    }
    const tools = [list, new FakeTool({ name: 'list_owners' }), new FakeTool({ name: 'create_pet' })]
    const talk = await start({ script: searching, tools, toolSet: 'search' })
    await talk.say('which pets are there')
    await talk.calm()
    expect(list.calls).toHaveLength(1)
    expect(talk.lines.at(-1)).toMatch(/^assistant: .*Rex/)
  })
})
