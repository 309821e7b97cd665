import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../../src/ports.js'
import type { Agent } from '../../../src/server/agent/agent.js'
import type { ModelMessage } from '../../../src/server/model/language-model.js'
import { RealtimeSession } from '../../../src/server/realtime/realtime-session.js'
import { restoreSnapshot, takeSnapshot } from '../../../src/server/realtime/session-snapshot.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import { settle, VirtualClock } from '../../../src/testing/virtual-clock.js'
import type { ToolResult } from '../../../src/toolkit/model/tool.js'
import { TestConversation, testAgent } from '../../support/agent.js'

const GOLDENS = join(import.meta.dirname, '../../goldens/model-history')

const ok = (content: ToolResult['content']): ToolResult => ({
  isError: false,
  status: 200,
  content,
  requestMs: 1,
})

/** A tool whose calls end when the test says so. */
function slowTool(effect: 'read' | 'write' = 'read') {
  const waiting: ((result: ToolResult) => void)[] = []
  const answer = () => new Promise<ToolResult>((resolve) => waiting.push(resolve))
  return {
    tool: new FakeTool({ name: 'slow_report', effect, answer }),
    finish: (content: string) => waiting.shift()?.(ok(content)),
  }
}

const rooms = new FakeTool({ name: 'get_room', answer: ({ number = 0 }) => ok({ number, beds: 2 }) })
const people = new FakeTool({ name: 'find_people', answer: [{ id: 7, name: 'Ada' }] })
const broken = new FakeTool({
  name: 'get_weather',
  answer: () => ({ isError: true, status: 503, reason: 'http-error', content: 'down', requestMs: 1 }),
})
const book = () => new FakeTool({ name: 'book_room', effect: 'write', answer: { booked: true } })
const remove = () => new FakeTool({ name: 'delete_booking', effect: 'destroy', answer: { deleted: true } })

function talk(script: ScriptedStep[], options: Omit<Parameters<typeof testAgent>[0], 'models'>) {
  const clock = new VirtualClock(1_000_000)
  const model = new ScriptedModel(script, { clock })
  return Object.assign(new TestConversation(testAgent({ models: [model], ...options }), clock), { model })
}

/** The history of each request to the model. Each call has one result with its id, right after the answer. */
async function expectGolden(name: string, { requests }: ScriptedModel): Promise<void> {
  for (const { history } of requests) expectPairs(history)
  const text = requests
    .map(({ history }) => history.map((message) => JSON.stringify(message)).join('\n'))
    .join('\n\n')
  await expect(`${text}\n`).toMatchFileSnapshot(join(GOLDENS, `${name}.jsonl`))
}

function expectPairs(history: ModelMessage[]): void {
  for (const [at, message] of history.entries()) {
    if (message.role !== 'assistant') continue
    const ids = message.toolCalls.map(({ callId }) => callId)
    const results = history.slice(at + 1, at + 1 + ids.length)
    expect(results.map((result) => result.role === 'tool' && result.callId)).toEqual(ids)
  }
}

