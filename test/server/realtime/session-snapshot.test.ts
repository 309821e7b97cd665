import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../../src/ports.js'
import type { ServerEvent } from '../../../src/protocol/events.js'
import { AgentSession } from '../../../src/server/agent/agent-session.js'
import { RealtimeSession } from '../../../src/server/realtime/realtime-session.js'
import { recoverSession } from '../../../src/server/realtime/recover.js'
import {
  restoreSnapshot,
  type SessionSnapshot,
  takeSnapshot,
} from '../../../src/server/realtime/session-snapshot.js'
import { resolveAgent } from '../../../src/server/resolve-agent.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import type { LooseEvent } from '../../support/raw-client.js'
import earlier from './earlier-record.json' with { type: 'json' }

const RUNS = process.env.VOICE_TEST_FULL ? 2_000 : 150

/** A session without any connection, and everything it says. */
class Bench {
  readonly session: RealtimeSession
  readonly events: ServerEvent[] = []
  readonly clock = new VirtualClock()
  ids: number

  constructor(ids = 0, answer?: () => Promise<never>) {
    this.ids = ids
    // What a model says depends on everything it is told.
    const model = new ScriptedModel(({ history, instructions, tools }) => {
      const last = history.at(-1)
      const said = `${history.length} ${instructions.length} ${tools.length}`
      if (last?.role !== 'user') return [{ say: said }]
      if (last.text.includes('read')) return [{ say: 'One moment.' }, { callId: 'call_made', call: 'read' }]
      if (last.text.includes('write'))
        return [
          { callId: 'call_made', call: 'write', input: { text: said } },
          { callId: 'call_other', call: 'write' },
        ]
      return last.text.includes('mine') ? [{ callId: 'call_made', call: 'mine', input: {} }] : [{ say: said }]
    })
    const tools = [
      new FakeTool({ name: 'read', answer: answer ?? 'seen' }),
      new FakeTool({ name: 'write', effect: 'write', answer: 'written' }),
    ]
    const description = { llm: model, tools: [{ getFunctions: () => tools }], credentials: {} }
    this.session = new RealtimeSession({
      id: 'session-1',
      agent: resolveAgent(new AgentSession(description)),
      locked: false,
      clock: this.clock,
      logger: silentLogger,
      newId: (prefix) => {
        this.ids += 1
        return `${prefix}_${this.ids}`
      },
    })
    this.session.view = { voice: true, toolEvents: true, explain: false, reasoning: false }
    this.session.outbox.attach(({ data }) => this.events.push(JSON.parse(String(data)) as ServerEvent))
  }

  /** The same session as another server has it. */
  moved(): Bench {
    const other = new Bench(this.ids)
    other.ids = this.ids
    other.session.outbox.restore(this.session.outbox.keptAfter(0), this.session.outbox.last)
    restoreSnapshot(other.session, JSON.parse(JSON.stringify(takeSnapshot(this.session))))
    return other
  }

  send(event: LooseEvent): void {
    this.session.receive(JSON.stringify(event))
  }

  async follow(act: Act): Promise<void> {
    for (const event of eventsOf(act, this.session)) this.send(event)
    await this.settle()
  }

  async settle(): Promise<void> {
    for (let turn = 0; turn < 200 && this.session.busy; turn += 1)
      await new Promise((resolve) => setImmediate(resolve))
  }
}

type Act =
  | { do: 'say'; text: string; again: boolean }
  | { do: 'answer'; approve: boolean }
  | { do: 'output' }
  | { do: 'delete'; at: number }
  | { do: 'settings'; instructions: string; tools: boolean; instructionsOnly: boolean }
  | { do: 'bare' }
  | { do: 'mode'; mode: 'voice' | 'text' }

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('say' as const),
      text: fc.constantFrom('hello', 'read', 'write', 'mine', 'yes', 'no', 'maybe'),
      again: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('answer' as const), approve: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'output' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), at: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('settings' as const),
      instructions: fc.string({ maxLength: 9 }),
      tools: fc.boolean(),
      instructionsOnly: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'bare' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('mode' as const),
      mode: fc.constantFrom('voice' as const, 'text' as const),
    }),
  },
)

