import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelMessage, ModelRequest } from '../../../src/server/model/language-model.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { type ScriptedAct, ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import { settle, VirtualClock } from '../../../src/testing/virtual-clock.js'
import type { ToolResult } from '../../../src/toolkit/model/tool.js'
import { TestConversation, testAgent } from '../../support/agent.js'

const RUNS = process.env.VOICE_TEST_FULL ? 20_000 : 2_000
const AN_HOUR = 3_600_000

/** What a model may do in one step; steps are drawn by the runs, so that a failing one shrinks. */
const steps: fc.Arbitrary<ScriptedStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<ScriptedStep>(
      [{ say: 'All is well.' }],
      [{ say: 'A' }, { waitMs: 500 }, { say: ' b' }],
    ),
  },
  { weight: 6, arbitrary: fc.array(calls(), { minLength: 1, maxLength: 3 }) },
  { weight: 2, arbitrary: calls().map((call) => [{ say: 'Let me see.' }, call]) },
  { weight: 1, arbitrary: calls().map((call) => [call, { cut: true as const }]) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<ScriptedStep>(
      [],
      [{ fail: 'unavailable', status: 500 }],
      [{ say: 'Half' }, { cut: true }],
      [{ say: 'Half' }, { fail: 'cut' }],
      [{ waitMs: 40_000 }],
      [{ say: 'x' }, { chunk: { type: 'end', reason: 'length' } }],
    ),
  },
)

function calls(): fc.Arbitrary<ScriptedAct> {
  return fc.constantFrom<ScriptedAct>(
    { call: 'read' },
    { call: 'read', callId: 'same' },
    { call: 'write', input: { a: 1 } },
    { call: 'destroy', input: { id: 17 } },
    { call: 'mine', input: { b: 2 } },
    { call: 'nobody' },
    { call: 'read', arguments: '{"cut":' },
    { call: 'write', arguments: '"text"' },
  )
}

/** A conversation whose tools end when the test says so, with every promise about it checked as it goes. */
class World {
  readonly talk: TestConversation
  readonly clock = new VirtualClock(1_000_000)
  readonly problems: string[] = []
  readonly #yes = new Set<string>()
  readonly #tools: FakeTool[]
  #open: ((result: ToolResult) => void)[] = []

