import { createConnection } from 'node:net'
import {
  RealtimeAgent,
  type RealtimeItem,
  RealtimeSession,
  type RealtimeSessionConfig,
  tool,
} from '@openai/agents-realtime'
import OpenAI from 'openai'
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import { WebSocket } from 'undici'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import type { ScriptedStep } from '../../../src/testing/scripted-model.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'

// Node 20 has no WebSocket of its own, which the class for browsers wants.
vi.stubGlobal('WebSocket', WebSocket)

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

const listPets = () => new FakeTool({ name: 'list_pets', answer: [{ id: 1, name: 'Rex' }] })
const deleteOrder = () => new FakeTool({ name: 'delete_order', effect: 'destroy', answer: { deleted: true } })

async function serve(script: ScriptedStep[], tools: FakeTool[] = []): Promise<TestServer> {
  server = await startServer({ llm: new ScriptedModel(script), tools })
  return server
}

/** Both WebSocket classes of the package: one with a header, one with subprotocols. They always dial wss, so each is turned back. */
const OPENAI_CLASSES = {
  OpenAIRealtimeWS: (port: number) =>
    new OpenAIRealtimeWS(
      {
        model: 'gpt-realtime',
        options: { createConnection: () => createConnection(port, '127.0.0.1') } as object,
      },
      new OpenAI({ apiKey: KEY, baseURL: `http://127.0.0.1:${port}/v1` }),
    ),
  OpenAIRealtimeWebSocket: (port: number) =>
    new OpenAIRealtimeWebSocket(
      {
        model: 'gpt-realtime',
        dangerouslyAllowBrowser: true,
        onURL: (url) => {
          url.protocol = 'ws:'
        },
      },
      new OpenAI({ apiKey: KEY, baseURL: `http://127.0.0.1:${port}/v1`, dangerouslyAllowBrowser: true }),
    ),
}

describe.each(Object.entries(OPENAI_CLASSES))('%s', (_name, dial) => {
  it('holds two turns, with a tool of the server, one answer each', async () => {
    const pets = listPets()
    const { port } = await serve(
      [[{ call: 'list_pets' }], [{ say: 'There is Rex.' }], [{ say: 'You are welcome.' }]],
      [pets],
    )
    const client = dial(port)
    const texts: string[] = []
    const errors: unknown[] = []
    client.on('error', (error) => errors.push(error))
    client.on('response.output_text.done', ({ text }) => texts.push(text))
    const created = new Promise((resolve) => client.on('session.created', resolve))
    const turns = ['which pets are there?', 'thanks']
    const finished = new Promise<void>((resolve) => {
      client.on('response.done', ({ response }) => {
        expect(response.status).toBe('completed')
        const next = turns.shift()
        if (next) say(next)
        else resolve()
      })
    })
    const say = (text: string) => {
      client.send({
        type: 'conversation.item.create',
        item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
      })
      client.send({ type: 'response.create' })
    }
    await created
    say(turns.shift()!)
    await finished
    client.close()
    expect(texts).toEqual(['There is Rex.', 'You are welcome.'])
    expect(pets.calls).toHaveLength(1)
    expect(errors).toEqual([])
  })
})

/** An `@openai/agents-realtime` session over this server, with what it saw. */
async function agentsSession(tools: ReturnType<typeof tool>[] = []) {
  const session = new RealtimeSession(new RealtimeAgent({ name: 'test', instructions: 'Be kind.', tools }), {
    transport: 'websocket',
    config: { outputModalities: ['text'] } as Partial<RealtimeSessionConfig>,
  })
  const seen = { errors: [] as unknown[], ends: [] as string[], history: [] as RealtimeItem[], created: 0 }
  session.on('error', (error) => seen.errors.push(error))
  session.on('agent_end', (_context, _agent, output) => seen.ends.push(output))
  session.on('history_updated', (history) => {
    seen.history = history
  })
  session.transport.on('*', (event) => {
    if (event.type === 'response.created') seen.created += 1
  })
  await session.connect({ apiKey: KEY, url: `${server!.url}` })
  return { session, seen }
}

async function eventually(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 500) throw new Error('it never came to it')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Time for a second answer to show up where only one belongs. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 150))

const assistantTexts = (history: RealtimeItem[]) =>
  history.flatMap((item) =>
    item.type === 'message' && item.role === 'assistant'
      ? item.content.map((part) => ('text' in part ? part.text : part.transcript))
      : [],
  )

describe('@openai/agents-realtime', () => {
  it('holds two turns in a row', async () => {
    await serve([[{ say: 'Hello there.' }], [{ say: 'Fine.' }]])
    const { session, seen } = await agentsSession()
    session.sendMessage('hi')
    await eventually(() => seen.ends.length === 1)
    session.sendMessage('how are you?')
    await eventually(() => seen.ends.length === 2)
    await quiet()
    session.close()
    expect(assistantTexts(seen.history)).toEqual(['Hello there.', 'Fine.'])
    expect(seen.errors).toEqual([])
  })

  it('gets one answer after a tool of the server', async () => {
    const pets = listPets()
    await serve([[{ call: 'list_pets' }], [{ say: 'There is Rex.' }], [{ say: 'A second answer.' }]], [pets])
    const { session, seen } = await agentsSession()
    session.sendMessage('which pets are there?')
    await eventually(() => assistantTexts(seen.history).includes('There is Rex.'))
    await quiet()
    session.close()
    expect(assistantTexts(seen.history)).toEqual(['There is Rex.'])
    expect(pets.calls).toHaveLength(1)
    expect(seen.errors).toEqual([])
  })

  it('sees the tools of the server when it names it', async () => {
    await serve([[{ say: 'Hello.' }]], [listPets()])
    const { session, seen } = await agentsSession([
      // What hostedMcpTool() of the agents package makes.
      {
        type: 'hosted_tool',
        name: 'hosted_mcp',
        providerData: { type: 'mcp', server_label: 'voice', server_url: server!.url },
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
    const { session, seen } = await agentsSession([tellTime as ReturnType<typeof tool>])
    session.sendMessage('what time is it?')
    await eventually(() => assistantTexts(seen.history).includes('It is noon.'))
    await quiet()
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
      [order],
    )
    const { session, seen } = await agentsSession()
    session.on('tool_approval_requested', (_context, _agent, request) => {
      expect(order.calls).toEqual([])
      if (approve) session.approve(request.approvalItem)
      else session.reject(request.approvalItem)
    })
    session.sendMessage('delete order 17')
    await eventually(() => assistantTexts(seen.history).includes(answer))
    await quiet()
    session.close()
    expect(order.calls).toHaveLength(runs)
    expect(assistantTexts(seen.history)).toEqual(['This deletes order: orderId 17. Go ahead?', answer])
    expect(seen.errors).toEqual([])
  })

  it('cancels an answer', async () => {
    await serve([[{ say: 'One' }, { waitMs: 60_000 }, { say: ' two.' }], [{ say: 'All right.' }]])
    const { session, seen } = await agentsSession()
    session.sendMessage('count')
    await eventually(() => seen.created === 1)
    await quiet()
    // `interrupt()` acts on sound only; what it sends is this.
    session.transport.sendEvent({ type: 'response.cancel' })
    await quiet()
    session.sendMessage('stop it')
    await eventually(() => assistantTexts(seen.history).includes('All right.'))
    session.close()
    expect(seen.errors).toEqual([])
  })
})
