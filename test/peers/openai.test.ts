import { createConnection } from 'node:net'
import OpenAI from 'openai'
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import type { RealtimeClientEvent, RealtimeServerEvent } from 'openai/resources/realtime/realtime'
import { WebSocket } from 'undici'
import { afterEach, describe, expect, it, vi } from 'vitest'
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
  speech,
  spokenTurn,
} from './stock.js'

/** Node 20 has no WebSocket of its own, which the class for browsers wants. That class dials wss only; this one goes without TLS. */
class PlainWebSocket extends WebSocket {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(String(url).replace(/^wss:/, 'ws:'), protocols)
  }
}
vi.stubGlobal('WebSocket', PlainWebSocket)

/** Both WebSocket classes of the package: one with a header, one with subprotocols. */
const CLASSES = {
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
      },
      new OpenAI({ apiKey: KEY, baseURL: `http://127.0.0.1:${port}/v1`, dangerouslyAllowBrowser: true }),
    ),
}

let server: StockServer | undefined
let client: OpenAIRealtimeWS | OpenAIRealtimeWebSocket | undefined

afterEach(async () => {
  client?.close()
  await server?.close()
  expect(server?.tap.complaints).toEqual([])
  server = undefined
})

type Of<T extends RealtimeServerEvent['type']> = Extract<RealtimeServerEvent, { type: T }>