  constructor(first: ScriptedStep[], second: ScriptedStep[]) {
    const answer = () => new Promise<ToolResult>((resolve) => this.#open.push(resolve))
    this.#tools = [
      new FakeTool({ name: 'read', answer }),
      new FakeTool({ name: 'write', effect: 'write', answer }),
      new FakeTool({ name: 'destroy', effect: 'destroy', answer }),
    ]
    const models = [first, second].map((script, at) => new WatchedModel(script, `test/${at}`, this))
    this.talk = new TestConversation(testAgent({ models, tools: this.#tools }), this.clock)
    this.talk.settings.tools = [{ type: 'function', name: 'mine' }]
  }

  /** One of the tools that run comes to its end. */
  endTool(result: ToolResult): void {
    this.#open.shift()?.(result)
  }

  /** A person agrees by text to all that is open. */
  agreeToAll(): void {
    for (const id of this.talk.requests) if (!this.#isAnswered(id)) this.#yes.add(id)
  }

  #isAnswered(id: string): boolean {
    const { items } = this.talk.conversation.history
    return items.some((item) => item.type === 'mcp_approval_response' && item.approval_request_id === id)
  }

  /** A person answers one request by event. */
  answer(id: string, approve: boolean): void {
    const isAnswered = this.#isAnswered(id)
    const taken = this.talk.answer(approve, id)
    if (taken && isAnswered) this.problems.push(`a second answer to ${id} was taken`)
    if (taken && approve) this.#yes.add(id)
  }

  /** Lets everything end, by time if need be. */
  async finish(): Promise<void> {
    for (let round = 0; round < 20; round += 1) {
      while (this.#open.length > 0) this.endTool({ isError: false, content: 1, requestMs: 1 })
      await this.clock.advance(AN_HOUR)
    }
  }

  check(): void {
    this.#checkReplies()
    this.#checkItems()
    this.#checkTools()
    expect(this.problems).toEqual([])
  }

  #checkReplies(): void {
    const open = new Set<string>()
    const ended = new Set<string>()
    for (const event of this.talk.events) {
      const id = 'replyId' in event ? event.replyId : undefined
      if (id === undefined) continue
      if (ended.has(id)) this.problems.push(`${event.type} after the end of ${id}`)
      if (event.type === 'reply-started') open.add(id)
      else if (!open.has(id)) this.problems.push(`${event.type} before the start of ${id}`)
      if (event.type === 'reply-ended') {
        ended.add(id)
        open.delete(id)
      }
    }
    if (!this.talk.conversation.replying && open.size > this.outOfBandOpen)
      this.problems.push('a reply never ended')
  }

  outOfBandOpen = 0

  /** Added once, done once, in this order. A call that goes on in the background is done again with its result. */
  #checkItems(): void {
    const added = new Set<string>()
    const done = new Set<string>()
    const running = new Set<string>()
    for (const event of this.talk.events) {
      if (event.type === 'item-added') {
        if (added.has(event.item.id)) this.problems.push(`${event.item.id} was added twice`)
        added.add(event.item.id)
      } else if (event.type === 'item-done') {
        const { item } = event
        const isSecond = done.has(item.id) && !running.delete(item.id)
        if (item.type === 'mcp_call' && !item.output && !item.error) running.add(item.id)
        if (!added.has(event.item.id) || isSecond) this.problems.push(`${event.item.id} was done out of turn`)
        done.add(event.item.id)
      }
    }
  }

  /** Every start is one call, and what writes ran once for each yes at most. */
  #checkTools(): void {
    const started = this.talk.events.filter((event) => event.type === 'call-started').length
    const ran = this.#tools.reduce((sum, tool) => sum + tool.calls.length, 0)
    if (ran > started) this.problems.push(`${ran} calls for ${started} starts`)
    const keys = this.#tools
      .slice(1)
      .flatMap((tool) => tool.calls.map((call) => call.options.headers?.[0]?.[1] ?? 'none'))
    if (new Set(keys).size < keys.length) this.problems.push('an approved call ran twice')
    for (const key of keys) if (!this.#yes.has(key)) this.problems.push(`a write ran without a yes: ${key}`)
  }
}

/** A scripted model that checks every history it is given as a provider would. */
class WatchedModel extends ScriptedModel {
  readonly #world: World

  constructor(script: ScriptedStep[], name: string, world: World) {
    super(script, { name, clock: world.clock })
    this.#world = world
  }

  override stream(request: ModelRequest, options: { signal: AbortSignal }) {
    this.#world.problems.push(...historyProblems(request.history))
    return super.stream(request, options)
  }
}

/** What a provider would refuse a history for. */
function historyProblems(history: readonly ModelMessage[]): string[] {
  const problems: string[] = []
  const seen = new Set<string>()
  let owed: string[] = []
  for (const message of history) {
    if (message.role === 'tool') {
      if (owed.shift() !== message.callId) problems.push(`a result without its call: ${message.callId}`)
      continue
    }
    if (owed.length > 0) problems.push(`a call without its result: ${owed}`)
    owed = message.role === 'assistant' ? message.toolCalls.map((call) => call.callId) : []
    for (const id of owed) if (seen.has(id)) problems.push(`an id used twice: ${id}`)
    for (const id of owed) seen.add(id)
    if (message.role === 'assistant') for (const call of message.toolCalls) JSON.parse(call.arguments)
  }
  if (owed.length > 0) problems.push(`a call without its result at the end: ${owed}`)
  return problems
}

type Command = fc.AsyncCommand<object, World>

/** A command that is checked after it ran. */
function command(name: string, run: (world: World) => void | Promise<void>): Command {
  return {
    check: () => true,
    async run(_model, world) {
      await run(world)
      world.check()
    },
    toString: () => name,
  }
}

function respond(world: World): void {
  const { conversation } = world.talk
  if (conversation.replying) expect(() => conversation.respond()).toThrow(/under way/)
  else conversation.respond()
}

const commands: fc.Arbitrary<Command>[] = [
  fc.constantFrom('hello', 'yes', 'ok do it', 'no', 'hm').map((text) =>
    command(`say ${text}`, (world) => {
      if (text === 'yes' || text === 'ok do it') world.agreeToAll()
      world.talk.hear(text)
      respond(world)
    }),
  ),
  fc.constant(command('respond', respond)),
  fc.constant(command('cancel', (world) => void world.talk.conversation.cancel('client_cancelled'))),
  fc.tuple(fc.boolean(), fc.nat(3)).map(([approve, which]) =>
    command(`answer ${approve} to ${which}`, (world) => {
      const id = world.talk.requests.at(-1 - which)
      if (id !== undefined) world.answer(id, approve)
    }),
  ),
  fc.constant(
    command('output', (world) => {
      const { conversation } = world.talk
      const call = conversation.history.items.findLast((item) => item.type === 'function_call')
      if (call?.type !== 'function_call') return
      const id = `output_${conversation.history.items.length}_${world.talk.events.length}`
      conversation.addItem({ id, type: 'function_call_output', call_id: call.call_id ?? '', output: 'done' })
      respond(world)
    }),
  ),
  fc
    .constantFrom(0, 100, 3_000, 45_000, 130_000)
    .map((ms) => command(`advance ${ms}`, (world) => world.clock.advance(ms))),
  fc.boolean().map((isError) =>
    command(`end a tool ${isError ? 'badly' : 'well'}`, async (world) => {
      world.endTool({ isError, ...(isError && { status: 500 }), content: 'x', requestMs: 1 })
      await settle()
    }),
  ),
  fc.nat(30).map((which) =>
    command(`delete ${which}`, (world) => {
      const { history, replying } = world.talk.conversation
      const item = history.items[which]
      if (item && !replying) world.talk.conversation.deleteItem(item.id)
    }),
  ),
  fc.constant(
    command('out of band', (world) => {
      world.outOfBandOpen += 1
      world.talk.conversation.respond({ outOfBand: { items: undefined } })
    }),
  ),
  fc.constant(command('settle', settle)),
]

describe('a conversation, whatever happens in whatever order', () => {
  it(
    `ends every turn once, runs no tool twice and keeps a history that providers take (${RUNS} runs)`,
    async () => {
      const script = fc.array(steps, { maxLength: 12 })
      await fc.assert(
        fc.asyncProperty(
          script,
          script,
          fc.commands(commands, { maxCommands: 25 }),
          async (first, second, run) => {
            const world = new World(first, second)
            await fc.asyncModelRun(() => ({ model: {}, real: world }), run)
            await world.finish()
            world.outOfBandOpen = 0
            world.check()
            expect(world.talk.conversation.replying).toBe(false)
            const [started, ended] = ['reply-started', 'reply-ended'].map(
              (type) => world.talk.events.filter((event) => event.type === type).length,
            )
            expect(ended).toBe(started)
          },
        ),
        { numRuns: RUNS, seed: 20_261_121 },
      )
      console.log(`conversation: ${RUNS} runs of up to 25 commands, seed 20261121`)
    },
    30 * 60_000,
  )
})
