import { afterEach, describe, expect, it } from 'vitest'
import type { AppOptions } from '../../src/server/app.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { KEY, startServer, type TestServer } from '../support/app.js'
import { answerText, type LooseEvent, RawClient, type RefusedError } from '../support/raw-client.js'
import { askRaw } from '../support/raw-http.js'

const MB = 1024 * 1024

let server: TestServer
let model: ScriptedModel
afterEach(() => server.close())

async function start(options: Partial<AppOptions> = {}): Promise<void> {
  model = new ScriptedModel(({ history }) => {
    const last = history.at(-1)
    const text = last?.role === 'user' ? last.text : ''
    if (text === 'blink') return [{ call: 'blink', input: {} }]
    if (text === 'wait') return [{ waitMs: 60_000 }, { say: 'Late.' }]
    return [{ say: 'Hello.' }]
  })
  const tools = [new FakeTool({ name: 'list_pets', answer: [] })]
  server = await startServer({ llm: model, tools }, options)
}

async function bytesHeld(): Promise<number> {
  const { body } = await askRaw(server.port, { path: '/metrics' })
  return Number(/^voice_session_bytes (\d+)/m.exec(body)?.[1])
}

const create = (item: object): LooseEvent => ({ type: 'conversation.item.create', item })
const content = (text: string) => [{ type: 'input_text', text }]
const user = (text: string) => create({ type: 'message', role: 'user', content: content(text) })
const errorsOf = (client: RawClient) =>
  client.events.flatMap((event) => (event.type === 'error' ? [event.error.code] : []))
const count = (client: RawClient, type: string) => client.events.filter((event) => event.type === type).length

/** The session still answers, and says no more of errors. */
async function goesOn(client: RawClient): Promise<void> {
  expect(answerText(await client.turn('and now?'))).toBe('Hello.')
}