function eventsOf(one: Act, { conversation, outbox }: RealtimeSession): LooseEvent[] {
  const { items } = conversation.history
  // The same on every server, new with every act but those that are sent again.
  const id = `client-${outbox.last}`
  switch (one.do) {
    case 'say': {
      const content = [{ type: 'input_text', text: one.text }]
      const said = {
        type: 'conversation.item.create',
        event_id: id,
        item: { type: 'message', role: 'user', content },
      }
      return [said, ...(one.again ? [said] : []), { type: 'response.create' }]
    }
    case 'answer': {
      const open = items.findLast((item) => item.type === 'mcp_approval_request')
      const item = {
        type: 'mcp_approval_response',
        approval_request_id: open?.id ?? 'none',
        approve: one.approve,
      }
      return [{ type: 'conversation.item.create', item }]
    }
    case 'output': {
      const call = items.findLast((item) => item.type === 'function_call')
      const call_id = call?.type === 'function_call' ? call.call_id : 'none'
      return [
        { type: 'conversation.item.create', item: { type: 'function_call_output', call_id, output: '1' } },
      ]
    }
    case 'delete':
      return [{ type: 'conversation.item.delete', item_id: items[one.at]?.id ?? 'none' }]
    case 'settings': {
      const tools = one.tools ? [{ type: 'function', name: 'mine', parameters: { type: 'object' } }] : []
      const session = { instructions: one.instructions, ...(!one.instructionsOnly && { tools }) }
      return [{ type: 'session.update', session }]
    }
    case 'bare':
      return [{ type: 'response.create' }]
    case 'mode':
      return [{ type: 'voice.mode', mode: one.mode }]
  }
}

describe('a snapshot of a session', () => {
  it(`makes another server go on exactly as the first would have (${RUNS} runs)`, async () => {
    const acts = fc.array(act, { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(acts, acts, async (before, after) => {
        const first = new Bench()
        for (const one of before) await first.follow(one)
        const second = first.moved()
        const from = first.events.length
        for (const one of after) {
          await first.follow(one)
          await second.follow(one)
        }
        expect(second.events).toEqual(first.events.slice(from))
        expect(takeSnapshot(second.session)).toEqual(takeSnapshot(first.session))
      }),
      { numRuns: RUNS, seed: 7 },
    )
  })
})

describe('a session whose server died', () => {
  const types = (events: readonly ServerEvent[]) => events.map(({ type }) => type)

  it('closes what was half said, tells that an outcome is unknown, and runs nothing again', async () => {
    const first = new Bench(0, () => new Promise(() => {}))
    first.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'read' }] },
    })
    first.send({ type: 'response.create' })
    await first.settle()
    expect(types(first.events).at(-1)).toBe('response.mcp_call.in_progress')
    const second = first.moved()
    recoverSession(second.session)
    await second.settle()
    expect(types(second.events).slice(0, 4)).toEqual([
      'response.mcp_call.failed',
      'response.output_item.done',
      'conversation.item.done',
      'response.done',
    ])
    const done = second.events.find((event) => event.type === 'response.done')
    expect(done?.response).toMatchObject({
      status: 'failed',
      status_details: { error: { code: 'server-stopped' } },
    })
    const { items } = second.session.conversation.history
    const call = items.find((item) => item.type === 'mcp_call')
    expect(JSON.stringify(call)).toContain('The outcome is unknown')
    expect(second.session.conversation.history.forModels.at(-1)).toMatchObject({
      content: [{ text: expect.stringContaining('I cannot tell whether that worked') }],
    })
    const ids = [...first.events, ...second.events].flatMap((event) =>
      event.type === 'conversation.item.done' ? [event.item.id] : [],
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(second.session.busy).toBe(false)
    recoverSession(second.session)
    expect(types(second.events).filter((type) => type === 'response.mcp_call.failed')).toHaveLength(1)
  })

  it('keeps the words that were said, as an incomplete message', async () => {
    const first = new Bench()
    first.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
    })
    first.send({ type: 'response.create' })
    while (!types(first.events).includes('response.output_text.delta')) await Promise.resolve()
    const second = first.moved()
    recoverSession(second.session)
    expect(types(second.events).slice(0, 5)).toEqual([
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'conversation.item.done',
      'response.done',
    ])
    const message = second.session.conversation.history.items[1]
    expect(message).toMatchObject({ status: 'incomplete', content: [{ type: 'output_text' }] })
    await first.settle()
  })
})

describe('a session that a server of an earlier version stored', () => {
  const stored = earlier as unknown as SessionSnapshot

  it('is stored again with the same names and values, so servers of both versions take over from each other', () => {
    const { session } = new Bench(20)
    restoreSnapshot(session, structuredClone(stored))
    // What ran on the other server does not run here.
    const conversation = { ...stored.facts.conversation, running: [] }
    const here = { ...stored, facts: { ...stored.facts, conversation } }
    expect(JSON.parse(JSON.stringify(takeSnapshot(session)))).toEqual(here)
  })

  it('goes on: a running call has an unknown outcome, and an open approval can be given', async () => {
    const bench = new Bench(20)
    restoreSnapshot(bench.session, structuredClone(stored))
    recoverSession(bench.session)
    const result = (name: string) =>
      JSON.stringify(
        bench.session.conversation.history.items.filter(
          (item) => item.type === 'mcp_call' && item.name === name,
        ),
      )
    expect(result('read')).toContain('The outcome is unknown')
    expect(result('write')).toBe('[]')
    const item = { type: 'mcp_approval_response', approval_request_id: 'mcpr_5', approve: true }
    bench.send({ type: 'conversation.item.create', item })
    await bench.settle()
    expect(result('write')).toContain('written')
  })
})
