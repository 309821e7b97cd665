import {
  RealtimeAgent,
  type RealtimeItem,
  RealtimeSession,
  type RealtimeSessionConfig,
  tool,
} from '@openai/agents-realtime'
import { afterEach, describe, expect, it } from 'vitest'
import type { ScriptedStep } from '../../src/testing/scripted-model.js'
import { KEY } from '../support/app.js'
import { eventually } from '../support/eventually.js'
import { npmVersion, recordWhenPassed } from './record-peer.js'
import {
  deleteOrder,
  listPets,
  type StockOptions,
  type StockServer,
  serveStock,
  spokenTurn,
} from './stock.js'

let server: StockServer | undefined

afterEach(async () => {
  await server?.close()
  expect(server?.tap.complaints).toEqual([])
  server = undefined
})

async function serve(script: ScriptedStep[], options: StockOptions = {}): Promise<void> {
  server = await serveStock(script, options)
}

/** An `@openai/agents-realtime` session over this server, with what it saw. */
async function agentsSession(
  tools: ReturnType<typeof tool>[] = [],
  config: Partial<RealtimeSessionConfig> = { outputModalities: ['text'] },
) {
  const agent = new RealtimeAgent({ name: 'test', instructions: 'Be kind.', tools })
  const session = new RealtimeSession(agent, { transport: 'websocket', config })
  const seen = {
    errors: [] as unknown[],
    ends: [] as string[],
    history: [] as RealtimeItem[],
    created: 0,
    updated: 0,
    audioMs: 0,
    interrupted: 0,
  }
  session.on('audio', ({ data }) => {
    seen.audioMs += data.byteLength / 48
  })
  session.on('audio_interrupted', () => {
    seen.interrupted += 1
  })
  session.on('error', (error) => seen.errors.push(error))
  session.on('agent_end', (_context, _agent, output) => seen.ends.push(output))
  session.on('history_updated', (history) => {
    seen.history = history
  })
  session.transport.on('*', (event) => {
    if (event.type === 'response.created') seen.created += 1
    if (event.type === 'session.updated') seen.updated += 1
  })
  await session.connect({ apiKey: KEY, url: `ws://127.0.0.1:${server!.port}/ws` })
  /** Two exchanges: the first ends after what the client was sent until now, the second after what it sent because of that. */
  const settle = async () => {
    for (const last of [seen.updated + 1, seen.updated + 2]) {
      session.transport.sendEvent({ type: 'session.update', session: { type: 'realtime' } })
      await eventually(() => seen.updated >= last, 'the session to settle')
    }
  }
  await eventually(() => seen.updated > 0, 'the first settings')
  return { session, seen, settle }
}

const assistantTexts = (history: RealtimeItem[]) =>
  history.flatMap((item) =>
    item.type === 'message' && item.role === 'assistant'
      ? item.content.map((part) => ('text' in part ? part.text : part.transcript))
      : [],
  )

