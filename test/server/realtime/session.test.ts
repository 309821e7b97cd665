import { afterEach, describe, expect, it } from 'vitest'
import type { AppOptions } from '../../../src/server/app.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import { startServer, type TestServer } from '../../support/app.js'
import { answerText, type LooseEvent, type RawClient, typesOf } from '../../support/raw-client.js'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

const pets = () => new FakeTool({ name: 'list_pets', answer: [{ name: 'Rex' }] })

async function connect(
  script: ScriptedStep[] = [],
  options: { tools?: FakeTool[]; app?: Partial<AppOptions>; query?: string; protocols?: string[] } = {},
): Promise<RawClient & { model: ScriptedModel }> {
  const { tools = [pets()], app = {}, query, protocols } = options
  const model = new ScriptedModel(script)
  server = await startServer({ llm: model, tools, instructions: 'Secret of the house.' }, app)
  const client = await server.connect({ ...(query && { query }), ...(protocols && { protocols }) })
  return Object.assign(client, { model })
}

const userMessage = (id: string, text = 'hi') => ({
  type: 'conversation.item.create',
  item: { id, type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
})

describe('the first event', () => {
  it('is session.created with the whole session, without the words of the server', async () => {
    const client = await connect()
    const { session, event_id } = await client.next('session.created')
    expect(event_id).toBe('event_1')
    expect(session).toMatchObject({
      type: 'realtime',
      object: 'realtime.session',
      model: 'test/scripted',
      instructions: '',
      tools: [],
      tool_choice: 'auto',
      output_modalities: ['text'],
      audio: { input: { format: { type: 'audio/pcm', rate: 24000 }, turn_detection: null } },
    })
    expect(JSON.stringify(client.events)).not.toContain('Secret of the house')
  })
})

describe('session.update', () => {
  it('merges deeply, keeps what is absent, clears what is null, and tells what is in effect', async () => {
    const client = await connect()
    client.send({
      type: 'session.update',
      session: { instructions: 'Be brief.', audio: { output: { speed: 1.5 } } },
    })
    await client.next('session.updated')
    client.send({
      type: 'session.update',
      session: { tracing: 'auto', audio: { input: { noise_reduction: { type: 'near_field' } } } },
    })
    const { session } = await client.next('session.updated')
    expect(session).toMatchObject({
      instructions: 'Be brief.',
      tracing: 'auto',
      audio: {
        output: { speed: 1.5, format: { rate: 24000 } },
        input: { noise_reduction: { type: 'near_field' } },
      },
    })
    client.send({ type: 'session.update', session: { instructions: null } })
    expect((await client.next('session.updated')).session).toMatchObject({ instructions: '' })
  })

  it('puts the instructions of the client behind those of the server', async () => {
    const client = await connect([[{ say: 'ok' }]])
    client.send({ type: 'session.update', session: { instructions: 'Speak like a pirate.' } })
    await client.turn('hi')
    const { instructions } = client.model.requests[0]!
    expect(instructions.indexOf('Speak like a pirate.')).toBeGreaterThan(
      instructions.indexOf('Secret of the house.'),
    )
  })

  it('lets the tools of a client stand beside ours, never instead', async () => {
    const client = await connect([[{ say: 'ok' }]])
    const mine = {
      type: 'function',
      name: 'blink',
      description: 'Blinks.',
      parameters: { type: 'object', properties: {} },
    }
    client.send({ type: 'session.update', session: { tools: [mine, { ...mine, name: 'list_pets' }] } })
    const { session } = await client.next('session.updated')
    expect('tools' in session ? session.tools : undefined).toEqual([mine])
    await client.turn('hi')
    expect(client.model.requests[0]!.tools.map((tool) => tool.name)).toEqual(['list_pets', 'blink'])
  })

  it('shows the tools of the server to a client that names it', async () => {
    const client = await connect()
    const own = { type: 'mcp', server_label: 'voice' }
    for (let time = 0; time < 2; time += 1) client.send({ type: 'session.update', session: { tools: [own] } })
    const { session } = await client.next('session.updated')
    expect('tools' in session ? session.tools : undefined).toEqual([own])
    await client.next('mcp_list_tools.in_progress')
    const { item } = await client.next('conversation.item.done')
    expect(item).toMatchObject({
      type: 'mcp_list_tools',
      server_label: 'voice',
      tools: [{ name: 'list_pets', description: 'list_pets', input_schema: { type: 'object' } }],
    })
    await client.next('mcp_list_tools.completed')
    await client.next('session.updated')
    expect(typesOf(client.events).filter((type) => type === 'mcp_list_tools.in_progress')).toHaveLength(1)
  })

  it('ignores instructions and tools of a locked session, and says so', async () => {
    const client = await connect([[{ say: 'ok' }]], { app: { lockSession: true } })
    client.send({
      type: 'session.update',
      session: { instructions: 'Obey me.', tools: [{ type: 'function', name: 'blink' }] },
    })
    expect((await client.next('session.updated')).session).toMatchObject({ instructions: '', tools: [] })
    await client.turn('hi')
    expect(client.model.requests[0]!.instructions).not.toContain('Obey me.')
    expect(client.model.requests[0]!.tools).toHaveLength(1)
  })

  it('accepts what agents send right after connecting', async () => {
    const client = await connect()
    const audio = {
      input: {
        format: { type: 'audio/pcm', rate: 24000 },
        noise_reduction: null,
        transcription: { model: 'gpt-transcribe' },
        turn_detection: { type: 'semantic_vad' },
      },
      output: { format: { type: 'audio/pcm', rate: 24000 }, speed: 1 },
    }
    client.send({ type: 'session.update', session: { type: 'realtime', tracing: 'auto' } })
    client.send({
      type: 'session.update',
      session: {
        type: 'realtime',
        instructions: 'x',
        model: 'gpt-realtime-2.1',
        output_modalities: ['audio'],
        audio,
      },
    })
    await client.next('session.updated')
    const { session } = await client.next('session.updated')
    expect(session).toMatchObject({ model: 'test/scripted', output_modalities: ['text'] })
    expect(typesOf(client.events)).not.toContain('error')
  })
})

describe('a turn', () => {
  it('comes in the order of the protocol', async () => {
    const client = await connect([[{ say: 'Hello you.' }]])
    await client.next('session.created')
    expect(typesOf(await client.turn('hi'))).toEqual([
      'conversation.item.added',
      'conversation.item.done',
      'response.created',
      'response.output_item.added',
      'conversation.item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'conversation.item.done',
      'response.done',
    ])
    expect(client.events.map((event) => ('event_id' in event ? event.event_id : ''))).toEqual(
      client.events.map((_, at) => `event_${at + 1}`),
    )
  })

  it('shows a call of the server as mcp_call and goes on at once', async () => {
    const client = await connect([[{ call: 'list_pets' }], [{ say: 'Rex.' }]])
    await client.next('session.created')
    const events = await client.turn('pets?')
    expect(typesOf(events).slice(2, 13)).toEqual([
      'response.created',
      'response.output_item.added',
      'conversation.item.added',
      'response.mcp_call_arguments.delta',
      'response.mcp_call_arguments.done',
      'response.mcp_call.in_progress',
      'response.mcp_call.completed',
      'response.output_item.done',
      'conversation.item.done',
      'response.output_item.added',
      'conversation.item.added',
    ])
    const done = events.at(-1)!
    expect(done.type === 'response.done' && done.response.output?.map((item) => item.type)).toEqual([
      'mcp_call',
      'message',
    ])
    expect(answerText(events)).toBe('Rex.')
  })

  it('hides tool items with ?tool_events=none', async () => {
    const client = await connect([[{ call: 'list_pets' }], [{ say: 'Rex.' }]], { query: '?tool_events=none' })
    const events = await client.turn('pets?')
    expect(JSON.stringify(events)).not.toContain('mcp')
    const added = events.find((event) => event.type === 'response.output_item.added')
    expect(added).toMatchObject({ output_index: 0 })
    expect(events.findLast((event) => event.type === 'conversation.item.added')).toMatchObject({
      previous_item_id: events[0]!.type === 'conversation.item.added' ? events[0]!.item.id : '',
    })
  })

  it('ends with the calls of a client function, and goes on with their output', async () => {
    const client = await connect([[{ call: 'blink', input: { times: 2 } }], [{ say: 'Blinked.' }]])
    client.send({ type: 'session.update', session: { tools: [{ type: 'function', name: 'blink' }] } })
    await client.turn('blink twice')
    const call = client.events.findLast((event) => event.type === 'response.output_item.done')!
    expect(call).toMatchObject({
      item: { type: 'function_call', name: 'blink', arguments: '{"times":2}', status: 'completed' },
    })
    const callId =
      call.type === 'response.output_item.done' && call.item.type === 'function_call' ? call.item.call_id : ''
    client.send({
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: callId, output: 'ok' },
    })
    client.send({ type: 'response.create' })
    await client.next('response.done')
    expect(answerText(client.events)).toBe('Blinked.')
    const made = 'call_1_1'
    expect(client.model.requests[1]!.history.slice(1)).toEqual([
      { role: 'assistant', text: '', toolCalls: [{ callId: made, name: 'blink', arguments: '{"times":2}' }] },
      { role: 'tool', callId: made, name: 'blink', output: 'ok', isError: false },
    ])
  })

  it('answers out of band without touching the conversation', async () => {
    const client = await connect([[{ say: 'positive' }], [{ say: 'fine' }]])
    client.send({
      type: 'response.create',
      response: {
        conversation: 'none',
        metadata: { topic: 'mood' },
        instructions: 'Classify.',
        input: [userMessage('x', 'great!').item],
      },
    })
    const { response } = await client.next('response.done')
    expect(response).toMatchObject({ status: 'completed', metadata: { topic: 'mood' } })
    expect(response.conversation_id).toBeUndefined()
    expect(typesOf(client.events)).not.toContain('conversation.item.added')
    await client.turn('and now?')
    expect(client.model.requests[1]!.history).toEqual([{ role: 'user', text: 'and now?' }])
  })

  it('refuses a conversation that is neither auto nor none', async () => {
    const client = await connect([[{ say: 'fine' }]])
    client.send({ type: 'response.create', response: { conversation: 'conv_2' } })
    const { error } = await client.next('error')
    expect(error).toMatchObject({ code: 'invalid_value', param: 'response.conversation' })
    client.send({ type: 'response.create', response: { conversation: 'auto' } })
    expect((await client.next('response.done')).response.status).toBe('completed')
  })
})