describe.each(Object.entries(CLASSES))('%s of openai', (name, dial) => {
  recordWhenPassed(() => ({
    ...{ page: 'stock-clients', client: `\`openai\`, \`${name}\``, version: npmVersion('openai') },
    tested: 'approvals by event, audio both ways, interruption, truncation',
  }))

  /** A connected client with what it saw. */
  async function connect(script: ScriptedStep[], options: StockOptions = {}) {
    server = await serveStock(script, options)
    const dialled = dial(server.port)
    client = dialled
    const events: RealtimeServerEvent[] = []
    const errors: unknown[] = []
    dialled.on('error', (error) => errors.push(error))
    dialled.on('event', (event) => events.push(event))
    const all = <T extends RealtimeServerEvent['type']>(type: T) =>
      events.filter((event): event is Of<T> => event.type === type)
    const send = (event: RealtimeClientEvent) => dialled.send(event)
    const test = {
      events,
      errors,
      all,
      send,
      /** Waits until there are so many events of a type. */
      count: (type: RealtimeServerEvent['type'], count: number) =>
        eventually(() => all(type).length >= count, `${type} number ${count}`),
      /** Types something, asks for an answer and waits for its end. */
      turn: async (text: string) => {
        const content = [{ type: 'input_text' as const, text }]
        send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } })
        await test.respond()
      },
      respond: async () => {
        const before = all('response.done').length
        send({ type: 'response.create' })
        await test.count('response.done', before + 1)
      },
      append: (sound: Buffer) => send({ type: 'input_audio_buffer.append', audio: sound.toString('base64') }),
      get texts() {
        return all('response.output_text.done').map(({ text }) => text)
      },
      get spoken() {
        return all('response.output_audio_transcript.done').map(({ transcript }) => transcript)
      },
      get ends() {
        return all('response.done').map(({ response }) => response.status)
      },
    }
    await test.count('session.created', 1)
    return test
  }

  it('holds two turns, with a tool of the server, one answer each', async () => {
    const pets = listPets()
    const test = await connect(
      [[{ call: 'list_pets' }], [{ say: 'There is Rex.' }], [{ say: 'You are welcome.' }]],
      { tools: [pets] },
    )
    await test.turn('which pets are there?')
    await test.turn('thanks')
    test.send({ type: 'session.update', session: { type: 'realtime' } })
    await test.count('session.updated', 1)
    expect(test.texts).toEqual(['There is Rex.', 'You are welcome.'])
    expect(test.ends).toEqual(['completed', 'completed'])
    expect(pets.calls).toHaveLength(1)
    expect(test.errors).toEqual([])
  })

  it('gets one answer also when it asks again after a tool of the server', async () => {
    const test = await connect([[{ call: 'list_pets' }], [{ say: 'There is Rex.' }], [{ say: 'Again.' }]], {
      tools: [listPets()],
    })
    await test.turn('which pets are there?')
    await test.respond()
    expect(test.texts).toEqual(['There is Rex.'])
    expect(test.errors).toEqual([])
  })

  it('runs its own function', async () => {
    const test = await connect([
      [{ call: 'tell_time', input: { zone: 'UTC' }, callId: 'call_a' }],
      [{ say: 'It is noon.' }],
    ])
    const tools = [{ type: 'function' as const, name: 'tell_time', description: 'x', parameters: {} }]
    test.send({ type: 'session.update', session: { type: 'realtime', tools } })
    await test.turn('what time is it?')
    const [call] = test.all('response.function_call_arguments.done')
    expect(JSON.parse(call?.arguments ?? '')).toEqual({ zone: 'UTC' })
    const item = { type: 'function_call_output' as const, call_id: call?.call_id ?? '', output: 'noon' }
    test.send({ type: 'conversation.item.create', item })
    await test.respond()
    expect(test.texts).toEqual(['It is noon.'])
    expect(test.errors).toEqual([])
  })

  it.each([
    [true, 1, 'It is gone.'],
    [false, 0, 'I left it.'],
  ])('answers an approval by event: %s', async (approve, runs, answer) => {
    const order = deleteOrder()
    const test = await connect(
      [[{ call: 'delete_order', input: { orderId: 17 } }], [{ say: answer }], [{ say: 'Too much.' }]],
      { tools: [order] },
    )
    await test.turn('delete order 17')
    const asked = test
      .all('response.output_item.done')
      .find(({ item }) => item.type === 'mcp_approval_request')
    expect(order.calls).toEqual([])
    test.send({
      type: 'conversation.item.create',
      item: {
        ...{ id: 'answer', type: 'mcp_approval_response' },
        ...{ approval_request_id: asked?.item.id ?? '', approve },
      },
    })
    await test.count('response.done', 2)
    test.send({ type: 'session.update', session: { type: 'realtime' } })
    await test.count('session.updated', 1)
    expect(order.calls).toHaveLength(runs)
    expect(test.texts.at(-1)).toBe(answer)
    expect(test.ends).toEqual(['completed', 'completed'])
    expect(test.errors).toEqual([])
  })

  it('cancels an answer and gets the next one', async () => {
    const test = await connect([
      [{ say: 'One' }, { waitMs: 60_000 }, { say: ' two.' }],
      [{ say: 'All right.' }],
    ])
    const first = test.turn('count')
    await test.count('response.output_text.delta', 1)
    test.send({ type: 'response.cancel' })
    await first
    await test.turn('stop it')
    expect(test.ends).toEqual(['cancelled', 'completed'])
    expect(test.texts.at(-1)).toBe('All right.')
    expect(test.errors).toEqual([])
  })

  it('speaks and is spoken to, two turns', async () => {
    const test = await connect([[{ say: 'There is Rex.' }], [{ say: 'He is three.' }]], {
      heard: ['which pets are there', 'how old is he'],
    })
    test.append(spokenTurn())
    await test.count('response.done', 1)
    test.append(spokenTurn())
    await test.count('response.done', 2)
    const heard = test.all('conversation.item.input_audio_transcription.completed')
    expect(heard.map(({ transcript }) => transcript)).toEqual(['which pets are there', 'how old is he'])
    expect(test.spoken).toEqual(['There is Rex.', 'He is three.'])
    const bytes = test
      .all('response.output_audio.delta')
      .map(({ delta }) => Buffer.from(delta, 'base64').length)
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(48 * 1_000)
    expect(test.errors).toEqual([])
  })

  it('interrupts by speech, and truncates to what was heard', async () => {
    const answer = 'There are three pets in the shop today. One of them is called Rex. The others are cats.'
    const test = await connect([[{ say: answer }, { waitMs: 60_000 }], [{ say: 'Yes?' }]], {
      heard: ['list the pets', 'stop please'],
    })
    test.append(spokenTurn())
    await test.count('response.output_audio.delta', 5)
    test.append(speech())
    await test.count('response.done', 1)
    const [cancelled] = test.all('response.done')
    expect(cancelled?.response.status).toBe('cancelled')
    expect(cancelled?.response.status_details?.reason).toBe('turn_detected')
    const itemId = test.all('response.output_audio.delta')[0]?.item_id ?? ''
    test.send({ type: 'conversation.item.truncate', item_id: itemId, content_index: 0, audio_end_ms: 0 })
    test.send({ type: 'conversation.item.retrieve', item_id: itemId })
    await test.count('conversation.item.truncated', 1)
    await test.count('conversation.item.retrieved', 1)
    const [retrieved] = test.all('conversation.item.retrieved')
    expect(retrieved?.item).toMatchObject({ content: [{ type: 'output_audio', transcript: '' }] })
    test.append(Buffer.alloc(48 * 800))
    await test.count('response.done', 2)
    expect(test.spoken.at(-1)).toBe('Yes?')
    expect(JSON.stringify(server?.llm.requests.at(-1)?.history)).not.toContain('cats')
    expect(test.errors).toEqual([])
  })

  it('commits by itself where nothing detects turns', async () => {
    const test = await connect([[{ say: 'There is Rex.' }]], { heard: ['which pets are there'] })
    const audio = { input: { turn_detection: null } }
    test.send({ type: 'session.update', session: { type: 'realtime', audio } })
    test.append(speech())
    test.send({ type: 'input_audio_buffer.commit' })
    await test.respond()
    expect(test.spoken).toEqual(['There is Rex.'])
    expect(test.errors).toEqual([])
  })
})