describe('@openai/agents-realtime', () => {
  recordWhenPassed(() => ({
    ...{ page: 'stock-clients', client: '`@openai/agents-realtime` on Node 20' },
    version: npmVersion('@openai/agents-realtime'),
    tested: 'approvals by event, audio both ways, interruption, truncation',
  }))

  it('holds two turns in a row', async () => {
    await serve([[{ say: 'Hello there.' }], [{ say: 'Fine.' }]])
    const { session, seen, settle } = await agentsSession()
    session.sendMessage('hi')
    await eventually(() => seen.ends.length === 1)
    session.sendMessage('how are you?')
    await eventually(() => seen.ends.length === 2)
    await settle()
    session.close()
    expect(assistantTexts(seen.history)).toEqual(['Hello there.', 'Fine.'])
    expect(seen.errors).toEqual([])
  })

  it('gets one answer after a tool of the server', async () => {
    const pets = listPets()
    await serve([[{ call: 'list_pets' }], [{ say: 'There is Rex.' }], [{ say: 'A second answer.' }]], {
      tools: [pets],
    })
    const { session, seen, settle } = await agentsSession()
    session.sendMessage('which pets are there?')
    await eventually(() => assistantTexts(seen.history).includes('There is Rex.'))
    await settle()
    session.close()
    expect(assistantTexts(seen.history)).toEqual(['There is Rex.'])
    expect(pets.calls).toHaveLength(1)
    expect(seen.errors).toEqual([])
  })

  it('sees the tools of the server when it names it', async () => {
    await serve([[{ say: 'Hello.' }]], { tools: [listPets()] })
    const { session, seen } = await agentsSession([
      // What hostedMcpTool() of the agents package makes.
      {
        type: 'hosted_tool',
        name: 'hosted_mcp',
        providerData: { type: 'mcp', server_label: 'voice', server_url: 'wss://example.com' },
      } as unknown as ReturnType<typeof tool>,
    ])
    await eventually(() => session.availableMcpTools.length > 0)
    expect(session.availableMcpTools.map(({ name }) => name)).toEqual(['list_pets'])
    session.close()
    expect(seen.errors).toEqual([])
  })

  it('runs its own tools', async () => {
    await serve([[{ call: 'tell_time', input: { zone: 'UTC' } }], [{ say: 'It is noon.' }]])
    const asked: unknown[] = []
    const tellTime = tool({
      name: 'tell_time',
      description: 'Tells the time.',
      parameters: {
        type: 'object',
        properties: { zone: { type: 'string' } },
        required: ['zone'],
        additionalProperties: true,
      },
      strict: false,
      execute: (input) => {
        asked.push(input)
        return 'noon'
      },
    })
    const { session, seen, settle } = await agentsSession([tellTime as ReturnType<typeof tool>])
    session.sendMessage('what time is it?')
    await eventually(() => assistantTexts(seen.history).includes('It is noon.'))
    await settle()
    session.close()
    expect(asked).toEqual([{ zone: 'UTC' }])
    expect(assistantTexts(seen.history)).toEqual(['It is noon.'])
    expect(seen.errors).toEqual([])
  })

  it.each([
    [true, 1, 'It is gone.'],
    [false, 0, 'I left it.'],
  ])('answers an approval by event: %s', async (approve, runs, answer) => {
    const order = deleteOrder()
    await serve(
      [[{ call: 'delete_order', input: { orderId: 17 } }], [{ say: answer }], [{ say: 'A second answer.' }]],
      { tools: [order] },
    )
    const { session, seen, settle } = await agentsSession()
    session.on('tool_approval_requested', (_context, _agent, request) => {
      expect(order.calls).toEqual([])
      if (approve) session.approve(request.approvalItem)
      else session.reject(request.approvalItem)
    })
    session.sendMessage('delete order 17')
    await eventually(() => assistantTexts(seen.history).includes(answer))
    await settle()
    session.close()
    expect(order.calls).toHaveLength(runs)
    expect(assistantTexts(seen.history)).toEqual(['This deletes the order: order id 17. Go ahead?', answer])
    expect(seen.errors).toEqual([])
  })

  it('cancels an answer', async () => {
    await serve([[{ say: 'One' }, { waitMs: 60_000 }, { say: ' two.' }], [{ say: 'All right.' }]])
    const { session, seen, settle } = await agentsSession()
    session.sendMessage('count')
    await eventually(() => seen.created === 1)
    await settle()
    // `interrupt()` acts on sound only; what it sends is this.
    session.transport.sendEvent({ type: 'response.cancel' })
    await settle()
    session.sendMessage('stop it')
    await eventually(() => assistantTexts(seen.history).includes('All right.'))
    session.close()
    expect(seen.errors).toEqual([])
  })

  const LONG = 'There are three pets in the shop today. One of them is called Rex. The others are cats.'

  it('speaks and is spoken to with what it sets by itself, two turns', async () => {
    await serve([[{ say: 'There is Rex.' }], [{ say: 'He is three.' }]], {
      heard: ['which pets are there', 'how old is he'],
    })
    const { session, seen, settle } = await agentsSession([], {})
    for (const answers of [1, 2]) {
      session.sendAudio(arrayBuffer(spokenTurn()))
      await eventually(() => seen.ends.length === answers)
    }
    await eventually(() => userTexts(seen.history).length === 2)
    await settle()
    session.close()
    expect(seen.ends).toEqual(['There is Rex.', 'He is three.'])
    expect(userTexts(seen.history)).toEqual(['which pets are there', 'how old is he'])
    expect(seen.audioMs).toBeGreaterThan(1_000)
    expect(seen.errors).toEqual([])
  })

  it('is interrupted by speech and truncates what it has not played', async () => {
    await serve([[{ say: LONG }, { waitMs: 60_000 }], [{ say: 'Yes?' }]], {
      heard: ['list the pets', 'stop please'],
    })
    const { session, seen, settle } = await agentsSession([], {})
    session.sendAudio(arrayBuffer(spokenTurn()))
    await eventually(() => seen.audioMs > 1_000)
    session.sendAudio(arrayBuffer(spokenTurn()))
    await eventually(() => seen.ends.at(-1) === 'Yes?')
    await settle()
    session.close()
    const sent = server!.tap.sent.map(({ type }) => type)
    expect(seen.interrupted).toBeGreaterThan(0)
    expect(sent).toContain('conversation.item.truncate')
    expect(sent).not.toContain('response.cancel')
    expect(JSON.stringify(server!.llm.requests.at(-1)?.history)).not.toContain('cats')
    expect(assistantTexts(seen.history).join(' ')).not.toContain('cats')
    expect(seen.errors).toEqual([])
  })

  it('interrupts by itself with interrupt()', async () => {
    await serve([[{ say: LONG }, { waitMs: 60_000 }], [{ say: 'Fine.' }]], { heard: ['list the pets'] })
    const { session, seen } = await agentsSession([], {})
    session.sendAudio(arrayBuffer(spokenTurn()))
    await eventually(() => seen.audioMs > 1_000)
    session.interrupt()
    await eventually(() => server!.tap.received.some(({ type }) => type === 'conversation.item.truncated'))
    session.sendMessage('go on')
    await eventually(() => seen.ends.at(-1) === 'Fine.')
    session.close()
    const ends = server!.tap.received.flatMap((event) =>
      event.type === 'response.done' ? [event.response.status] : [],
    )
    expect(ends).toEqual(['cancelled', 'completed'])
    expect(seen.errors).toEqual([])
  })

  it('answers in sound after a tool of its own and one of the server', async () => {
    await serve(
      [
        [{ call: 'list_pets' }],
        [{ call: 'tell_time', input: {} }],
        [{ say: 'Rex, at noon.' }],
        [{ say: 'A second answer.' }],
      ],
      { heard: ['which pets are there and what time is it'], tools: [listPets()] },
    )
    const parameters = {
      type: 'object' as const,
      properties: {},
      required: [],
      additionalProperties: true as const,
    }
    const tellTime = tool({
      ...{ name: 'tell_time', description: 'Tells the time.', parameters, strict: false },
      execute: () => 'noon',
    })
    const { session, seen, settle } = await agentsSession([tellTime as ReturnType<typeof tool>], {})
    session.sendAudio(arrayBuffer(spokenTurn()))
    await eventually(() => assistantTexts(seen.history).includes('Rex, at noon.'))
    await settle()
    session.close()
    expect(assistantTexts(seen.history)).toEqual(['Rex, at noon.'])
    expect(seen.errors).toEqual([])
  })
})

const arrayBuffer = (bytes: Buffer) => new Uint8Array(bytes).buffer

const userTexts = (history: RealtimeItem[]) =>
  history.flatMap((item) =>
    item.type === 'message' && item.role === 'user'
      ? item.content.flatMap((part) => ('transcript' in part && part.transcript ? part.transcript : []))
      : [],
  )