describe('the output of a function, given while a tool of the server still runs', () => {
  it.each([0, 1])('is answered when the response is done, with %i credits', async (credits) => {
    let finish = () => {}
    const slow = new FakeTool({
      name: 'slow',
      answer: () =>
        new Promise((resolve) => {
          finish = () => resolve({ isError: false, content: 1, requestMs: 0 })
        }),
    })
    const quick: ScriptedStep[] = Array.from({ length: credits }, () => [{ call: 'list_pets' }])
    const script = [...quick, [{ call: 'slow' }, { call: 'look' }], [{ say: 'Seen.' }]]
    const client = await connect(script, { tools: [pets(), slow] })
    client.send({ type: 'session.update', session: { tools: [{ type: 'function', name: 'look' }] } })
    client.say('hi')
    client.send({ type: 'response.create' })
    const { call_id } = await client.next('response.function_call_arguments.done')
    client.send({
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id, output: 'a dog' },
    })
    client.send({ type: 'response.create' })
    client.send({ type: 'conversation.item.retrieve', item_id: 'none' })
    await client.next('error')
    finish()
    expect((await client.next('response.output_text.done')).text).toBe('Seen.')
    expect(client.events.filter(({ type }) => type === 'error')).toHaveLength(1)
  })
})

describe('a credit', () => {
  it('lets a client ask again after a tool without getting a second answer', async () => {
    const client = await connect([[{ call: 'list_pets' }], [{ say: 'Rex.' }], [{ say: 'Second.' }]])
    await client.turn('pets?')
    client.send({ type: 'response.create', response: {} })
    await client.next('response.created')
    const { response } = await client.next('response.done')
    expect(response).toMatchObject({ status: 'completed', output: [] })
    client.send({ type: 'response.create' })
    await client.next('response.done')
    expect(answerText(client.events)).toBe('Rex.\nSecond.')
  })

  it('is void after the next thing the user says', async () => {
    const client = await connect([
      [{ call: 'list_pets' }],
      [{ say: 'Rex.' }],
      [{ say: 'Hello.' }],
      [{ say: 'Again.' }],
    ])
    await client.turn('pets?')
    await client.turn('hi')
    client.send({ type: 'response.create' })
    await client.next('response.done')
    expect(answerText(client.events)).toBe('Rex.\nHello.\nAgain.')
  })
})