describe('a model gets its own history', () => {
  it('with parallel calls in one answer, in their order', async () => {
    const calls = [
      { say: 'Let me look.' },
      { call: 'get_room', input: { number: 1 }, callId: 'toolu_a' },
      { call: 'get_room', input: { number: 2 }, callId: 'toolu_b' },
      { call: 'find_people', input: { name: 'Ada' }, callId: 'toolu_c' },
    ]
    const talking = talk([calls, [{ say: 'Two rooms, and Ada.' }], [{ say: 'Bye.' }]], {
      tools: [rooms, people],
    })
    await talking.turn('Rooms 1 and 2, and Ada?')
    await talking.turn('Thanks')
    await expectGolden('parallel-calls', talking.model)
  })

  it('with an approval by word', async () => {
    const talking = talk(
      [[{ call: 'book_room', input: { number: 2 } }], [{ say: 'Booked.' }], [{ say: 'Bye.' }]],
      { tools: [book()] },
    )
    await talking.turn('Book room 2')
    await talking.turn('Yes, please book it.')
    await talking.turn('Thanks')
    await expectGolden('approval-by-word', talking.model)
  })

  it('with an approval by click', async () => {
    const talking = talk([[{ call: 'book_room', input: { number: 2 } }], [{ say: 'Booked.' }]], {
      tools: [book()],
    })
    await talking.turn('Book room 2')
    talking.answer(true)
    await settle()
    await expectGolden('approval-by-click', talking.model)
  })

  it('with a declined call', async () => {
    const talking = talk([[{ call: 'delete_booking', input: { id: 9 } }], [{ say: 'I left it.' }]], {
      tools: [remove()],
    })
    await talking.turn('Delete booking 9')
    await talking.turn('No, keep it.')
    await expectGolden('declined', talking.model)
  })

  it('with two approvals at once, and a read beside them', async () => {
    const calls = [
      { call: 'get_room', input: { number: 1 } },
      { call: 'book_room', input: { number: 1 } },
      { call: 'delete_booking', input: { id: 9 } },
    ]
    const talking = talk([calls, [{ say: 'Booked. The other one stays.' }]], {
      tools: [rooms, book(), remove()],
    })
    await talking.turn('Move me to room 1')
    const [first = '', second = ''] = talking.requests
    talking.answer(false, second)
    talking.answer(true, first)
    await settle()
    await expectGolden('two-approvals', talking.model)
  })

  it('with a call that is allowed and waits for the answer to another', async () => {
    const calls = [
      { call: 'book_room', input: { number: 1 } },
      { call: 'delete_booking', input: { id: 9 } },
    ]
    const talking = talk([calls, [{ say: 'It has two beds.' }]], { tools: [book(), remove()] })
    await talking.turn('Move me to room 1')
    talking.answer(true, talking.requests[0])
    await talking.turn('How many beds does it have?')
    const results = talking.model.requests[1]!.history.flatMap((message) =>
      message.role === 'tool' ? [message.output] : [],
    )
    expect(results).toEqual([
      'Allowed by the user. It runs when they have answered the other calls of the same question.',
      expect.stringMatching(/^Waiting for the user/),
    ])
  })

  it('with a yes and a wish for something else', async () => {
    const talking = talk([[{ call: 'book_room', input: { number: 2 } }], [{ say: 'Booked. Nobody else.' }]], {
      tools: [book()],
    })
    await talking.turn('Book room 2')
    await talking.turn('Yes, and then show me who is in room 3.')
    await expectGolden('approval-with-wish', talking.model)
  })

  it('with a change and a condition while a call waits for approval', async () => {
    const script = [
      [{ call: 'book_room', input: { number: 2 } }],
      [{ say: 'It has one.' }],
      [{ call: 'book_room', input: { number: 3 } }],
      [{ say: 'Booked.' }],
    ]
    const talking = talk(script, { tools: [book()] })
    await talking.turn('Book room 2')
    await talking.turn('Only if it has a balcony')
    await talking.turn('Make it room 3')
    await talking.turn('Yes, room 3.')
    expect(JSON.stringify(talking.model.requests.map(({ history }) => history))).not.toContain(
      'did not agree',
    )
    await expectGolden('change-before-approval', talking.model)
  })

  it('with a question while a call waits for approval', async () => {
    const script = [
      [{ call: 'book_room', input: { number: 2 } }],
      [{ say: 'It costs 80 euros.' }],
      [{ say: 'Booked.' }],
    ]
    const talking = talk(script, { tools: [book()] })
    await talking.turn('Book room 2')
    await talking.turn('What does it cost?')
    await talking.turn('Yes, book it.')
    await expectGolden('question-before-approval', talking.model)
  })

  it('with an interruption while a write runs', async () => {
    const { tool, finish } = slowTool('write')
    const script = [
      [{ say: 'I start it.' }, { call: 'slow_report' }],
      [{ say: 'It still runs.' }],
      [{ say: 'It is done.' }],
    ]
    const talking = talk(script, { tools: [tool], approve: 'none' })
    talking.say('Make the report')
    await settle()
    talking.conversation.cancel('turn_detected')
    await talking.turn('Is it running?')
    finish('made')
    await settle()
    await expectGolden('interruption', talking.model)
  })

  it('with a tool that fails', async () => {
    const talking = talk(
      [
        [{ call: 'get_weather' }, { call: 'get_room', arguments: '{"number": ' }],
        [{ say: 'It does not work.' }],
      ],
      { tools: [broken, rooms] },
    )
    await talking.turn('Weather?')
    await expectGolden('tool-failure', talking.model)
  })

  it('with a call that goes on in the background', async () => {
    const { tool, finish } = slowTool()
    const script = [
      [{ call: 'slow_report' }],
      [{ say: 'It takes a while. Anything else?' }],
      [{ call: 'find_people' }],
      [{ say: 'Ada.' }],
      [{ say: 'The report: 42 pages.' }],
    ]
    const talking = talk(script, { tools: [tool, people] })
    talking.say('How long is the report?')
    await talking.clock.advance(9_000)
    await talking.turn('Who is here?')
    finish('42 pages')
    await settle()
    expect(talking.events.flatMap((event) => (event.type === 'text-done' ? [event.text] : []))).toEqual([
      'It takes a while. Anything else?',
      'Ada.',
      'The report: 42 pages.',
    ])
    await expectGolden('background', talking.model)
  })

  it('with a server in between that took the session over', async () => {
    const model = new ScriptedModel([
      [
        { say: 'One moment.' },
        { call: 'get_room', input: { number: 1 } },
        { call: 'book_room', input: { number: 1 } },
      ],
      [{ say: 'Booked.' }],
      [{ say: 'Bye.' }],
    ])
    const agent = testAgent({ models: [model], tools: [rooms, book()] })
    const first = new Server(agent)
    await first.say('Book room 1')
    const second = new Server(agent, first)
    await second.say('Yes')
    const third = new Server(agent, second)
    await third.say('Thanks')
    await expectGolden('reconnect', model)
  })

  it('with the calls of tools that a search has found', async () => {
    const tools = [rooms, people, book()]
    const input = { name: 'get_room', input: { number: 3 } }
    const talking = talk([[{ call: 'call_tool', input }], [{ say: 'Two beds.' }], [{ say: 'Bye.' }]], {
      tools,
      toolSet: 'search',
    })
    await talking.turn('Room 3?')
    await talking.turn('Thanks')
    await expectGolden('search', talking.model)
  })
})