describe('one event that is too large', () => {
  const text = 'x'.repeat(MB)
  const tools = (length: number) => Array.from({ length }, (_, at) => ({ type: 'function', name: `f${at}` }))
  const deep = JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`)
  const cases: [name: string, event: LooseEvent, code: string, param: string | null][] = [
    ['a message', user(text), 'item_too_large', 'item'],
    [
      'a message of many parts',
      create({ type: 'message', role: 'user', content: Array(12_000).fill(content('x'.repeat(100))[0]) }),
      'item_too_large',
      'item',
    ],
    [
      'a message of more values than an event may hold',
      create({ type: 'message', role: 'user', content: Array(20_000).fill(content('x')[0]) }),
      'invalid_value',
      null,
    ],
    [
      'a message of the system',
      create({ type: 'message', role: 'system', content: content(text) }),
      'item_too_large',
      'item',
    ],
    [
      'an answer',
      create({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }),
      'item_too_large',
      'item',
    ],
    [
      'a transcript',
      create({ type: 'message', role: 'user', content: [{ type: 'input_audio', transcript: text }] }),
      'item_too_large',
      'item',
    ],
    [
      'the arguments of a call',
      create({ type: 'function_call', name: 'f', arguments: text }),
      'item_too_large',
      'item',
    ],
    [
      'the output of a call',
      create({ type: 'function_call_output', call_id: 'c', output: text }),
      'item_too_large',
      'item',
    ],
    [
      'the id of a call',
      create({ type: 'function_call_output', call_id: text, output: '' }),
      'item_too_large',
      'item',
    ],
    [
      'the reason of an approval',
      create({ type: 'mcp_approval_response', approval_request_id: 'r', approve: true, reason: text }),
      'item_too_large',
      'item',
    ],
    [
      'the id of an item',
      create({ id: text, type: 'message', role: 'user', content: content('') }),
      'invalid_value',
      'item.id',
    ],
    ['the id of an event', { type: 'input_audio_buffer.clear', event_id: text }, 'invalid_value', 'event_id'],
    ['the type of an event', { type: text }, 'unknown_event_type', 'type'],
    ['the place of an item', { ...user('hi'), previous_item_id: text }, 'item_not_found', null],
    [
      'the name of an item',
      { type: 'conversation.item.retrieve', item_id: text },
      'item_retrieve_invalid_item_id',
      'item_id',
    ],
    [
      'instructions',
      { type: 'session.update', session: { instructions: text } },
      'settings_too_large',
      'session',
    ],
    [
      'a tool',
      { type: 'session.update', session: { tools: [{ type: 'function', name: 'f', description: text }] } },
      'settings_too_large',
      'session',
    ],
    [
      'many tools',
      { type: 'session.update', session: { tools: tools(129) } },
      'too_many_tools',
      'session.tools',
    ],
    [
      'a deep tool',
      { type: 'session.update', session: { tools: [{ type: 'function', name: 'f', parameters: deep }] } },
      'invalid_value',
      'session',
    ],
    [
      'instructions of a response',
      { type: 'response.create', response: { instructions: text } },
      'settings_too_large',
      'response',
    ],
    [
      'tools of a response',
      { type: 'response.create', response: { tools: tools(129) } },
      'too_many_tools',
      'response.tools',
    ],
    [
      'metadata of a response',
      { type: 'response.create', response: { metadata: { text } } },
      'settings_too_large',
      'response',
    ],
    [
      'an item out of band',
      {
        type: 'response.create',
        response: {
          conversation: 'none',
          input: [{ type: 'message', role: 'user', content: content(text) }],
        },
      },
      'item_too_large',
      'item',
    ],
    [
      'many items out of band',
      {
        type: 'response.create',
        response: {
          conversation: 'none',
          input: Array(2_001).fill({ type: 'message', role: 'user', content: content('') }),
        },
      },
      'input_too_large',
      'response.input',
    ],
    [
      'a reference out of band',
      {
        type: 'response.create',
        response: { conversation: 'none', input: [{ type: 'item_reference', id: text }] },
      },
      'invalid_value',
      'response.input',
    ],
  ]
  it.each(cases)('%s is refused, and leaves nothing', async (_name, event, code, param) => {
    await start()
    const client = await server.connect()
    await client.next('session.created')
    client.send(event)
    const { error } = await client.next('error')
    expect(error).toMatchObject({ code, param })
    expect(error.message.length).toBeLessThan(400)
    await goesOn(client)
    expect(await bytesHeld()).toBeLessThan(32 * 1024)
  })
})

describe('many small events', () => {
  it('of the user drop what is oldest, and say so', async () => {
    await start({ sessionLimits: { maxItems: 50 } })
    const client = await server.connect()
    for (let at = 0; at < 500; at += 1) client.send(user(`message ${at}`))
    await goesOn(client)
    expect(new Set(errorsOf(client))).toEqual(new Set(['history_dropped']))
    const left = count(client, 'conversation.item.added') - count(client, 'conversation.item.deleted')
    expect(left).toBeLessThanOrEqual(51)
    const texts = model.requests.at(-1)!.history.map((message) => ('text' in message ? message.text : ''))
    expect(texts.slice(-2)).toEqual(['message 499', 'and now?'])
    const told = client.events.find((event) => event.type === 'error')
    expect(told).toMatchObject({
      error: { message: expect.stringMatching(/reached 50 items .* oldest items were dropped/) },
    })
  })

  it('of 1 MB in all are bounded in bytes', async () => {
    await start({ sessionLimits: { maxHistoryBytes: 100_000 } })
    const client = await server.connect()
    for (let at = 0; at < 100; at += 1) client.send(user('x'.repeat(10_000)))
    await goesOn(client)
    expect(errorsOf(client)).toContain('history_dropped')
    expect(await bytesHeld()).toBeLessThan(100_000 + 4.3 * MB)
  })

  it.each([
    ['answers', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] }],
    ['messages of the system', { type: 'message', role: 'system', content: content('x') }],
    ['outputs', { type: 'function_call_output', call_id: 'c', output: 'x' }],
    ['calls', { type: 'function_call', name: 'f', arguments: '{}' }],
  ])('of %s, without the user between them, are refused', async (_name, item) => {
    await start({ sessionLimits: { maxItems: 50, maxOpenCalls: 1_000 } })
    const client = await server.connect()
    for (let at = 0; at < 60; at += 1) client.send(create(item))
    await client.until(() => errorsOf(client).length === 10, 'the errors')
    expect(new Set(errorsOf(client))).toEqual(new Set(['conversation_full']))
    expect(count(client, 'conversation.item.added')).toBe(50)
    client.send({ type: 'response.create' })
    await client.until(() => errorsOf(client).length === 11, 'one more error')
    const first = client.events.find((event) => event.type === 'conversation.item.added')
    client.send({
      type: 'conversation.item.delete',
      item_id: first!.type === 'conversation.item.added' ? first!.item.id! : '',
    })
    client.send({ type: 'response.create' })
    await client.next('response.done')
  })

  it('of settings grow no further than one of them may', async () => {
    await start({ sessionLimits: { maxSettingsBytes: 10_000 } })
    const client = await server.connect()
    for (let at = 0; at < 100; at += 1)
      client.send({ type: 'session.update', session: { instructions: 'x'.repeat(500 * at) } })
    await client.until(
      () => count(client, 'session.updated') + errorsOf(client).length === 100,
      'all answers',
    )
    expect(count(client, 'session.updated')).toBeLessThan(21)
    expect(new Set(errorsOf(client))).toEqual(new Set(['settings_too_large']))
    await goesOn(client)
  })

  it('of unknown fields leave nothing', async () => {
    await start({ sessionLimits: { maxSettingsBytes: 10_000 } })
    const client = await server.connect()
    for (let at = 0; at < 100; at += 1)
      client.send({ type: 'session.update', session: { [`field_${at}`]: 'x'.repeat(5_000) } })
    await client.until(() => count(client, 'session.updated') === 100, 'all answers')
    expect(JSON.stringify(client.events)).not.toContain('xxx')
    await goesOn(client)
  })

  it('with ids leave 256 short ones', async () => {
    await start()
    const client = await server.connect({ protocols: ['voice.v1'] })
    for (let at = 0; at < 1_000; at += 1)
      client.send({ type: 'voice.ping', t: at, event_id: `${at}`.padStart(512, 'x') })
    await client.until(() => count(client, 'voice.pong') === 1_000, 'the pongs')
    client.send({ type: 'voice.ping', t: -1, event_id: 'x'.repeat(513) })
    expect((await client.next('error')).error.param).toBe('event_id')
    await goesOn(client)
  })
})

describe('what is under way', () => {
  it('out of band is at most eight responses', async () => {
    await start()
    const client = await server.connect()
    const input = [{ type: 'message', role: 'user', content: content('wait') }]
    for (let at = 0; at < 20; at += 1)
      client.send({ type: 'response.create', response: { conversation: 'none', input } })
    await client.until(() => errorsOf(client).length === 12, 'the errors')
    expect([count(client, 'response.created'), new Set(errorsOf(client))]).toEqual([
      8,
      new Set(['too_many_responses']),
    ])
    await goesOn(client)
    const [created] = client.events.filter((event) => event.type === 'response.created')
    client.send({ type: 'response.cancel', response_id: created!.response.id! })
    client.send({ type: 'response.create', response: { conversation: 'none', input } })
    await client.until(() => count(client, 'response.created') === 10, 'one more')
  })

  it('of the functions of a client is at most so many calls', async () => {
    await start({ sessionLimits: { maxOpenCalls: 3 } })
    const client = await server.connect()
    client.send({ type: 'session.update', session: { tools: [{ type: 'function', name: 'blink' }] } })
    for (let at = 0; at < 3; at += 1) await client.turn('blink')
    client.say('blink')
    client.send({ type: 'response.create' })
    const { error } = await client.next('error')
    expect(error).toMatchObject({
      code: 'too_many_open_calls',
      message: expect.stringMatching(/3 calls .*function_call_output/),
    })
    const call = client.events.find((event) => event.type === 'response.function_call_arguments.done')
    const callId = call?.type === 'response.function_call_arguments.done' ? call.call_id : ''
    client.send(create({ type: 'function_call_output', call_id: callId, output: '{}' }))
    await goesOn(client)
  })

  it('as audio that nobody commits is at most ten minutes', async () => {
    await start({ connectionLimits: { bytesPerSecond: 1_000_000_000 } })
    const client = await server.connect()
    const minute = Buffer.alloc(60 * 48_000).toString('base64')
    for (let at = 0; at < 11; at += 1) client.send({ type: 'input_audio_buffer.append', audio: minute })
    const { error } = await client.next('error')
    expect(error).toMatchObject({ code: 'input_audio_buffer_full', param: 'audio' })
    client.send({ type: 'input_audio_buffer.clear' })
    client.send({ type: 'input_audio_buffer.append', audio: minute })
    await goesOn(client)
    expect(errorsOf(client)).toHaveLength(1)
  })
})

describe('sessions', () => {
  const drop = async (id: string, key = KEY) => {
    const client = await RawClient.connect(`${server.url}?session_id=${id}`, { key, protocols: ['voice.v1'] })
    const { resume_token: token } = await client.next('voice.session')
    client.socket.terminate()
    return token
  }
  const sessions = () => server.app.sessions

  it('that were dropped are no more than there may be connections', async () => {
    await start({ maxSessions: 5 })
    for (let at = 0; at < 40; at += 1) await drop(`dropped-${at}`)
    expect(sessions()).toBeLessThanOrEqual(6)
    const client = await server.connect()
    await goesOn(client)
  })

  it('that were dropped last are there for their clients', async () => {
    await start({ sessionLimits: { maxKeptSessions: 2 } })
    const tokens = []
    for (const id of ['session-1', 'session-2', 'session-3']) tokens.push(await drop(id))
    const connect = (id: string, token: string) =>
      RawClient.connect(`${server.url}?session_id=${id}`, {
        key: KEY,
        protocols: ['voice.v1', `voice-resume.${Buffer.from(token).toString('base64url')}`],
      })
    const [first, last] = [await connect('session-1', tokens[0]!), await connect('session-3', tokens[2]!)]
    expect((await first.next('voice.session')).resume_token).not.toBe(tokens[0])
    expect((await last.next('voice.session')).resume_token).toBe(tokens[2])
    await Promise.all([first.close(), last.close()])
  })

  it('of one key are bounded: one without a connection ends first, then an upgrade is refused', async () => {
    await start({ apiKeyValidator: () => true, sessionLimits: { maxSessionsPerKey: 3 } })
    for (let at = 0; at < 10; at += 1) await drop(`dropped-${at}`, 'mine')
    expect(sessions()).toBeLessThanOrEqual(3)
    const connect = (key: string) => RawClient.connect(server.url, { key })
    const clients = [await connect('mine'), await connect('mine'), await connect('mine')]
    const refused = await connect('mine').catch((error: RefusedError) => error)
    expect(refused).toMatchObject({
      status: 429,
      body: expect.stringMatching(/as many sessions as it may/),
      retryAfter: '10',
    })
    clients.push(await connect('other'))
    await Promise.all(clients.map((client) => client.close()))
  })

  it('of one key hold no more than it may, and sessions of others do', async () => {
    await start({ apiKeyValidator: () => true, sessionLimits: { maxBytesPerKey: MB } })
    const [one, two, other] = await Promise.all(
      ['mine', 'mine', 'other'].map((key) => RawClient.connect(server.url, { key })),
    )
    for (let at = 0; at < 10; at += 1)
      for (const client of [one!, two!]) client.send(user('x'.repeat(200_000)))
    await Promise.all(
      [one!, two!].map((client) =>
        client.until(() => errorsOf(client).includes('key_memory_full'), 'the limit'),
      ),
    )
    const held = await bytesHeld()
    expect(held).toBeLessThan(1.3 * MB)
    await goesOn(other!)
    other!.send(user('x'.repeat(200_000)))
    await other!.next('conversation.item.done')
    expect(errorsOf(other!)).toEqual([])
    await goesOn(one!)
    await Promise.all([one!, two!, other!].map((client) => client.close()))
  })

  it('hold nothing when they have ended', async () => {
    await start()
    for (let at = 0; at < 20; at += 1) {
      const client = await RawClient.connect(server.url, { key: KEY })
      client.send(user('x'.repeat(50_000)))
      await client.next('conversation.item.done')
      await client.close()
    }
    await expect.poll(bytesHeld).toBe(0)
  })
})

it('a client of voice.v1 is told its limits', async () => {
  await start({ sessionLimits: { maxItems: 7 }, connectionLimits: { maxMessageBytes: 5_000 } })
  const client = await server.connect({ protocols: ['voice.v1'] })
  expect((await client.next('voice.session')).limits).toEqual({
    ...{ max_message_bytes: 5_000, max_audio_seconds: 600, max_items: 7, max_item_bytes: 262_144 },
    ...{ max_history_bytes: 4 * MB, max_settings_bytes: 262_144, max_client_tools: 128 },
    ...{ max_open_calls: 64, max_out_of_band_responses: 8 },
  })
})