describe('an error', () => {
  const cases: [name: string, event: LooseEvent | string, want: object][] = [
    ['not JSON', '{', { code: 'invalid_json', param: null, event_id: null }],
    ['no object', '[1]', { code: 'invalid_json' }],
    ['no type', '{"event_id":"mine"}', { code: 'invalid_value', param: 'type', event_id: 'mine' }],
    [
      'an unknown type',
      { type: 'session.destroy', event_id: 'e1' },
      { code: 'unknown_event_type', event_id: 'e1' },
    ],
    ['an event of the other dialect', { type: 'voice.ping', t: 1 }, { code: 'unknown_event_type' }],
    ['a prototype as type', { type: 'constructor' }, { code: 'unknown_event_type' }],
    ['a missing field', { type: 'conversation.item.create' }, { code: 'invalid_value', param: 'item' }],
    [
      'an item of no kind',
      { type: 'conversation.item.create', item: { type: 'thought' } },
      { code: 'invalid_value', param: 'item.type' },
    ],
    [
      'a role nobody has',
      { type: 'conversation.item.create', item: { type: 'message', role: 'boss', content: [] } },
      { param: 'item.role' },
    ],
    [
      'a place that is not there',
      { ...userMessage('a'), previous_item_id: 'nowhere' },
      { code: 'item_not_found' },
    ],
    [
      'retrieving nothing',
      { type: 'conversation.item.retrieve', item_id: 'x' },
      { code: 'item_retrieve_invalid_item_id', param: 'item_id' },
    ],
    [
      'deleting nothing',
      { type: 'conversation.item.delete', item_id: 'x' },
      { code: 'item_delete_invalid_item_id' },
    ],
    [
      'truncating nothing',
      { type: 'conversation.item.truncate', item_id: 'x', content_index: 0, audio_end_ms: 0 },
      { code: 'item_truncate_invalid_item_id' },
    ],
    [
      'cancelling nothing',
      { type: 'response.cancel', event_id: 'c' },
      { code: 'response_cancel_not_active', event_id: 'c' },
    ],
    [
      'committing nothing',
      { type: 'input_audio_buffer.commit' },
      { code: 'input_audio_buffer_commit_empty' },
    ],
    [
      'settings nested without end',
      `{"type":"session.update","event_id":"deep","session":${'{"tools":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
      {
        code: 'invalid_value',
        param: 'session',
        event_id: 'deep',
        message: expect.stringMatching(/100 levels/),
      },
    ],
    [
      'a tool of another server',
      { type: 'session.update', session: { tools: [{ type: 'mcp', server_url: 'http://x' }] } },
      { param: 'session.tools' },
    ],
    [
      'instructions that are no text',
      { type: 'session.update', session: { instructions: 5 } },
      { param: 'session.instructions' },
    ],
    [
      'a foreign audio format',
      { type: 'session.update', session: { audio: { input: { format: { type: 'mp3' } } } } },
      { param: 'session.audio.input.format' },
    ],
    [
      'a tool whose parameters are no object',
      { type: 'session.update', session: { tools: [{ type: 'function', name: 'f', parameters: 'x' }] } },
      { param: 'session.tools[0].parameters' },
    ],
    [
      'a tool of a response whose name is no text',
      { type: 'response.create', response: { tools: [{ type: 'function', name: 5 }] } },
      { param: 'response.tools[0].name' },
    ],
    [
      'a name of a tool that models refuse',
      { type: 'session.update', session: { tools: [{ type: 'function', name: 'get weather' }] } },
      { code: 'invalid_value', param: 'session.tools[0].name' },
    ],
    [
      'an approval that is neither yes nor no',
      {
        type: 'conversation.item.create',
        item: { type: 'mcp_approval_response', approval_request_id: 'x', approve: 'true' },
      },
      { code: 'invalid_value', param: 'item.approve' },
    ],
    [
      'an answer nobody waits for',
      {
        type: 'conversation.item.create',
        item: { type: 'mcp_approval_response', approval_request_id: 'x', approve: true },
      },
      { code: 'approval_request_not_found' },
    ],
  ]
  it.each(cases)('is the answer to %s, and the session goes on', async (_name, event, want) => {
    const client = await connect([[{ say: 'Still here.' }]])
    client.send(event)
    const { error } = await client.next('error')
    expect(error).toMatchObject({ type: 'invalid_request_error', ...want })
    expect(Object.keys(error).sort()).toEqual(['code', 'event_id', 'message', 'param', 'type'])
    expect(answerText(await client.turn('hi'))).toBe('Still here.')
  })

  it('is the answer to a second response while one is active', async () => {
    const client = await connect([[{ say: 'One' }, { waitMs: 60_000 }]])
    client.say('hi')
    client.send({ type: 'response.create' })
    await client.next('response.output_text.delta')
    client.send({ type: 'response.create', event_id: 'second' })
    const { error } = await client.next('error')
    expect(error).toMatchObject({ code: 'conversation_already_has_active_response', event_id: 'second' })
  })

  it.each([
    [{ type: 'input_audio_buffer.clear' }],
    [{ type: 'output_audio_buffer.clear' }],
    [{ type: 'session.update', session: { unknown_field: 1, model: 'gpt-realtime', speed: 2 } }],
  ])('is not the answer to %j', async (event) => {
    const client = await connect([[{ say: 'ok' }]])
    client.send(event)
    await client.turn('hi')
    expect(typesOf(client.events)).not.toContain('error')
  })
})

describe('response.cancel', () => {
  it('closes what is open and ends the response at once', async () => {
    const client = await connect([[{ say: 'One' }, { waitMs: 60_000 }]])
    client.say('hi')
    client.send({ type: 'response.create' })
    await client.next('response.output_text.delta')
    const from = client.events.length
    client.send({ type: 'response.cancel' })
    const { response } = await client.next('response.done')
    expect(typesOf(client.events.slice(from))).toEqual([
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'conversation.item.done',
      'response.done',
    ])
    expect(response).toMatchObject({
      status: 'cancelled',
      status_details: { type: 'cancelled', reason: 'client_cancelled' },
      output: [{ status: 'incomplete', content: [{ type: 'output_text', text: 'One' }] }],
    })
  })
})

describe('a field with null', () => {
  it('counts as absent: the response to cancel, the choice of a tool, the id of a call', async () => {
    const client = await connect([[{ say: 'One' }, { waitMs: 60_000 }]])
    client.send({ type: 'session.update', session: { tool_choice: 'none' } })
    client.send({
      type: 'conversation.item.create',
      item: { id: 'call', type: 'function_call', call_id: null, name: 'look', arguments: '{}' },
    })
    expect((await client.next('conversation.item.done')).item).toMatchObject({ call_id: 'call' })
    client.say('hi')
    client.send({ type: 'response.create', response: { tool_choice: null } })
    await client.next('response.output_text.delta')
    expect(client.model.requests[0]).toMatchObject({ toolChoice: 'none' })
    client.send({ type: 'response.cancel', response_id: null })
    expect((await client.next('response.done')).response).toMatchObject({ status: 'cancelled' })
  })
})

describe('items', () => {
  it('are created at a place, retrieved and deleted', async () => {
    const client = await connect()
    client.send(userMessage('first'))
    client.send(userMessage('third'))
    client.send({ ...userMessage('second'), previous_item_id: 'first' })
    client.send({ ...userMessage('zeroth'), previous_item_id: 'root' })
    client.send({ type: 'conversation.item.delete', item_id: 'third' })
    client.send({ type: 'conversation.item.retrieve', item_id: 'second' })
    await client.next('conversation.item.retrieved')
    const added = client.events.flatMap((event) =>
      event.type === 'conversation.item.added' ? [[event.previous_item_id, event.item.id]] : [],
    )
    expect(added).toEqual([
      [null, 'first'],
      ['first', 'third'],
      ['first', 'second'],
      [null, 'zeroth'],
    ])
    expect(typesOf(client.events)).toContain('conversation.item.deleted')
  })
})

describe('sound in a session without speech recognition', () => {
  it('is taken, and its item says that nobody understood it', async () => {
    const client = await connect()
    client.send({ type: 'input_audio_buffer.append', audio: Buffer.alloc(9600).toString('base64') })
    client.send({ type: 'input_audio_buffer.commit' })
    const { item_id } = await client.next('input_audio_buffer.committed')
    const { item } = await client.next('conversation.item.done')
    expect(item).toMatchObject({ id: item_id, content: [{ type: 'input_audio', transcript: null }] })
    const failed = await client.next('conversation.item.input_audio_transcription.failed')
    expect(failed.error).toMatchObject({ code: 'no_speech_to_text' })
  })

  it('is refused when it is binary in the GA dialect', async () => {
    const client = await connect()
    client.socket.send(Buffer.from([1, 0, 0, 0, 1, 2]))
    expect((await client.next('error')).error.code).toBe('invalid_frame')
  })
})