/** A server with one session, which may have been taken over from another one. */
class Server {
  readonly session: RealtimeSession
  #ids: number

  constructor(agent: Agent, earlier?: Server) {
    this.#ids = earlier ? earlier.#ids + 100 : 0
    this.session = new RealtimeSession({
      id: 'session-1',
      agent,
      locked: false,
      clock: new VirtualClock(1_000_000),
      logger: silentLogger,
      newId: (prefix) => `${prefix}_${++this.#ids}`,
    })
    if (earlier) restoreSnapshot(this.session, JSON.parse(JSON.stringify(takeSnapshot(earlier.session))))
  }

  async say(text: string): Promise<void> {
    const content = [{ type: 'input_text', text }]
    this.session.receive(
      JSON.stringify({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } }),
    )
    this.session.receive(JSON.stringify({ type: 'response.create' }))
    await settle()
  }
}

describe('a model in a long conversation', () => {
  it('still knows what it has changed, and that the beginning is left out', async () => {
    const list = new FakeTool({ name: 'list_rooms', answer: ['x'.repeat(6_000)] })
    const add = new FakeTool({
      name: 'add_note',
      effect: 'write',
      answer: ({ text = '' }) => ok({ id: 7, text, room: 'y'.repeat(2_000) }),
    })
    const clock = new VirtualClock(1_000_000)
    const model = new ScriptedModel(
      ({ history }) => {
        const last = history.at(-1)!
        if (last.role !== 'user') return [{ say: 'Done. '.repeat(20) }]
        if (last.text.startsWith('Note')) return [{ call: 'add_note', input: { text: last.text } }]
        return last.text.startsWith('List') ? [{ call: 'list_rooms' }] : [{ say: 'Fine.' }]
      },
      { clock },
    )
    const limits = { maxHistoryTokens: 6_000 }
    const agent = testAgent({ models: [model], tools: [list, add], approve: 'none', limits })
    const talking = new TestConversation(agent, clock)
    const historyAfter = async (words: string) => {
      await talking.turn(words)
      const { history } = model.requests.at(-1)!
      expectPairs(history)
      return history
    }

    await talking.turn('Note 1')
    for (let at = 0; at < 5; at += 1) await talking.turn(`List ${at}`)
    const shorter = await historyAfter('What have we done?')
    expect(shorter.filter(({ role }) => role === 'user')).toHaveLength(7)
    const outputs = shorter.flatMap((message) => (message.role === 'tool' ? [message.output] : []))
    expect(outputs[0]).toContain('\\"text\\":\\"Note 1\\"')
    expect(outputs[0]).toContain('(the rest is left out to save space)')
    expect(outputs[1]).toBe('{"content":"Left out to save space. Call the tool again when it is needed."}')

    for (let at = 2; at < 80; at += 1) await talking.turn(at === 2 ? `Note ${at}` : `List ${at}`)
    const [note, ...rest] = await historyAfter('What have we done?')
    expect(note).toMatchObject({
      role: 'system',
      text: expect.stringContaining('The beginning of this conversation is left out'),
    })
    // What the API has said stays the output of a tool, and is no text of the application.
    expect(rest.slice(0, 5)).toMatchObject([
      { role: 'assistant', toolCalls: [{ name: 'add_note', arguments: '{"text":"Note 1"}' }] },
      { role: 'tool', output: expect.stringContaining('\\"id\\":7') },
      { role: 'assistant', toolCalls: [{ name: 'add_note', arguments: '{"text":"Note 2"}' }] },
      { role: 'tool', output: expect.stringContaining('\\"id\\":7') },
      { role: 'user' },
    ])
  })
})
